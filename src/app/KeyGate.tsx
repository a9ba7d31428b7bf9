import { Outlet } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { useSession, useSessionState } from '#src/session/session-context.ts'
import { hasKeyEnded } from '#src/session/session-state.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'

/**
 * Hides the pages that show what was loaded once the key has ended, because whoever sits here now
 * may not be allowed to see it (services.ts forgets it). What was typed stays.
 */
export function KeyGate() {
  const session = useSession()
  const state = useSessionState()
  const { name } = useEnvironment()
  return (
    <>
      {state.kind === 'asking-for-key' && (
        <div className="stack">
          <h1>Sign in again</h1>
          <p>This page comes back once you have signed in.</p>
        </div>
      )}
      {state.kind === 'locked' && (
        <div className="stack">
          <h1>Sign in again</h1>
          <Alert {...describeError(state.error, name, 'This page can no longer be shown.')}>
            <Button onClick={() => session.prompt()}>Sign in again</Button>
          </Alert>
        </div>
      )}
      <div hidden={hasKeyEnded(state)}>
        <Outlet />
      </div>
    </>
  )
}
