import { readStored, type WebStorage, writeStored } from './web-storage.ts'

/** The browser tab as a session needs it: its storage, and how it hears of the other tabs of this origin. */
export type Tab = {
  readonly storage: WebStorage
  readonly events: Pick<Window, 'addEventListener'>
  readonly openChannel: (name: string) => Pick<BroadcastChannel, 'addEventListener' | 'postMessage'>
}

export function currentTab(): Tab {
  return {
    storage: { read: readStored, write: writeStored },
    events: window,
    openChannel: (name) => new BroadcastChannel(name),
  }
}

const ignore = () => undefined

/** Storage that says it keeps everything, and no other tabs: for the prerender of the build, which has no window. */
export const DETACHED_TAB: Tab = {
  storage: { read: () => null, write: () => true },
  events: { addEventListener: ignore },
  openChannel: () => ({ addEventListener: ignore, postMessage: ignore }),
}
