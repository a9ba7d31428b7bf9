import { useSession } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { errorDetails } from './error-details.ts'
import { uncaughtError } from './uncaught-error.ts'

/** For errors outside of rendering: the page is intact, but an action may have failed. */
export function UncaughtErrorAlert() {
  const session = useSession()
  const uncaught = useStore(uncaughtError)
  if (uncaught === undefined) return null
  return (
    <Alert
      message="Something went wrong and your last action may not have worked. Check this page before you continue."
      details={errorDetails(uncaught.error, session.key(), uncaught)}
    >
      <Button onClick={() => uncaughtError.set(undefined)}>Dismiss</Button>
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </Alert>
  )
}
