import { useEnvironment } from '#src/config/environment-context.ts'
import { saidByService } from '#src/http/describe-error.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { useSession } from './session-context.ts'

/** In the place of what was loaded with a key that is no longer accepted, once signing in again was put off. */
export function KeyEndedAlert({ error }: { error: unknown }) {
  const session = useSession()
  const { name } = useEnvironment()
  return (
    <ErrorAlert
      message={`Your key for ${name} no longer works. Sign in again to continue.`}
      facts={saidByService(error, name)}
    >
      <Button onClick={() => session.ask()}>Sign in again</Button>
    </ErrorAlert>
  )
}
