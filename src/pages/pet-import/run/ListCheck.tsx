import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import type { OpenImport, OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { needsCheck } from './needs-check.ts'
import { importCheckMessage } from './run-messages.ts'
import { hasKeyEnded } from '#src/session/session-state.ts'

/** Shows the result of the last check of the lists, and the button that checks them. */
export function ListCheck({
  openImport,
  snapshot,
}: {
  openImport: OpenImport
  snapshot: OpenImportSnapshot
}) {
  const { name: environmentName } = useEnvironment()
  const isKeyEnded = hasKeyEnded(useSessionState())
  const check = snapshot.check
  const message = importCheckMessage(check, environmentName)
  return (
    <>
      {check.kind === 'failed' && (
        <Alert {...describeError(check.error, environmentName, 'The list could not be checked.')} />
      )}
      <div className="actions">
        {message !== undefined && <p key={check.kind}>{message}</p>}
        {!isKeyEnded && (
          <Button
            variant={needsCheck(snapshot) ? 'primary' : 'quiet'}
            icon="refresh"
            onClick={() => void openImport.checkList()}
            busy={check.kind === 'checking'}
          >
            Check the list
          </Button>
        )}
      </div>
    </>
  )
}
