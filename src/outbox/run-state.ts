/** Why nothing more of a batch is sent. */
export type PauseReason = 'user' | 'key' | 'offline' | 'consecutive-unknown' | 'storage' | 'elsewhere'

/**
 * How far the sending of a batch is. `idle`: nothing of it waits, or nobody has asked to send it.
 */
export type RunState =
  | { readonly phase: 'idle' }
  /**
   * `waitingUntil` is in milliseconds since 1970, and set while the service asks to be left alone.
   * `isReadingLists` is `true` while the lists are read that decide about "Send again".
   */
  | { readonly phase: 'running'; readonly waitingUntil?: number; readonly isReadingLists?: boolean }
  | { readonly phase: 'pausing'; readonly reason: PauseReason; readonly isReadingLists?: boolean }
  | { readonly phase: 'paused'; readonly reason: PauseReason }

export function isRunning({ phase }: RunState): boolean {
  return phase === 'running' || phase === 'pausing'
}

/** Returns whether the run is reading the lists, and sends nothing until it has read them. */
export function isReadingLists(state: RunState): boolean {
  return (state.phase === 'running' || state.phase === 'pausing') && state.isReadingLists === true
}

export function isPausedBy(state: RunState, reason: PauseReason): boolean {
  return state.phase === 'paused' && state.reason === reason
}
