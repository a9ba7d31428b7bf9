import { useState } from 'react'
import { requestLog } from '#src/http/request-log.ts'
import { counted } from '#src/lib/counted.ts'
import { Button } from '#src/ui/Button.tsx'
import { Table, TableBody, TableHead } from '#src/ui/Table.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { RequestRow, type RequestRowProps } from './RequestRow.tsx'
import styles from './ServicePage.module.css'

/**
 * Shows what this tab sent to any environment, newest first. An import sends several a second, so
 * rows come when asked for.
 */
export function RequestTable({ environments, redactKeys }: Omit<RequestRowProps, 'record'>) {
  const live = useStore(requestLog)
  const [snapshot, setSnapshot] = useState(live)
  // The first rows come by themselves, because they move none.
  if (snapshot.length === 0 && live.length > 0) setSnapshot(live)
  // Signing out of an environment removes its requests from the log, and so from the table.
  const records = snapshot.filter((record) => live.includes(record))
  const newerCount = live.findIndex((record) => record === records[0])

  return (
    <section aria-labelledby="requests-heading" className="stack gap-3">
      <h2 id="requests-heading">Requests</h2>
      <div className={`split ${styles['line']}`}>
        <p className="small">{countText(records.length)}</p>
        {newerCount > 0 && <Button onClick={() => setSnapshot(live)}>Show {newerCount} newer</Button>}
      </div>
      {records.length > 0 && (
        <Table aria-labelledby="requests-heading" className={`table ${styles['table']}`} data-cards>
          <TableHead names={['Time', 'Method', 'Address', 'Outcome', 'Duration', 'Copy']} />
          <TableBody>
            {records.map((record) => (
              <RequestRow
                key={`${record.attempts[0]?.at} ${record.method} ${record.address}`}
                record={record}
                environments={environments}
                redactKeys={redactKeys}
              />
            ))}
          </TableBody>
        </Table>
      )}
    </section>
  )
}

function countText(count: number): string {
  if (count === 0) return 'No requests in this tab.'
  return `${counted(count, 'request')} from this tab. Closing the tab clears the list.`
}
