import { useSyncExternalStore } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import styles from './EnvironmentLayout.module.css'
import { errorDetails } from './error-details.ts'
import { unexpectedErrors } from './unexpected-errors.ts'

/** The page stands, but something that it was to do was not done. */
export function UnexpectedErrorAlert({ secret }: { secret: () => string | undefined }) {
  const last = useSyncExternalStore(unexpectedErrors.subscribe, unexpectedErrors.get)
  if (last === undefined) return null
  return (
    <div className={styles['unexpected']}>
      <ErrorAlert
        message="Something went wrong and your last action may not have worked. Check this page before you continue."
        details={errorDetails(last.error, secret(), last)}
      >
        <Button onClick={unexpectedErrors.clear}>Dismiss</Button>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </ErrorAlert>
    </div>
  )
}
