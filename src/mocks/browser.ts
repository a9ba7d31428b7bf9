import { type ComponentType, createElement } from 'react'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { createControls } from './controls.ts'
import { createPetstoreDb, type Persistence } from './db.ts'
import { DemoPanel } from './DemoPanel.tsx'

const STORAGE_KEY = `${OWN_PREFIX}demo.pets`

const inLocalStorage: Persistence = {
  load: () => localStorage.getItem(STORAGE_KEY),
  save: (text) => localStorage.setItem(STORAGE_KEY, text),
}

/**
 * Starts the mocked petstore in this page; call it once. Resolves when requests to `baseUrl` (absolute, or a path on
 * this origin) are mocked; all others pass through. Never resolves when msw reloads the page.
 *
 * @throws (rejects) when the browser refuses the service worker.
 */
export async function startDemo(baseUrl: string): Promise<{ key: string; Panel: ComponentType }> {
  const db = createPetstoreDb({ persistence: inLocalStorage })
  const controls = createControls()
  const absolute = new URL(baseUrl, location.origin).href.replace(/\/+$/, '')
  const { startWorker } = await importWorker()
  const { key } = await startWorker({ baseUrl: absolute, db, controls })
  return { key, Panel: () => createElement(DemoPanel, { db, controls }) }
}

/** msw 3 reads localStorage while it loads and fails where that throws (site data blocked), so it gets an empty one. */
async function importWorker() {
  try {
    localStorage.getItem(STORAGE_KEY)
    return await import('./worker.ts')
  } catch {
    const descriptor = Object.getOwnPropertyDescriptor(window, 'localStorage') ?? {}
    Object.defineProperty(window, 'localStorage', { configurable: true, value: {} })
    return import('./worker.ts').finally(() => Object.defineProperty(window, 'localStorage', descriptor))
  }
}
