import { createStore } from '#src/lib/create-store.ts'

/**
 * What the service does to the next request instead of answering as usual:
 * - `401`, `400`, `500`: an Error body, nothing done
 * - `lost-before`: the connection breaks, nothing done
 * - `lost-after`: done, but the connection breaks before the answer
 * - `not-json`: done, but something on the way puts an HTML page with status 200 in the place of the answer
 */
export type NextResponse = 'normal' | '401' | '400' | '500' | 'lost-before' | 'lost-after' | 'not-json'

export type ControlsState = {
  readonly latencyMs: number
  /** For one request, of whatever operation; then `normal` again. */
  readonly nextResponse: NextResponse
  /** The day after 5 December 2030: `GET /pets/{petId}` is gone. */
  readonly afterRemoval: boolean
}

const INITIAL: ControlsState = { latencyMs: 0, nextResponse: 'normal', afterRemoval: false }

export type Controls = ReturnType<typeof createControls>

/** How the mocked service behaves. */
export function createControls() {
  const { get, set, subscribe } = createStore(INITIAL)
  return {
    get,
    subscribe,
    set: (part: Partial<ControlsState>): void => set({ ...get(), ...part }),
    /** For the handlers: the response to this request; the one after it is `normal` again. */
    takeNextResponse: (): NextResponse => {
      const { nextResponse } = get()
      if (nextResponse !== 'normal') set({ ...get(), nextResponse: 'normal' })
      return nextResponse
    },
    reset: (): void => set(INITIAL),
  }
}
