import { tryAcquireLock } from '#src/browser/web-lock.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'

export function importLockName(importId: string): string {
  return `${OWN_PREFIX}import.${importId}`
}

/**
 * @returns what `act` returns, `undefined` when another tab has the import open. The lock is released by `unlock`, or
 * when `act` throws.
 */
export async function withImportLock<T>(
  importId: string,
  act: (unlock: () => void) => Promise<T>,
): Promise<T | undefined> {
  const unlock = await tryAcquireLock(importLockName(importId))
  if (unlock === undefined) return undefined
  try {
    return await act(unlock)
  } catch (error) {
    unlock()
    throw error
  }
}
