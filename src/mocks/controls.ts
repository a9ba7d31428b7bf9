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

/** How the mocked service behaves; `subscribe` and `getSnapshot` are for `useSyncExternalStore`. */
export function createControls() {
  let state = INITIAL
  const listeners = new Set<() => void>()

  const replace = (next: ControlsState) => {
    state = next
    for (const listener of listeners) listener()
  }

  return {
    getSnapshot: (): ControlsState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set: (change: Partial<ControlsState>): void => replace({ ...state, ...change }),
    /** For the handlers: tells what to do with this request, and is `normal` for the one after it. */
    takeNextResponse: (): NextResponse => {
      const { nextResponse } = state
      if (nextResponse !== 'normal') replace({ ...state, nextResponse: 'normal' })
      return nextResponse
    },
    reset: (): void => replace(INITIAL),
  }
}
