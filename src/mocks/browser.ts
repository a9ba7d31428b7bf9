import { setupWorker } from 'msw/browser'
import { type ComponentType, createElement } from 'react'
import { BASE_PATH, OWN_PREFIX } from '#src/lib/base-path.ts'
import { createControls } from './controls.ts'
import { createPetstoreDb, type Persistence } from './db.ts'
import { DemoPanel } from './DemoPanel.tsx'
import { createHandlers, DEMO_KEY } from './handlers.ts'

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
  const worker = setupWorker(...createHandlers({ baseUrl: absolute, db, controls, key: DEMO_KEY }))
  const url = `${BASE_PATH}mockServiceWorker.js`
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass', serviceWorker: { url } })
  await controlledBy(url)
  return { key: DEMO_KEY, Panel: () => createElement(DemoPanel, { db, controls }) }
}

/**
 * A page that was loaded with Shift+Reload is not controlled by its worker. msw then reloads it, but resolves earlier,
 * and requests in between would not be mocked; so this waits, in that case for ever. A page below a path may first be
 * controlled by the worker of a demo above it.
 */
async function controlledBy(url: string): Promise<void> {
  // Without service workers (plain http on a host other than localhost) msw patches fetch in the page instead.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (serviceWorker === undefined) return
  const { href } = new URL(url, location.origin)
  while (serviceWorker.controller?.scriptURL !== href)
    await new Promise((resolve) => {
      serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
}
