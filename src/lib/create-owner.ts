/** Creates each thing when it is first asked for, and then returns the same one. */
export type Owner = <Args extends readonly unknown[], T>(create: (...args: Args) => T, ...args: Args) => T

/**
 * Creates an owner of things whose code is loaded later than the owner. They live as long as it,
 * and `create` itself is the name by which each is found again.
 */
export function createOwner(): Owner {
  const owned = new Map<unknown, unknown>()
  return <Args extends readonly unknown[], T>(create: (...args: Args) => T, ...args: Args): T => {
    if (!owned.has(create)) owned.set(create, create(...args))
    return owned.get(create) as T
  }
}
