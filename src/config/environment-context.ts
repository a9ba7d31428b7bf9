import { type ComponentType, createContext, use } from 'react'
import type { Owner } from '#src/lib/create-owner.ts'
import type { Config, Environment } from './config.ts'

/** The mocked petstore, in development and in the demo build. */
export type Demo = {
  /** The API key that the mocked petstore accepts. */
  readonly key: string
  readonly Panel: ComponentType
}

/** The environment that is open. It is one object for as long as the app is open. */
export type CurrentEnvironment = Environment &
  Pick<Config, 'categories'> & {
    readonly others: readonly Environment[]
    readonly demo?: Demo | undefined
    /**
     * Owns what lives as long as the environment, and whose code comes with a page: the outbox
     * (outbox/use-outbox.ts), the pet that is being typed (pages/pet-create/draft.ts), the rows
     * under review (pages/pet-import), how far an import is, and whether the list is watched. The
     * rest is in app/services.ts.
     */
    readonly own: Owner
    /** Owns what all environments share in this tab: where the record of the outbox is. */
    readonly ownInTab: Owner
  }

export const EnvironmentContext = createContext<CurrentEnvironment | undefined>(undefined)

export function useEnvironment(): CurrentEnvironment {
  const environment = use(EnvironmentContext)
  if (environment === undefined) throw new Error('useEnvironment() outside of an environment')
  return environment
}
