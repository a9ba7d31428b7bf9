import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { requestLog, type RequestRecord } from '#src/http/request-log.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { createTimeFormat } from '#src/lib/format-time.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { CopyText } from './CopyText.tsx'
import { curlCommand } from './curl-command.ts'
import { attemptsText, durationOf, outcomeOf } from './request-outcome.ts'
import styles from './RequestTable.module.css'
import { supportContext } from './support-context.ts'
import { supportText } from './support-text.ts'

const formatTime = createTimeFormat(undefined, undefined, 'medium')

type RequestTableProps = {
  environments: readonly Environment[]
  /** Of all environments, which nothing here may show. */
  keys: () => readonly (string | undefined)[]
}

/** What this tab sent to any environment, newest first. */
export function RequestTable({ environments, keys }: RequestTableProps) {
  const live = useStore(requestLog)
  const [onlyFailed, setOnlyFailed] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const held = useHeldRecords(area)
  // Not those of an environment that was signed out of since.
  const records = held?.filter((record) => live.includes(record)) ?? live
  const [newest] = records
  const waiting = newest === undefined ? live.length : live.indexOf(newest)
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
      <p className="small">
        {countText(shown.length, onlyFailed, live.length)}
        {held === undefined || waiting <= 0
          ? ''
          : ` ${formatNumber(waiting)} newer ${waiting === 1 ? 'one follows' : 'ones follow'} when you leave the table.`}
      </p>
      <div ref={area}>
        {shown.length === 0 ? null : (
          <table aria-labelledby="requests-heading" className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Method</th>
                <th scope="col">Address</th>
                <th scope="col">Outcome</th>
                <th scope="col">Duration</th>
                <th scope="col">
                  <span className="visually-hidden">Copy</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((record) => (
                <RequestRow
                  key={keyOf(record)}
                  record={record}
                  keys={keys()}
                  environment={environments.find(({ id }) => id === record.environmentId)}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  )
}

/** While the pointer or the focus is in the table: rows must not move away, as an import would make them several times a second. */
function useHeldRecords(area: RefObject<HTMLElement | null>): readonly RequestRecord[] | undefined {
  const [held, setHeld] = useState<readonly RequestRecord[]>()
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const hold = () => setHeld((before) => before ?? requestLog.get())
    const release = () => {
      if (!element.matches(':hover, :focus-within')) setHeld(undefined)
    }
    const afterFocus = () => setTimeout(release)
    element.addEventListener('pointerenter', hold)
    element.addEventListener('focusin', hold)
    element.addEventListener('pointerleave', release)
    element.addEventListener('focusout', afterFocus)
    return () => {
      element.removeEventListener('pointerenter', hold)
      element.removeEventListener('focusin', hold)
      element.removeEventListener('pointerleave', release)
      element.removeEventListener('focusout', afterFocus)
    }
  }, [area])
  return held
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
  const at = record.attempts[0]?.at ?? 0
  const baseUrl = environment?.baseUrl ?? ''
  const attempts = attemptsText(record)
  return (
    <tr data-outcome={outcome.kind}>
      <td className={styles['time']}>
        <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
      </td>
      <td className={styles['method']}>{record.method}</td>
      <td id={id} className={styles['address']} title={record.address}>
        <code>{record.address.slice(baseUrl.length)}</code>
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
        {record.isPrefetched === true ? <p className="small">Sent while the app was loading</p> : null}
      </td>
      <td className={styles['duration']}>{duration === undefined ? '' : `${formatNumber(duration)} ms`}</td>
      <td className={styles['copy']}>
        {curl === undefined ? (
          <span className="small">No cURL: over 2 KB, or with a key in it</span>
        ) : (
          <CopyText
            text={curl}
            what="as cURL"
            describedBy={record.method === 'POST' ? `${id} ${id}-again` : id}
          />
        )}
        <CopyText
          text={withoutKeys(supportText(supportContext(environment ?? current), record))}
          what="for support"
          describedBy={id}
        />
        {record.method === 'POST' && curl !== undefined ? (
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

const rowKeys = new WeakMap<object, number>()
let lastKey = 0

/** A request has no ID of its own. */
function keyOf({ attempts }: RequestRecord): number {
  const key = rowKeys.get(attempts) ?? ++lastKey
  rowKeys.set(attempts, key)
  return key
}
