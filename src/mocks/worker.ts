import { setupWorker } from 'msw/browser'
import type { Controls } from './controls.ts'
import type { PetstoreDb } from './db.ts'
import { createHandlers, DEMO_KEY } from './handlers.ts'

/** `baseUrl` is absolute. @returns the key that the petstore accepts, when requests are answered. */
export async function startWorker(options: {
  baseUrl: string
  db: PetstoreDb
  controls: Controls
}): Promise<{ key: string }> {
  const worker = setupWorker(...createHandlers({ ...options, key: DEMO_KEY }))
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
  await controlled()
  return { key: DEMO_KEY }
}

/**
 * A page that was loaded with Shift+Reload is not under its worker. msw then reloads it but resolves before that happens,
 * and requests would leave the page unmocked; so this waits, in that case for ever.
 */
async function controlled(): Promise<void> {
  // Without service workers (plain http on another host than localhost) msw patches fetch in the page instead.
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (serviceWorker === undefined || serviceWorker.controller !== null) return
  await new Promise<void>((resolve) => {
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
  })
}
