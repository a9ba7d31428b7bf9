import { setupWorker } from 'msw/browser'
import { BASE_PATH } from '#src/lib/base-path.ts'
import type { Controls } from './controls.ts'
import type { PetstoreDb } from './db.ts'
import { createHandlers, DEMO_KEY } from './handlers.ts'

/** `baseUrl` is absolute. Resolves, once requests are mocked, with the API key that the petstore accepts. */
export async function startWorker(options: {
  baseUrl: string
  db: PetstoreDb
  controls: Controls
}): Promise<{ key: string }> {
  const worker = setupWorker(...createHandlers({ ...options, key: DEMO_KEY }))
  const url = `${BASE_PATH}mockServiceWorker.js`
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass', serviceWorker: { url } })
  await controlledBy(url)
  return { key: DEMO_KEY }
}

/**
 * A page that was loaded with Shift+Reload is not controlled by its worker. msw then reloads it, but resolves earlier,
 * and requests in between would not be mocked; so this waits, in that case for ever. A page below a path may first be
 * controlled by the worker of a demo above it.
 */
async function controlledBy(url: string): Promise<void> {
  // Without service workers (plain http on a host other than localhost) msw patches fetch in the page instead.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  const { href } = new URL(url, location.origin)
  const isControlled = () => serviceWorker?.controller?.scriptURL === href
  if (serviceWorker === undefined || isControlled()) return
  await new Promise<void>((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => {
      if (isControlled()) resolve()
    })
  })
}
