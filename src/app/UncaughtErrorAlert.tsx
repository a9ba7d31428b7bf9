import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import styles from './EnvironmentLayout.module.css'
import { errorDetails } from './error-details.ts'
import { type UncaughtError, uncaughtErrors } from './uncaught-errors.ts'

/** For errors outside of rendering: the page is intact, but an action may have failed. */
export function UncaughtErrorAlert({
  uncaughtError,
  secret,
}: {
  uncaughtError: UncaughtError
  secret: string | undefined
}) {
  return (
    <div className={styles['uncaught']}>
      <Alert
        message="Something went wrong and your last action may not have worked. Check this page before you continue."
        details={errorDetails(uncaughtError.error, secret, uncaughtError)}
      >
        <Button onClick={uncaughtErrors.clear}>Dismiss</Button>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Alert>
    </div>
  )
}
