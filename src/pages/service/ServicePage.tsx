import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { buildVersion } from '#src/browser/build-version.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { NoResponseError } from '#src/http/errors.ts'
import { requestLog, type RequestRecord } from '#src/http/request-log.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { createTimeFormat } from '#src/lib/format-time.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { daysLeftText } from '#src/pets/get-or-search-pet.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import type { Session } from '#src/session/session.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { RowHeader, Table, TableBody, TableCell, TableHead, TableRow } from '#src/ui/Table.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { curlCommand, outcomeOf, supportText } from './request-texts.ts'
import styles from './ServicePage.module.css'

type ServicePageProps = {
  services: {
    readonly config: { readonly environments: readonly Environment[] }
    readonly forEnvironment: (id: string) => { readonly session: Session } | undefined
  }
}

/**
 * Helps when something is wrong: it shows whether the service can be reached, what this tab asked
 * it, and what it can do.
 */
export function ServicePage({ services }: ServicePageProps) {
  const { environments } = services.config
  const environment = useEnvironment()
  const withoutKeys = (text: string) =>
    environments.map(({ id }) => services.forEnvironment(id)?.session.key()).reduce<string>(redactKey, text)
  const facts = withoutKeys(supportText(environment))

  return (
    <div className="stack gap-6">
      <PageTitle>{`Service · ${environment.name} · Petstore Admin`}</PageTitle>
      <h1>Service</h1>
      <ConnectionCheck />
      <RequestTable environments={environments} withoutKeys={withoutKeys} />
      <section aria-labelledby="operations-heading" className="stack gap-3">
        <h2 id="operations-heading">Operations</h2>
        <Table aria-labelledby="operations-heading" className={`table ${styles['table']}`} data-cards>
          <TableHead names={['Operation', 'What it does']} />
          <TableBody>
            {operations().map(([operation, text]) => (
              <TableRow key={operation}>
                <RowHeader>{operation}</RowHeader>
                <TableCell>{text}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </section>
      <section aria-labelledby="about-heading" className="stack gap-3">
        <div className={`split ${styles['line']}`}>
          <h2 id="about-heading">This app</h2>
          <CopyButton text={facts} what="for support" />
        </div>
        <p className={`card ${styles['facts']}`}>
          <code>{facts}</code>
        </p>
        {buildVersion() === undefined ? null : (
          <p className="small">
            <a href={`${BASE_PATH}licenses.txt`} target="_blank" rel="noreferrer">
              Licenses of the software in this app
            </a>
          </p>
        )}
      </section>
    </div>
  )
}

/** Lists the operations as the service documents them (src/pets/SERVICE.md). */
const operations = () => [
  ['listPets', 'GET /pets: lists pets, optionally of one status, 100 at most. It has no pages.'],
  ['createPet', 'POST /pets: adds a pet, which can be neither changed nor deleted afterwards.'],
  ['getPet', `GET /pets/{petId}: finds one pet. Deprecated: ends on 5 December 2030${daysLeftText()}.`],
  ['GET /store/orders', 'Not documented any further, so this app does not use it.'],
]

/** Sends one `GET /pets?limit=1` when it is asked for. */
function ConnectionCheck() {
  const { name: service, baseUrl } = useEnvironment()
  const address = absoluteUrl(baseUrl)
  const petstore = usePetstore()
  const { mutate, isPending, data, error } = useMutation({
    // The request is sent even offline, because the question is whether there is a connection.
    networkMode: 'always',
    mutationFn: async () => {
      const response = petstore.listPets({ limit: 1, status: undefined }, undefined, { attempts: 1 })
      // The newest request is the one that this call has sent. Signing in again checks its key at
      // the same address.
      const [record] = requestLog.get()
      await response
      // The duration is that of the last attempt, without the time for which the app asked for
      // another key.
      return Math.round(record?.attempts.at(-1)?.duration ?? 0)
    },
  })

  return (
    <section aria-label="Connection" className="stack gap-3" aria-busy={isPending || undefined}>
      <div className={`row gap-3 ${styles['line']}`}>
        <Button variant="primary" icon="refresh" busy={isPending} onClick={() => mutate()}>
          Check the connection
        </Button>
        <p role="status">
          {isPending ? `Asking ${service} for one pet…` : null}
          {data === undefined ? null : `${service} responded in ${formatNumber(data)} ms.`}
        </p>
      </div>
      {error === null ? null : (
        <Alert {...describeError(error, service, 'The connection could not be confirmed.')}>
          {/* The browser tells the person what it does not tell the page. */}
          {error instanceof NoResponseError && error.reason === 'unreachable' && navigator.onLine ? (
            <p>
              {window.location.protocol === 'https:' && address.startsWith('http:')
                ? `This site uses https and the base URL of ${service} does not: browsers block such requests. Ask your administrator to use an https address. `
                : ''}
              <a href={address} target="_blank" rel="noreferrer">
                Open the base URL in a new tab
              </a>
              {`: if the name is not found, the base URL is wrong or this network does not know it (VPN, DNS); if the connection is refused or takes forever, ${service} is down or behind a firewall; a warning means that its certificate is not good for this address; after any response, also 401 or 404, it probably does not allow requests from ${window.location.origin} (CORS).`}
            </p>
          ) : null}
        </Alert>
      )}
    </section>
  )
}

const formatTime = createTimeFormat(undefined, undefined, 'medium')

type RequestTableProps = {
  environments: readonly Environment[]
  withoutKeys: (text: string) => string
}

/**
 * Shows what this tab sent to any environment, newest first. An import sends several requests a
 * second, so new rows come only when they are asked for.
 */
function RequestTable({ environments, withoutKeys }: RequestTableProps) {
  const live = useStore(requestLog)
  const [snapshot, setSnapshot] = useState(live)
  // The first row is added at once, because it moves no others.
  if (snapshot.length === 0 && live.length > 0) setSnapshot(live)
  // Requests to an environment that was signed out of since are left out.
  const records = snapshot.filter((record) => live.includes(record))
  const newer = live.findIndex((record) => record === records[0])

  return (
    <section aria-labelledby="requests-heading" className="stack gap-3">
      <h2 id="requests-heading">Requests</h2>
      <div className={`split ${styles['line']}`}>
        <p className="small">
          {records.length === 0
            ? 'No requests in this tab.'
            : `${counted(records.length, 'request')} of this tab, in memory only.`}
        </p>
        {newer <= 0 ? null : <Button onClick={() => setSnapshot(live)}>Show {newer} newer</Button>}
      </div>
      {records.length === 0 ? null : (
        <Table aria-labelledby="requests-heading" className={`table ${styles['table']}`} data-cards>
          <TableHead names={['Time', 'Method', 'Address', 'Outcome', 'Duration', 'Copy']} />
          <TableBody>
            {records.map((record) => (
              <RequestRow
                key={`${record.attempts[0]?.at} ${record.method} ${record.address}`}
                record={record}
                environments={environments}
                withoutKeys={withoutKeys}
              />
            ))}
          </TableBody>
        </Table>
      )}
    </section>
  )
}

function RequestRow({ record, environments, withoutKeys }: RequestTableProps & { record: RequestRecord }) {
  const id = useId()
  const current = useEnvironment()
  const environment = environments.find((one) => one.id === record.environmentId) ?? current
  const { kind, text, message, code, attempts, duration } = outcomeOf(record)
  const said = [message, code, attempts].filter(Boolean).join(' · ')
  const command = curlCommand(record, window.location.origin)
  // A command that contains a key is not offered. A key may have been typed as a name, perhaps in
  // another environment, or in another spelling.
  const curl = command === undefined || withoutKeys(command) !== command ? undefined : command
  const addsAgain = record.method === 'POST' && curl !== undefined
  const at = record.attempts[0]?.at ?? 0
  return (
    <TableRow data-outcome={kind}>
      <TableCell>
        <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
      </TableCell>
      <TableCell>{record.method}</TableCell>
      <TableCell id={id} title={record.address}>
        <code>{record.address.slice(environment.baseUrl.length)}</code>
        {environment.id === current.id ? null : <p className="small">{environment.name}</p>}
      </TableCell>
      <TableCell>
        <p className={styles['outcome']}>{text}</p>
        <p className="small">
          <BidiText text={said} />
        </p>
      </TableCell>
      <TableCell>{duration}</TableCell>
      <TableCell>
        <div className="actions">
          {curl === undefined ? (
            <p className="small">No cURL: over 2 KB, or with a key in it</p>
          ) : (
            <CopyButton text={curl} what="as cURL" describedBy={addsAgain ? `${id} ${id}-again` : id} />
          )}
          <CopyButton
            text={withoutKeys(supportText(environment, record))}
            what="for support"
            describedBy={id}
          />
        </div>
        {addsAgain ? (
          <p id={`${id}-again`} className="small">
            Running the cURL adds the pet again.
          </p>
        ) : null}
      </TableCell>
    </TableRow>
  )
}
