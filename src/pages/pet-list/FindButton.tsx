import { useInstance } from '#src/config/environment-context.ts'
import { createFindDialog } from '#src/pets/find-dialog.ts'
import { Button } from '#src/ui/Button.tsx'

/** For searches that the loaded pets may not answer. */
export function FindButton({ typed, isMain = false }: { typed: string; isMain?: boolean }) {
  const findDialog = useInstance(createFindDialog, undefined)
  return (
    <Button variant={isMain ? 'primary' : 'secondary'} onClick={() => findDialog.set(typed)}>
      Search everything the service shows
    </Button>
  )
}
