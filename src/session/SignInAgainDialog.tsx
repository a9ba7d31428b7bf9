import { useEnvironment } from '#src/config/environment-context.ts'
import { keyEndedText } from '#src/http/describe-error.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useSession, useSessionState } from './session-context.ts'
import { SignInForm } from './SignInForm.tsx'

/** Opens over the page after a 401. What the user typed stays below. */
export function SignInAgainDialog() {
  const session = useSession()
  const state = useSessionState()
  const { name } = useEnvironment()
  return (
    <Modal title="Sign in again" givesWay onClose={() => session.dismissPrompt()}>
      <p>{keyEndedText(state.error, name)} Nothing you typed is lost.</p>
      <SignInForm remember={state.remember === true}>
        <Button variant="quiet" onClick={() => session.dismissPrompt()}>
          Not now
        </Button>
      </SignInForm>
    </Modal>
  )
}
