import { Button } from '#src/ui/Button.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import styles from './EnvironmentLayout.module.css'
import { errorDetails } from './error-details.ts'
import { type UnexpectedError, unexpectedErrors } from './unexpected-errors.ts'

/** The page stands, but something that it was to do was not done. */
export function UnexpectedErrorAlert({
  mistake,
  secret,
}: {
  mistake: UnexpectedError
  secret: () => string | undefined
}) {
  return (
    <div className={styles['unexpected']}>
      <ErrorAlert
        message="Something went wrong and your last action may not have worked. Check this page before you continue."
        details={errorDetails(mistake.error, secret(), mistake)}
      >
        <Button onClick={unexpectedErrors.clear}>Dismiss</Button>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </ErrorAlert>
    </div>
  )
}
