/** Calls each factory once, with the arguments of the first call, and from then on returns that instance. */
export type InstanceCache = <Dependencies, T>(
  create: (dependencies: Dependencies) => T,
  dependencies: Dependencies,
) => T

export function createInstanceCache(): InstanceCache {
  const instances = new Map<unknown, unknown>()
  return <Dependencies, T>(create: (dependencies: Dependencies) => T, dependencies: Dependencies): T => {
    if (!instances.has(create)) instances.set(create, create(dependencies))
    return instances.get(create) as T
  }
}
