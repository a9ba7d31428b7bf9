/**
 * `localStorage` and `sessionStorage` without exceptions: the property itself throws where site data is blocked, and
 * writing throws where the storage is full.
 */
export type StorageKind = 'local' | 'session'

/** `null` also where storage is blocked. */
export function readStored(kind: StorageKind, name: string): string | null {
  try {
    return window[`${kind}Storage`].getItem(name)
  } catch {
    return null
  }
}

/** `null` removes the entry. @returns whether it was stored. */
export function writeStored(kind: StorageKind, name: string, value: string | null): boolean {
  try {
    if (value === null) window[`${kind}Storage`].removeItem(name)
    else window[`${kind}Storage`].setItem(name, value)
    return true
  } catch {
    // Nothing to say of it in the prerender of the build.
    return globalThis.window === undefined
  }
}
