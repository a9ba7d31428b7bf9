import { useState } from 'react'
import { buildVersion } from '#src/browser/build-version.ts'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { requestLog } from '#src/http/request-log.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { daysLeftText } from '#src/pets/days-left.ts'
import { GONE } from '#src/pets/get-or-search-pet.ts'
import type { Session } from '#src/session/session.ts'
import { useSession } from '#src/session/session-context.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { RequestTable } from './RequestTable.tsx'
import styles from './ServicePage.module.css'
import { supportContext, supportText } from './support-text.ts'

type ServicePageProps = {
  /** Of all environments: what is copied must have the key of none. */
  services: {
    readonly config: { readonly environments: readonly Environment[] }
    readonly forEnvironment: (id: string) => { readonly session: Session } | undefined
  }
}

/** For when something is wrong: whether the service can be reached, what this tab asked it, and what it can do. */
export function ServicePage({ services }: ServicePageProps) {
  const { environments } = services.config
  const { name } = useEnvironment()
  return (
    <div className={styles['page']}>
      <title>{`Service · ${name} · Petstore Admin`}</title>
      <h1>Service</h1>
      <ConnectionCheck />
      <RequestTable
        environments={environments}
        keys={() => environments.map(({ id }) => services.forEnvironment(id)?.session.key())}
      />
      <Operations />
      <AboutSite />
    </div>
  )
}

/** As the service documents them (src/pets/SERVICE.md). */
function Operations() {
  const { id, name } = useEnvironment()
  const [daysLeft] = useState(() => daysLeftText(Date.now()))
  const lookup = useStore(requestLog).find(
    ({ environmentId, method, address }) =>
      environmentId === id && method === 'GET' && /\/-?\d+$/.test(address),
  )
  const isGone = GONE.has(lookup?.attempts.at(-1)?.status ?? 0)
  const operations = [
    ['listPets', 'GET /pets', 'Lists pets, optionally of one status, 100 at most. It has no pages.'],
    ['createPet', 'POST /pets', 'Adds a pet, which can be neither changed nor deleted afterwards.'],
    [
      'getPet',
      'GET /pets/{petId}',
      isGone
        ? `Finds one pet. ${name} no longer provides it (its removal was announced for 5 December 2030). The app searches the lists instead.`
        : `Finds one pet. Deprecated: due to be removed on 5 December 2030${daysLeft}.`,
    ],
    [
      'GET /store/orders',
      'GET /store/orders',
      'Exists, but neither its parameters nor its responses are documented, so this app does not use it.',
    ],
  ] as const
  return (
    <section aria-labelledby="operations-heading" className={styles['section']}>
      <h2 id="operations-heading">Operations</h2>
      <table aria-labelledby="operations-heading" className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Request</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {operations.map(([operation, request, text]) => (
            <tr key={operation}>
              <th scope="row">{operation}</th>
              <td className={styles['short']}>
                <code>{request}</code>
              </td>
              <td>
                <BidiText text={text} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Where this app and its data come from; "Copy for support" takes it along. */
function AboutSite() {
  const environment = useEnvironment()
  const session = useSession()
  const context = supportContext(environment)
  const facts = [
    ['Version', context.version],
    ['Environment', `${environment.name} (${environment.kind})`],
    ['Base URL', environment.baseUrl],
    ['Configuration', context.configSource],
    ['Browser', context.browser],
    ['Time zone', context.timeZone],
  ] as const
  return (
    <section aria-labelledby="about-heading" className={styles['section']}>
      <div className={styles['heading']}>
        <h2 id="about-heading">This app</h2>
        <CopyButton text={redactKey(supportText(context), session.key())} what="for support" />
      </div>
      <dl className={styles['facts']}>
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
  )
}
