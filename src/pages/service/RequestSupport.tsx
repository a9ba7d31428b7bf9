import { useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { requestLog } from '#src/http/request-log.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { supportContext, supportText } from './support-text.ts'

/** In an alert about a failed request: what to send to whoever helps. Nothing for errors that are of no request. */
export function RequestSupport({ error }: { error: unknown }) {
  const environment = useEnvironment()
  const session = useSessionState()
  const record = useMemo(
    () => requestLog.get().find(({ attempts }) => attempts.some((attempt) => attempt.error === error)),
    [error],
  )
  const page = `/${environment.id}/service`
  // Where the key is asked for, the page behind cannot be reached.
  const isElsewhere = useLocation().pathname !== page
  const canLeave = isElsewhere && session.kind !== 'signed-out' && session.isPrompting !== true
  if (record === undefined) return null
  return (
    <span className="actions">
      <CopyButton
        variant="secondary"
        text={redactKey(supportText(supportContext(environment), record), session.key)}
        what="for support"
      />
      {canLeave ? <Link to={page}>Show requests</Link> : null}
    </span>
  )
}
