import type { OpenImport, OpenImportSnapshot } from '#src/outbox/open-import.ts'
import { useSession, useSessionState } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { needsCheck } from './needs-check.ts'
import type { RunStage } from './run-stage.ts'
import { hasKeyEnded } from '#src/session/session-state.ts'

type RunButtonProps = { openImport: OpenImport; snapshot: OpenImportSnapshot; stage: RunStage }

/**
 * Shows the one button that stops the import or lets it go on. Each form of it has a key of its
 * own, so that the focus does not stay, because a second press of "Pause" must not resume.
 */
export function RunButton({ openImport, snapshot, stage }: RunButtonProps) {
  const session = useSession()
  const isKeyEnded = hasKeyEnded(useSessionState())
  const { run, counts } = snapshot

  const signInAgain = () => {
    session.prompt()
    openImport.resumeOnceSignedIn().catch(() => undefined)
  }

  if (stage === 'running')
    return (
      <Button key="pause" busy={run.phase === 'pausing'} onClick={openImport.pause}>
        Pause
      </Button>
    )
  if (isKeyEnded)
    return (
      <Button key="sign-in" variant="primary" onClick={signInAgain}>
        Sign in again
      </Button>
    )
  if (counts.waiting === 0 || !snapshot.canBeSent) return null
  return (
    <Button
      key="resume"
      // Unknown rows come first, because the lists may change what the person resumes.
      variant={needsCheck(snapshot) ? 'secondary' : 'primary'}
      onClick={() => void openImport.resume()}
    >
      Resume
    </Button>
  )
}
