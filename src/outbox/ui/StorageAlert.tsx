import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ReloadButton } from '#src/ui/ReloadButton.tsx'
import type { StorageState } from '#src/outbox/storage.ts'

type StorageAlertProps = {
  readonly storage: StorageState
  /** Opens the disk anew, and writes what could not be written. */
  readonly onRetry?: (() => void) | undefined
  /** Goes on without a record; `undefined` if that would not help with what the page shows. */
  readonly onContinue?: (() => void) | undefined
}

const COULD_NOT_SAVE = 'Your browser could not save this, so nothing more is added.'
const ASKING = `${COULD_NOT_SAVE} Without saving, you cannot tell what was added once this page closes.`
const ASKING_NEWER =
  'A newer version of this app has been used in this browser, so this tab cannot save. Reload to continue. If that does not help, you can add without saving. You then cannot tell what was added once this page closes, and the same pet may be added again.'
const ASKING_UNREAD = `${ASKING} What was added before cannot be checked either, so the same pet may be added again.`

/**
 * Says that nothing more is sent because it cannot be written down, and what the person can do
 * about it.
 */
export function StorageAlert({ storage, onRetry, onContinue }: StorageAlertProps) {
  switch (storage) {
    case 'untested':
    case 'on-disk':
      return null
    case 'in-memory':
      return <p className="small">What you add is not saved in this browser. Do not reload this page.</p>
    case 'newer':
      return <NewerVersionAlert />
    case 'failed':
      return (
        <DiskSpaceAlert
          problem="Your browser cannot save what you add, so nothing more is sent."
          onRetry={onRetry}
        />
      )
    case 'asking-newer':
      if (onContinue === undefined) return <NewerVersionAlert />
      return (
        <Alert tone="attention" message={ASKING_NEWER}>
          <ReloadButton />
          <Button onClick={onContinue}>Add without saving</Button>
        </Alert>
      )
    case 'asking':
    case 'asking-unread':
      if (onContinue === undefined) return <DiskSpaceAlert problem={COULD_NOT_SAVE} onRetry={onRetry} />
      return (
        <Question
          message={storage === 'asking' ? ASKING : ASKING_UNREAD}
          onRetry={onRetry}
          onContinue={onContinue}
        />
      )
  }
}

function NewerVersionAlert() {
  return (
    <Alert message="A newer version of this app has been used in this browser, so this tab sends nothing more. Reload to continue.">
      <ReloadButton />
    </Alert>
  )
}

function DiskSpaceAlert({ problem, onRetry }: { problem: string } & Pick<StorageAlertProps, 'onRetry'>) {
  return (
    <Alert message={`${problem} Try again. If that does not help, free up disk space.`}>
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </Alert>
  )
}

/** Asks whether to go on without a record. */
function Question({
  message,
  onRetry,
  onContinue,
}: { message: string; onContinue: () => void } & Pick<StorageAlertProps, 'onRetry'>) {
  return (
    <Alert tone="attention" message={message}>
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
      <Button onClick={onContinue}>Add without saving</Button>
    </Alert>
  )
}
