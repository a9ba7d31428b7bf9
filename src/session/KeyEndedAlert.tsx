import { useEnvironment } from '#src/config/environment-context.ts'
import { serviceErrorText } from '#src/http/describe-error.ts'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { useSession } from './session-context.ts'

/** Replaces what was loaded with a key that has ended, once the user has dismissed the dialog. */
export function KeyEndedAlert({ error }: { error: unknown }) {
  const session = useSession()
  const { name } = useEnvironment()
  return (
    <Alert
      message={`Your key for ${name} no longer works. Sign in again to continue.`}
      facts={serviceErrorText(error, name)}
      error={error ?? undefined}
    >
      <Button
        onClick={() => {
          // This button goes once there is a key; the dialog gives the focus back to where it was.
          document.querySelector('main')?.focus()
          session.prompt()
        }}
      >
        Sign in again
      </Button>
    </Alert>
  )
}
