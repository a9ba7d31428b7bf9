import type { KeyPersistence } from './key-storage.ts'
import { useSessionState } from './session-context.ts'

const NOTICES: Record<KeyPersistence, string | undefined> = {
  'as-requested': undefined,
  'until-tab-closes':
    'Your browser blocked saving the key. You will stay signed in until you close this tab.',
  'until-reload': 'Your browser blocks storage. You will stay signed in until you reload or close this page.',
}

/** Says that the browser keeps the key for a shorter time than the person chose. */
export function KeyPersistenceNotice() {
  const state = useSessionState()
  const notice = state.kind === 'signed-in' ? NOTICES[state.persistence] : undefined
  if (notice === undefined) return null
  return (
    <p role="status" className="note">
      {notice}
    </p>
  )
}
