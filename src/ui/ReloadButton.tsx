import { Button } from './Button.tsx'

/** Reloads the page. */
export function ReloadButton() {
  return <Button onClick={() => window.location.reload()}>Reload</Button>
}
