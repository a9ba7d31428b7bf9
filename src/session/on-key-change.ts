import type { Session } from './session.ts'

/**
 * Notifies when the key is gone or replaced, and when it has ended and nobody enters another one: whoever sits there now
 * must not see what was loaded with it.
 */
export function onKeyChange(session: Session, listener: () => void): void {
  let before = session.key()
  session.subscribe(() => {
    const { key, isPrompting } = session.get()
    const isDismissed = isPrompting === false
    if (before !== undefined && (key !== before || isDismissed)) listener()
    before = key
  })
}
