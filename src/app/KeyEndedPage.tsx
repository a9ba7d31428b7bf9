import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { useSession, useSessionState } from '#src/session/session-context.ts'
import { isAskingForKey } from '#src/session/session-state.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'

/** Takes the place of a page that shows pets while the person has to sign in again. */
export function KeyEndedPage() {
  const session = useSession()
  const state = useSessionState()
  const { name } = useEnvironment()
  return (
    <div className="stack">
      <h1>Sign in again</h1>
      {isAskingForKey(state) && <p>This page comes back once you have signed in.</p>}
      {!isAskingForKey(state) && (
        <Alert {...describeError(state.error, name, 'This page can no longer be shown.')}>
          <Button onClick={() => session.prompt()}>Sign in again</Button>
        </Alert>
      )}
    </div>
  )
}
