import { createStore } from '#src/lib/create-store.ts'
import { useSession } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { errorDetails } from './error-details.ts'

/** The last one. `page`: the path at the time; `at`: milliseconds since 1970. */
const uncaughtError = createStore<{ error: unknown; page: string; at: number } | undefined>(undefined)

/** Listens for as long as the page exists. */
export function recordUncaughtErrors(): void {
  window.addEventListener('error', ({ error, filename }) => {
    // Errors of browser extensions are not ours, and errors of other origins and notices have no details.
    if (error !== null && error !== undefined && !/^[\w-]+-extension:/.test(filename)) record(error)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => record(reason))
}

function record(error: unknown): void {
  uncaughtError.set({ error, page: window.location.pathname, at: Date.now() })
}

/** For errors in event handlers and promises, which no boundary sees: the page is intact, but an action may have failed. */
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
