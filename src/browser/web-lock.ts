/**
 * Acquires a Web Lock. It is held until the returned function is called or the tab ends, however it ends.
 *
 * @returns `undefined` when another tab holds it. Where locks are blocked, so is all storage: no other tab can know of
 * what is locked, and a lock that does nothing is correct.
 */
export async function tryAcquireLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const held = (lock: Lock | null) => {
      if (lock === null) return resolve(undefined)
      return new Promise<void>((release) => resolve(release))
    }
    try {
      navigator.locks.request(name, { ifAvailable: true }, held).catch(() => resolve(() => undefined))
    } catch {
      resolve(() => undefined)
    }
  })
}

/** The names of the locks held by any tab of this origin. */
export async function heldLockNames(): Promise<ReadonlySet<string>> {
  try {
    const { held = [] } = await navigator.locks.query()
    return new Set(held.flatMap(({ name }) => (name === undefined ? [] : [name])))
  } catch {
    return new Set()
  }
}

/** Resolves when no tab holds it. */
export async function lockReleased(name: string): Promise<void> {
  await navigator.locks.request(name, { mode: 'shared' }, () => undefined)
}
