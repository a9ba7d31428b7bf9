import { type ReactNode, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { requestLog } from '#src/http/request-log.ts'
import { createTimeFormat } from '#src/lib/format-time.ts'
import { daysLeftText } from '#src/pets/days-left.ts'
import { useStore } from '#src/ui/use-store.ts'
import { lastResponse, type OperationName, type OperationResponse } from './operations.ts'
import styles from './OperationTable.module.css'

const formatTime = createTimeFormat(undefined, undefined, 'medium')

/** The operations as the service documents them (src/pets/SERVICE.md), and what this tab has seen of each. */
export function OperationTable() {
  const environment = useEnvironment()
  useStore(requestLog)
  const [daysLeft] = useState(() => daysLeftText(Date.now()))
  const seen = (operation: OperationName) => lastResponse(requestLog.responses(), environment, operation)
  const getPet = seen('getPet')

  return (
    <section aria-labelledby="operations-heading" className={styles['section']}>
      <h2 id="operations-heading">Operations</h2>
      <table aria-labelledby="operations-heading" className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Request</th>
            <th scope="col">What it does</th>
            <th scope="col">Last response in this tab</th>
          </tr>
        </thead>
        <tbody>
          <Row name="listPets" request="GET /pets" seen={seen('listPets')}>
            Lists pets, optionally of one status, 100 at most. It has no pages.
          </Row>
          <Row name="createPet" request="POST /pets" seen={seen('createPet')}>
            Adds a pet, which can be neither changed nor deleted afterwards.
          </Row>
          <Row name="getPet" request="GET /pets/{petId}" seen={getPet}>
            Finds one pet.{' '}
            {getPet?.isGone === true ? (
              <>
                <strong>{environment.name} no longer provides it</strong> (its removal was announced for 5
                December 2030). The app searches the lists instead.
              </>
            ) : (
              <>
                Deprecated: due to be removed on <strong>5 December 2030</strong>
                {daysLeft}.
              </>
            )}
          </Row>
          <Row name="GET /store/orders" request="GET /store/orders" seen={undefined}>
            Exists, but neither its parameters nor its responses are documented, so this app does not use it.
          </Row>
        </tbody>
      </table>
    </section>
  )
}

type RowProps = {
  name: string
  request: string
  seen: OperationResponse | undefined
  children: ReactNode
}

function Row({ name, request, seen, children }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <code>{request}</code>
      </td>
      <td>{children}</td>
      <td>
        {seen === undefined ? (
          <span className={styles['none']}>None</span>
        ) : (
          <>
            HTTP {seen.status}, <time dateTime={new Date(seen.at).toISOString()}>{formatTime(seen.at)}</time>
          </>
        )}
      </td>
    </tr>
  )
}
