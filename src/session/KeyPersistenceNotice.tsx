import type { KeyPersistence } from './key-storage.ts'
import { useSessionState } from './session-context.ts'

const NOTICES: Record<KeyPersistence, string | undefined> = {
  'as-requested': undefined,
  'until-tab-closes':
    'Your browser blocked saving the key. You will stay signed in until you close this tab.',
  'until-reload': 'Your browser blocks storage. You will stay signed in until you reload or close this page.',
}

/** Says that the key is kept for less long than was asked for. */
export function KeyPersistenceNotice() {
  const state = useSessionState()
  const notice = state.kind === 'signed-in' ? NOTICES[state.persistence] : undefined
  return notice === undefined ? null : (
    <p role="status" className="note">
      {notice}
    </p>
  )
}
