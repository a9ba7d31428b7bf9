import type { Environment } from '#src/config/config.ts'
import type { Session } from '#src/session/session.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { AboutSite } from './AboutSite.tsx'
import { ConnectionCheck } from './ConnectionCheck.tsx'
import { OperationTable } from './OperationTable.tsx'
import { RequestTable } from './RequestTable.tsx'
import styles from './ServicePage.module.css'

type ServicePageProps = {
  /** Of all environments: what is copied must have the key of none. */
  services: {
    readonly config: { readonly environments: readonly Environment[] }
    readonly forEnvironment: (id: string) => { readonly session: Session } | undefined
  }
}

/** What the service can do, whether it can be reached, and what this tab asked it. For when something is wrong. */
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
      <OperationTable />
      <AboutSite />
    </div>
  )
}
