import { useId, useState } from 'react'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { requestLog, type RequestRecord } from '#src/http/request-log.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { createTimeFormat } from '#src/lib/format-time.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { curlCommand } from './curl-command.ts'
import { attemptsText, durationOf, outcomeOf } from './request-outcome.ts'
import styles from './ServicePage.module.css'
import { supportContext, supportText } from './support-text.ts'

const formatTime = createTimeFormat(undefined, undefined, 'medium')

type RequestTableProps = {
  environments: readonly Environment[]
  /** Of all environments, which nothing here may show. */
  keys: () => readonly (string | undefined)[]
}

/** What this tab sent to any environment, newest first. An import sends several a second: rows come when asked for. */
export function RequestTable({ environments, keys }: RequestTableProps) {
  const live = useStore(requestLog)
  const [snapshot, setSnapshot] = useState(live)
  // The first one moves none.
  if (snapshot.length === 0 && live.length > 0) setSnapshot(live)
  const [onlyFailed, setOnlyFailed] = useState(false)
  // Not those of an environment that was signed out of since.
  const records = snapshot.filter((record) => live.includes(record))
  const [newest] = records
  const newer = newest === undefined ? live.length : live.indexOf(newest)
  const shown = onlyFailed
    ? records.filter((record) => ['failed', 'unknown'].includes(outcomeOf(record).kind))
    : records

  return (
    <section aria-labelledby="requests-heading" className={styles['section']}>
      <div className={styles['heading']}>
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
      <div className={styles['line']}>
        <p className="small">{countText(shown.length, onlyFailed, live.length)}</p>
        {newer === 0 ? null : (
          <Button onClick={() => setSnapshot(live)}>Show {formatNumber(newer)} newer</Button>
        )}
      </div>
      {shown.length === 0 ? null : (
        <table aria-labelledby="requests-heading" className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Method</th>
              <th scope="col">Address</th>
              <th scope="col">Outcome</th>
              <th scope="col" className={styles['duration']}>
                Duration
              </th>
              <th scope="col">
                <span className="visually-hidden">Copy</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((record) => (
              <RequestRow
                // It has no ID of its own.
                key={`${record.attempts[0]?.at} ${record.method} ${record.address}`}
                record={record}
                keys={keys()}
                environment={environments.find(({ id }) => id === record.environmentId)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type RequestRowProps = {
  record: RequestRecord
  environment: Environment | undefined
  keys: readonly (string | undefined)[]
}

function RequestRow({ record, environment, keys }: RequestRowProps) {
  const id = useId()
  const current = useEnvironment()
  const outcome = outcomeOf(record)
  const duration = durationOf(record)
  const withoutKeys = (text: string) => keys.reduce<string>(redactKey, text)
  const command = curlCommand(record, window.location.origin)
  // A key that was typed as a name, perhaps in another environment, or in another spelling.
  const curl = command === undefined || withoutKeys(command) !== command ? undefined : command
  const addsAgain = record.method === 'POST' && curl !== undefined
  const at = record.attempts[0]?.at ?? 0
  const attempts = attemptsText(record)
  return (
    <tr data-outcome={outcome.kind}>
      <td className={styles['short']}>
        <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
      </td>
      <td className={styles['short']}>{record.method}</td>
      <td id={id} title={record.address}>
        <code>{record.address.slice(environment?.baseUrl.length ?? 0)}</code>
        {environment === undefined || environment.id === current.id ? null : (
          <p className="small">
            <BidiText text={environment.name} />
          </p>
        )}
      </td>
      <td className={styles['outcome']}>
        <p>{outcome.text}</p>
        {outcome.message === undefined ? null : (
          <p className="small">
            <BidiText text={[outcome.message, outcome.code].filter(Boolean).join(' · ')} />
          </p>
        )}
        {attempts === undefined ? null : <p className="small">{attempts}</p>}
      </td>
      <td className={styles['duration']}>{duration === undefined ? '' : `${formatNumber(duration)} ms`}</td>
      <td className={styles['copy']}>
        {curl === undefined ? (
          <p className="small">No cURL: over 2 KB, or with a key in it</p>
        ) : (
          <CopyButton text={curl} what="as cURL" describedBy={addsAgain ? `${id} ${id}-again` : id} />
        )}
        <CopyButton
          text={withoutKeys(supportText(supportContext(environment ?? current), record))}
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

function countText(shown: number, onlyFailed: boolean, all: number): string {
  if (all === 0) return 'No requests in this tab yet.'
  if (onlyFailed && shown === 0) return 'No request failed.'
  return `${formatNumber(shown)} ${shown === 1 ? 'request' : 'requests'} of this tab${all === 200 ? ', the last ones' : ''}, in memory only.`
}
