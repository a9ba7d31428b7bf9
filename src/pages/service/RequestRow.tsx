import { useId } from 'react'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { RequestRecord } from '#src/http/request-log.ts'
import { createTimeFormat } from '#src/lib/format-time.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { TableCell, TableRow } from '#src/ui/Table.tsx'
import { curlCommand, outcomeOf, supportText } from './request-texts.ts'
import styles from './ServicePage.module.css'

const formatTime = createTimeFormat(undefined, undefined, 'medium')

export type RequestRowProps = {
  record: RequestRecord
  environments: readonly Environment[]
  /** Replaces every API key in a text. */
  redactKeys: (text: string) => string
}

export function RequestRow({ record, environments, redactKeys }: RequestRowProps) {
  const id = useId()
  const current = useEnvironment()
  const environment = environments.find((candidate) => candidate.id === record.environmentId) ?? current
  const { kind, text, message, code, attempts, duration } = outcomeOf(record)
  const reason = [message, code, attempts].filter(Boolean).join(' · ')
  const startedAt = record.attempts[0]?.at ?? 0
  return (
    <TableRow data-outcome={kind}>
      <TableCell>
        <time dateTime={new Date(startedAt).toISOString()}>{formatTime(startedAt)}</time>
      </TableCell>
      <TableCell>{record.method}</TableCell>
      <TableCell id={id} title={record.address}>
        <code>{record.address.slice(environment.baseUrl.length)}</code>
        {environment.id !== current.id && <p className="small">{environment.name}</p>}
      </TableCell>
      <TableCell>
        <p className={styles['outcome']}>{text}</p>
        <p className="small">
          <BidiText text={reason} />
        </p>
      </TableCell>
      <TableCell>{duration}</TableCell>
      <TableCell>
        <CopyActions record={record} environment={environment} redactKeys={redactKeys} addressId={id} />
      </TableCell>
    </TableRow>
  )
}

type CopyActionsProps = {
  record: RequestRecord
  environment: Environment
  redactKeys: (text: string) => string
  /** The ID of the element that names the request. */
  addressId: string
}

function CopyActions({ record, environment, redactKeys, addressId }: CopyActionsProps) {
  const command = curlCommand(record, window.location.origin)
  // A key may have been typed as a name, perhaps in another environment, or in another spelling.
  const isSafe = command !== undefined && redactKeys(command) === command
  const addsAgain = record.method === 'POST' && isSafe
  const warningId = `${addressId}-again`
  const describedBy = addsAgain ? `${addressId} ${warningId}` : addressId
  return (
    <>
      <div className="actions">
        {isSafe && <CopyButton text={command} what="as cURL" describedBy={describedBy} />}
        {!isSafe && <p className="small">No cURL: over 2 KB, or with a key in it</p>}
        <CopyButton
          text={redactKeys(supportText(environment, record))}
          what="for support"
          describedBy={addressId}
        />
      </div>
      {addsAgain && (
        <p id={warningId} className="small">
          Running the cURL adds the pet again.
        </p>
      )}
    </>
  )
}
