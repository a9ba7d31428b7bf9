import { useCallback, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { keyEndedText } from '#src/http/describe-error.ts'
import { Button } from '#src/ui/Button.tsx'
import { openModals } from '#src/ui/open-modals.ts'
import { SideDialog } from '#src/ui/SideDialog.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { useSession, useSessionState } from './session-context.ts'
import { isAskingForKey } from './session-state.ts'
import { SignInForm } from './SignInForm.tsx'

/**
 * Opens beside the page after a 401. What the user typed stays. It waits until no modal dialog is
 * open, because nobody could reach it behind one.
 */
export function SignInAgainDialog() {
  const isBehindModal = useStore(openModals) > 0
  const [isOpen, setIsOpen] = useState(!isBehindModal)
  if (!isOpen && !isBehindModal) setIsOpen(true)
  return isOpen && <OpenDialog />
}

function OpenDialog() {
  const session = useSession()
  const state = useSessionState()
  const { name } = useEnvironment()
  const onAskedAgain = useCallback(
    (listener: () => void) =>
      session.subscribe(() => {
        if (isAskingForKey(session.get())) listener()
      }),
    [session],
  )
  return (
    <SideDialog title="Sign in again" onAskedAgain={onAskedAgain} onClose={() => session.dismissPrompt()}>
      <p>{keyEndedText(state.error, name)} Nothing you typed is lost.</p>
      <SignInForm remember={state.remember === true}>
        <Button variant="quiet" onClick={() => session.dismissPrompt()}>
          Not now
        </Button>
      </SignInForm>
    </SideDialog>
  )
}
