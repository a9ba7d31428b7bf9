/**
 * Acquires a Web Lock, which is held until the returned function is called or the tab ends, however
 * it ends. That function resolves when the lock is free.
 *
 * @returns `taken` when another tab holds the lock; `unsupported` when there are no locks (plain
 * http), or they are blocked
 */
export async function tryAcquireLock(name: string): Promise<(() => Promise<void>) | 'taken' | 'unsupported'> {
  return new Promise((resolve) => {
    const held = (lock: Lock | null) => {
      if (lock === null) return resolve('taken')
      return new Promise<void>((release) =>
        resolve(() => {
          release()
          return freed
        }),
      )
    }
    const request = async () => navigator.locks.request(name, { ifAvailable: true }, held)
    const freed = request().catch(() => resolve('unsupported'))
  })
}

/**
 * Returns the names of the locks with this prefix that any tab of this origin holds. The prefix is
 * cut off.
 */
export async function heldLockNames(prefix: string): Promise<ReadonlySet<string>> {
  try {
    const { held = [] } = await navigator.locks.query()
    return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
  } catch {
    return new Set()
  }
}
