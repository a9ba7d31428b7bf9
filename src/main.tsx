import './ui/tokens.css'
import './ui/base.css'
import './ui/table.css'
import { type ReactNode, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/App.tsx'
import { createServices, type Services } from './app/services.ts'
import { Contained, recordUncaughtErrors } from './app/failures.tsx'
import { applyTheme, storedTheme } from './app/theme.ts'
import { adoptPrefetchedList, type StoppedPage } from './bootstrap/adopt-prefetched-list.ts'
import { takeOver } from './bootstrap/take-over.ts'
import type { Config } from './config/config.ts'
import type { Demo } from './config/environment-context.ts'
import { readConfig } from './config/read-config.ts'
import { BASE_PATH } from './lib/base-path.ts'

applyTheme(storedTheme())
recordUncaughtErrors()
void start().catch(renderFatalError)

// This is a function instead of a top-level await: chunks that it loads import this file's chunk,
// and the two would wait for each other.
async function start(): Promise<void> {
  const result = await readConfig()
  if (!result.ok) {
    const { CannotStart } = await import('./app/CannotStart.tsx')
    render(<CannotStart {...result} />)
    return
  }
  addClosingSlash()
  if (!isBelowBasePath()) {
    const { ElsewherePage } = await import('./app/ElsewherePage.tsx')
    render(<ElsewherePage />)
    return
  }
  const prefetched = window.bootstrapHandoff?.list
  const services = createServices(result.config, {
    demo: await startDemo(result.config),
    prefetched,
  })
  const prerendered = prefetched && (await adoptPrefetchedList(services, prefetched))
  if (prerendered === undefined) render(<Root services={services} />)
  else hydrate(prerendered, services)
}

const OPTIONS: RootOptions = {
  // An error that a boundary caught is on the page, with its details, so it is not logged again.
  ...(!import.meta.env.DEV && { onCaughtError: () => undefined }),
  onUncaughtError: renderFatalError,
  // React has recovered by rendering anew. If that fails, too, an error boundary catches it.
  onRecoverableError: () => undefined,
}

function Root({ services }: { services: Services }) {
  return (
    <StrictMode>
      {/* Transitions are off, or the search box would lag behind what is typed. */}
      <BrowserRouter basename={BASE_PATH} useTransitions={false}>
        <Contained>
          <App services={services} />
        </Contained>
      </BrowserRouter>
    </StrictMode>
  )
}

/** Renders a page in place of the message that the app is starting. */
function render(page: ReactNode): void {
  createRoot(document.querySelector('#root') ?? document.body, OPTIONS).render(page)
}

/**
 * Has React hydrate the prerendered page: its elements become those of the app. React renders the
 * page anew if it differs from what the app renders, for example because a translation has changed
 * it.
 *
 * All of it happens in one task, so that nothing can be pressed in between.
 */
function hydrate({ page, pressToRepeat }: StoppedPage, services: Services): void {
  const repeatInApp = takeOver(page, pressToRepeat())
  document.querySelector('#root > .starting')?.remove()
  const app = <Root services={services} />
  const root = hydrateRoot(page, app, OPTIONS)
  // React would hydrate when it has time. Rendering the same element once more has it begin now.
  flushSync(() => root.render(app))
  delete page.dataset['prerendered']
  repeatInApp()
}

/**
 * Adds the slash that is missing when a host serves the page at the base path without it. The app
 * is meant there, too.
 */
function addClosingSlash(): void {
  const { pathname, search, hash } = window.location
  if (`${pathname}/` === BASE_PATH) window.history.replaceState(null, '', BASE_PATH + search + hash)
}

/**
 * Says whether the address is below the base path. Upper and lower case are the same, as they are
 * for the router.
 */
function isBelowBasePath(): boolean {
  return window.location.pathname.toLowerCase().startsWith(BASE_PATH.toLowerCase())
}

/**
 * Shows an error page when the app could not start, or when not even its own error page could be
 * rendered. It does not use React, so that nothing is left to fail.
 */
function renderFatalError(): void {
  const reload = Object.assign(document.createElement('button'), { textContent: 'Reload' })
  reload.addEventListener('click', () => window.location.reload())
  const alert = Object.assign(document.createElement('div'), { role: 'alert', className: 'starting' })
  alert.append('Petstore Admin stopped working. Reload the page to continue.', reload)
  document.querySelector('#root')?.replaceChildren()
  document.body.append(alert)
}

async function startDemo({ environments }: Config): Promise<Demo | undefined> {
  const demo = environments.find(({ kind }) => kind === 'demo')
  if (WITH_MOCKS && demo !== undefined) {
    try {
      const mocks = await import('./mocks/demo.tsx')
      return await mocks.startDemo(demo.baseUrl)
    } catch {
      // The browser blocks site data. The pages of the demo say so, and other environments work.
      return undefined
    }
  }
  // The worker of a demo that was once served here would respond instead of the real service.
  // Without https there are no workers.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  workers
    ?.getRegistration(BASE_PATH)
    // A worker with a shorter scope belongs to another deployment.
    .then((worker) => worker?.scope === location.origin + BASE_PATH && worker.unregister())
    .catch(() => undefined)
  return undefined
}
