import { useId, useState } from 'react'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { requestLog, type RequestRecord } from '#src/http/request-log.ts'
import { counted } from '#src/lib/counted.ts'
import { createTimeFormat } from '#src/lib/format-time.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { TableHead } from '#src/ui/TableHead.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { curlCommand } from './curl-command.ts'
import { attemptsText, durationText, outcomeOf } from './request-outcome.ts'
import styles from './ServicePage.module.css'
import { siteFacts, supportText } from './support-text.ts'

const formatTime = createTimeFormat(undefined, undefined, 'medium')

type RequestTableProps = {
  environments: readonly Environment[]
  withoutKeys: (text: string) => string
}

/** What this tab sent to any environment, newest first. An import sends several a second: rows come when asked for. */
export function RequestTable({ environments, withoutKeys }: RequestTableProps) {
  const live = useStore(requestLog)
  const [snapshot, setSnapshot] = useState(live)
  // The first one moves none.
  if (snapshot.length === 0 && live.length > 0) setSnapshot(live)
  const [onlyFailed, setOnlyFailed] = useState(false)
  // Not those of an environment that was signed out of since.
  const records = snapshot.filter((record) => live.includes(record))
  const newer = live.findIndex((record) => record === records[0])
  const shown = records.filter(
    (record) => !onlyFailed || ['failed', 'unknown'].includes(outcomeOf(record).kind),
  )

  return (
    <section aria-labelledby="requests-heading" className="stack gap-3">
      <div className={`split ${styles['line']}`}>
        <h2 id="requests-heading">Requests</h2>
        <label className="checkbox">
          <input
            type="checkbox"
            checked={onlyFailed}
            onChange={(event) => setOnlyFailed(event.target.checked)}
          />
          Only failed and unknown
        </label>
      </div>
      <div className={`split ${styles['line']}`}>
        <p className="small">
          {shown.length === 0
            ? `No ${onlyFailed ? 'such ' : ''}requests in this tab.`
            : `${counted(shown.length, 'request')} of this tab, in memory only.`}
        </p>
        {newer <= 0 ? null : <Button onClick={() => setSnapshot(live)}>Show {newer} newer</Button>}
      </div>
      {shown.length === 0 ? null : (
        <table aria-labelledby="requests-heading" className={`table ${styles['table']}`} data-cards>
          <TableHead names={['Time', 'Method', 'Address', 'Outcome', 'Duration', 'Copy']} />
          <tbody>
            {shown.map((record) => (
              <RequestRow
                key={`${record.attempts[0]?.at} ${record.method} ${record.address}`}
                record={record}
                environments={environments}
                withoutKeys={withoutKeys}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type RequestRowProps = RequestTableProps & { record: RequestRecord }

function RequestRow({ record, environments, withoutKeys }: RequestRowProps) {
  const id = useId()
  const current = useEnvironment()
  const environment = environments.find((one) => one.id === record.environmentId) ?? current
  const { kind, text, message, code } = outcomeOf(record)
  const said = [message, code, attemptsText(record)].filter(Boolean).join(' · ')
  const command = curlCommand(record, window.location.origin)
  // A key that was typed as a name, perhaps in another environment, or in another spelling.
  const curl = command === undefined || withoutKeys(command) !== command ? undefined : command
  const addsAgain = record.method === 'POST' && curl !== undefined
  const at = record.attempts[0]?.at ?? 0
  return (
    <tr data-outcome={kind}>
      <td>
        <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
      </td>
      <td>{record.method}</td>
      <td id={id} title={record.address}>
        <code>{record.address.slice(environment.baseUrl.length)}</code>
        {environment.id === current.id ? null : (
          <p className="small">
            <BidiText text={environment.name} />
          </p>
        )}
      </td>
      <td>
        <p className={styles['outcome']}>{text}</p>
        {said === '' ? null : (
          <p className="small">
            <BidiText text={said} />
          </p>
        )}
      </td>
      <td>{durationText(record)}</td>
      <td>
        {curl === undefined ? (
          <p className="small">No cURL: over 2 KB, or with a key in it</p>
        ) : (
          <CopyButton text={curl} what="as cURL" describedBy={addsAgain ? `${id} ${id}-again` : id} />
        )}
        <CopyButton
          text={withoutKeys(supportText(siteFacts(environment), record))}
          what="for support"
          describedBy={id}
        />
        {addsAgain ? (
          <p id={`${id}-again`} className="small">
            Running the cURL adds the pet again.
          </p>
        ) : null}
      </td>
    </tr>
  )
}
