import type { CurrentEnvironment } from './environment-context.ts'

/** The names of all configured environments by their IDs. */
export type EnvironmentNames = ReadonlyMap<string, string>

export function environmentNamesOf({
  id,
  name,
  others,
}: Pick<CurrentEnvironment, 'id' | 'name' | 'others'>): EnvironmentNames {
  return new Map([[id, name], ...others.map((other) => [other.id, other.name] as const)])
}

/** Returns the name of an environment, or its ID if it is not configured any more. */
export function environmentName(id: string, names: EnvironmentNames): string {
  return names.get(id) ?? id
}
