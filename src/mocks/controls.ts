import { createStore } from '#src/lib/create-store.ts'

/**
 * The fault of the next request:
 * - `401`, `400`, `500`: an Error body; nothing is done
 * - `lost-before`: the connection breaks; nothing is done
 * - `lost-after`: done, but the connection breaks before the response
 * - `not-json`: done, but a captive portal replaces the response by an HTML page with status 200
 */
export type NextResponse = 'normal' | '401' | '400' | '500' | 'lost-before' | 'lost-after' | 'not-json'

type ControlsState = {
  readonly latencyMs: number
  /** For one request of any operation; then `normal` again. */
  readonly nextResponse: NextResponse
  /** As after 5 December 2030: `GET /pets/{petId}` is removed. */
  readonly afterRemoval: boolean
}

export type Controls = ReturnType<typeof createControls>

export function createControls() {
  const { get, set, subscribe } = createStore<ControlsState>({
    latencyMs: 0,
    nextResponse: 'normal',
    afterRemoval: false,
  })
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
  }
}
