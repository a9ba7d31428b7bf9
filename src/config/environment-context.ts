import { type ComponentType, createContext, use } from 'react'
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
  }

export const EnvironmentContext = createContext<CurrentEnvironment | undefined>(undefined)

export function useEnvironment(): CurrentEnvironment {
  const environment = use(EnvironmentContext)
  if (environment === undefined) throw new Error('useEnvironment() outside of an environment')
  return environment
}
