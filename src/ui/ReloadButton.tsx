import { Button } from './Button.tsx'

/** A button that reloads the page. */
export function ReloadButton() {
  return <Button onClick={() => window.location.reload()}>Reload</Button>
}
