import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import type { StorageState } from './outbox.ts'

type StorageAlertProps = { storage: StorageState; onRetry?: () => void; onContinue: () => void }

/** Where nothing can be written, nothing is sent: the person decides whether to go on without a record. */
export function StorageAlert({ storage, onRetry, onContinue }: StorageAlertProps) {
  switch (storage) {
    case 'ok':
      return null
    case 'newer':
      return (
        <Alert message="A newer version of this app has been used in this browser. Nothing was sent. Reload to continue.">
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </Alert>
      )
    case 'memory':
      return <p className="small">What you add is not saved in this browser. Do not reload this page.</p>
    case 'asking':
      return (
        <Alert
          tone="attention"
          message="Your browser could not save this, so nothing more is added. Without saving, you cannot tell what was added once this page closes."
        >
          {onRetry === undefined ? null : <Button onClick={onRetry}>Try again</Button>}
          <Button onClick={onContinue}>Add without saving</Button>
        </Alert>
      )
  }
}
