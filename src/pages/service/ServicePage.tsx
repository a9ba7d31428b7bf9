import { useState } from 'react'
import { buildVersion } from '#src/browser/build-version.ts'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { daysLeftText } from '#src/pets/get-or-search-pet.ts'
import type { Session } from '#src/session/session.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { TableHead } from '#src/ui/TableHead.tsx'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { RequestTable } from './RequestTable.tsx'
import styles from './ServicePage.module.css'
import { siteFacts, supportText } from './support-text.ts'

type ServicePageProps = {
  services: {
    readonly config: { readonly environments: readonly Environment[] }
    readonly forEnvironment: (id: string) => { readonly session: Session } | undefined
  }
}

/** For when something is wrong: whether the service can be reached, what this tab asked it, and what it can do. */
export function ServicePage({ services }: ServicePageProps) {
  const { environments } = services.config
  const environment = useEnvironment()
  const [daysLeft] = useState(() => daysLeftText(Date.now()))
  const facts = siteFacts(environment)
  const withoutKeys = (text: string) =>
    environments.map(({ id }) => services.forEnvironment(id)?.session.key()).reduce<string>(redactKey, text)

  return (
    <div className={`stack gap-6 ${styles['page']}`}>
      <title>{`Service · ${environment.name} · Petstore Admin`}</title>
      <h1>Service</h1>
      <ConnectionCheck />
      <RequestTable environments={environments} withoutKeys={withoutKeys} />
      <section aria-labelledby="operations-heading" className="stack gap-3">
        <h2 id="operations-heading">Operations</h2>
        <table aria-labelledby="operations-heading" className={`table ${styles['table']}`} data-cards>
          <TableHead names={['Operation', 'Request', 'What it does']} />
          <tbody>
            {operations(daysLeft).map(([operation, request, text]) => (
              <tr key={operation}>
                <th scope="row">{operation}</th>
                <td>
                  <code>{request}</code>
                </td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-labelledby="about-heading" className="stack gap-3">
        <div className={`split ${styles['line']}`}>
          <h2 id="about-heading">This app</h2>
          <CopyButton text={withoutKeys(supportText(facts))} what="for support" />
        </div>
        <dl className={`card divided ${styles['facts']}`}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <BidiText text={value} />
              </dd>
            </div>
          ))}
        </dl>
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

/** As the service documents them (src/pets/SERVICE.md). */
const operations = (daysLeft: string) => [
  ['listPets', 'GET /pets', 'Lists pets, optionally of one status, 100 at most. It has no pages.'],
  ['createPet', 'POST /pets', 'Adds a pet, which can be neither changed nor deleted afterwards.'],
  ['getPet', 'GET /pets/{petId}', `Finds one pet. Deprecated: ends on 5 December 2030${daysLeft}.`],
  ['GET /store/orders', 'GET /store/orders', 'Not documented any further, so this app does not use it.'],
]
