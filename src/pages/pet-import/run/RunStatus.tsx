import { useEnvironment } from '#src/config/environment-context.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './Run.module.css'
import type { RunStage } from './run-stage.ts'

type RunStatusProps = {
  /** The `id` of the heading. */
  headingId: string
  heading: string
  /** Says why the import waits, or how long it takes. It may be ''. */
  message: string
  importName: string
  stage: RunStage
}

/** Shows the headline of an import. */
export function RunStatus({ headingId, heading, message, importName, stage }: RunStatusProps) {
  const { name: environmentName } = useEnvironment()
  return (
    // The rows are not announced one by one while they are sent, because `RunProgress` announces
    // every tenth part.
    <div
      className={`stack gap-1 ${styles['status']}`}
      role="status"
      aria-live={stage === 'running' ? 'off' : undefined}
    >
      <h2 id={headingId}>{heading}</h2>
      <p className={`actions ${styles['line']}`}>
        {message !== '' && <span>{message}</span>}
        <span className="small">
          <BidiText text={importName} /> to {environmentName}
        </span>
      </p>
    </div>
  )
}
