import { createContext, use } from 'react'
import type { InstanceCache } from '#src/lib/instance-cache.ts'
import type { Config, Environment } from './config.ts'

export type CurrentEnvironment = Environment &
  Pick<Config, 'categories'> & {
    /** Created in app/services.ts; see `useInstance`. */
    readonly instances: InstanceCache
  }

export const EnvironmentContext = createContext<CurrentEnvironment | undefined>(undefined)

/** The environment that the address names. */
export function useEnvironment(): CurrentEnvironment {
  const environment = use(EnvironmentContext)
  if (environment === undefined) throw new Error('useEnvironment() outside of an environment')
  return environment
}

/**
 * What exists once for each environment and outlives its page, although its code is loaded with the page.
 *
 * @param create declared at module scope: called once, with the dependencies of that call.
 */
export function useInstance<Dependencies, T>(
  create: (dependencies: Dependencies) => T,
  dependencies: Dependencies,
): T {
  return useEnvironment().instances(create, dependencies)
}
