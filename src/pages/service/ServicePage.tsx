import { buildVersion } from '#src/browser/build-version.ts'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { daysLeftText } from '#src/pets/one-pet/get-or-search-pet.ts'
import type { Session } from '#src/session/session.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { RowHeader, Table, TableBody, TableCell, TableHead, TableRow } from '#src/ui/Table.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { supportText } from './request-texts.ts'
import { RequestTable } from './RequestTable.tsx'
import styles from './ServicePage.module.css'

type ServicePageProps = {
  services: {
    readonly config: { readonly environments: readonly Environment[] }
    readonly forEnvironment: (id: string) => { readonly session: Session } | undefined
  }
}

/**
 * Helps when something is wrong. It shows whether the service can be reached, what this tab asked
 * it, and what it can do.
 */
export function ServicePage({ services }: ServicePageProps) {
  const { environments } = services.config
  const environment = useEnvironment()
  const redactKeys = (text: string) =>
    environments.map(({ id }) => services.forEnvironment(id)?.session.key()).reduce<string>(redactKey, text)
  const facts = redactKeys(supportText(environment))

  return (
    <div className="stack gap-6">
      <PageTitle page="Service" environmentName={environment.name} />
      <h1>Service</h1>
      <ConnectionCheck />
      <RequestTable environments={environments} redactKeys={redactKeys} />
      <Operations />
      <AboutApp facts={facts} />
    </div>
  )
}

function Operations() {
  return (
    <section aria-labelledby="operations-heading" className="stack gap-3">
      <h2 id="operations-heading">Operations</h2>
      <Table aria-labelledby="operations-heading" className={`table ${styles['table']}`} data-cards>
        <TableHead names={['Operation', 'What it does']} />
        <TableBody>
          {documentedOperations().map(([operation, text]) => (
            <TableRow key={operation}>
              <RowHeader>{operation}</RowHeader>
              <TableCell>{text}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}

/** The operations as the service documents them (src/pets/SERVICE.md). */
const documentedOperations = () => [
  ['listPets', 'GET /pets: lists up to 100 pets, of any status or one. No paging.'],
  ['createPet', 'POST /pets: adds a pet, which can be neither changed nor deleted afterwards.'],
  ['getPet', `GET /pets/{petId}: finds one pet. Deprecated: ends on 5 December 2030${daysLeftText()}.`],
  ['GET /store/orders', 'Undocumented, so not used here.'],
]

/** Shows the facts that whoever helps should know, and the licenses, which only a build has. */
function AboutApp({ facts }: { facts: string }) {
  return (
    <section aria-labelledby="about-heading" className="stack gap-3">
      <div className={`split ${styles['line']}`}>
        <h2 id="about-heading">This app</h2>
        <CopyButton text={facts} what="for support" />
      </div>
      <p className={`card ${styles['facts']}`}>
        <code>{facts}</code>
      </p>
      {buildVersion() !== undefined && (
        <p className="small">
          <a href={`${BASE_PATH}licenses.txt`} target="_blank" rel="noreferrer">
            Licenses of the software in this app
          </a>
        </p>
      )}
    </section>
  )
}
