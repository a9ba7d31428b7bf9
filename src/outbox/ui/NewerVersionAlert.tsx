import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'

/** Says that a newer version of the app has taken over the record of this browser. */
export function NewerVersionAlert() {
  return (
    <Alert message="A newer version of this app has been used in this browser, so this tab sends nothing more. Reload to continue.">
      <ReloadButton />
    </Alert>
  )
}

export function ReloadButton() {
  return <Button onClick={() => window.location.reload()}>Reload</Button>
}
