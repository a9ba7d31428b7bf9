import { createContext, use } from 'react'
import type { Config, Environment } from './config.ts'

/** One object for as long as the app is open. */
export type CurrentEnvironment = Environment & Pick<Config, 'categories'>

export const EnvironmentContext = createContext<CurrentEnvironment | undefined>(undefined)

export function useEnvironment(): CurrentEnvironment {
  const environment = use(EnvironmentContext)
  if (environment === undefined) throw new Error('useEnvironment() outside of an environment')
  return environment
}
