import { useMemo } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { requestLog } from '#src/http/request-log.ts'
import { servicePath } from '#src/lib/paths.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { isAskingForKey } from '#src/session/session-state.ts'
import type { SupportPart } from '#src/ui/Alert.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { supportText } from '#src/pages/service/request-texts.ts'

/**
 * Shows what an alert about a failed request offers: a text for whoever helps, and the way to all
 * requests.
 */
export function RequestSupport({ error, part }: { error: unknown; part: SupportPart }) {
  const environment = useEnvironment()
  const session = useSessionState()
  const record = useMemo(
    () => requestLog.get().find(({ attempts }) => attempts.some((attempt) => attempt.error === error)),
    [error],
  )
  if (record === undefined) return null
  if (part === 'requests') {
    // While the key is asked for, the page behind cannot be reached.
    if (session.kind === 'signed-out' || isAskingForKey(session)) return null
    return <Link to={servicePath(environment.id)}>Show requests</Link>
  }
  return <CopyButton text={redactKey(supportText(environment, record), session.key)} what="for support" />
}
