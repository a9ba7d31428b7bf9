import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/App.tsx'
import { createServices, type DemoMode } from './app/services.ts'
import { ErrorBoundary } from './app/ErrorBoundary.tsx'
import { uncaughtErrors } from './app/uncaught-errors.ts'
import { applyTheme, storedTheme } from './app/theme.ts'
import { adoptPrefetchedList } from './bootstrap/adopt-prefetched-list.ts'
import type { Config, ConfigResult } from './config/config.ts'

applyTheme(storedTheme())
uncaughtErrors.listen()
void start()

// A function and not top-level await: parts that are loaded on the way import this very file's chunk, and would
// wait for it as it waits for them.
async function start(): Promise<void> {
  const root = createRoot(document.querySelector('#root') ?? document.body, {
    // What a boundary caught is on the page, with its details; the console stays free of it where people work.
    ...(!import.meta.env.DEV && { onCaughtError: () => undefined }),
    onUncaughtError: renderFatalError,
  })
  // What index.html has begun already (src/start); not in development, nor where a host's policy keeps it from running.
  const begun = window.bootstrapHandoff
  const result = await (begun?.config ?? readConfig())
  if (!result.ok) {
    const { ConfigProblemsPage } = await import('./app/ConfigProblemsPage.tsx')
    root.render(<ConfigProblemsPage problems={result.problems} />)
    return
  }
  const early = await begun?.list.catch(() => undefined)
  const services = createServices(result.config, {
    demo: await startDemo(result.config),
    prefetched: early,
  })
  if (early !== undefined) await adoptPrefetchedList(services, early)
  const isOnSkipLink = document.activeElement?.matches(SKIP_LINK) === true
  // At once, so that the focus is nowhere for no moment.
  flushSync(() =>
    root.render(
      <StrictMode>
        {/* An address changes in the same frame as the page, so that typing in the search box is never behind. */}
        <BrowserRouter useTransitions={false}>
          <ErrorBoundary>
            <App services={services} />
          </ErrorBoundary>
        </BrowserRouter>
      </StrictMode>,
    ),
  )
  if (isOnSkipLink) document.querySelector<HTMLElement>(SKIP_LINK)?.focus()
}

/** The first stop of the keyboard, of the page before the app (src/start) and of the app's own. */
const SKIP_LINK = 'a[href="#main"]'

/** Even the page that reports mistakes could not be drawn: without React, so that nothing is left to fail. */
function renderFatalError(): void {
  const words = document.createElement('p')
  words.setAttribute('role', 'alert')
  words.textContent = 'Petstore Admin stopped working. Reload the page to continue.'
  const reload = document.createElement('button')
  reload.textContent = 'Reload'
  reload.addEventListener('click', () => window.location.reload())
  const main = document.createElement('main')
  main.className = 'starting'
  main.append(words, reload)
  document.body.append(main)
}

async function readConfig(): Promise<ConfigResult> {
  return (await import('./config/read-config.ts')).readConfig()
}

async function startDemo({ environments }: Config): Promise<DemoMode | undefined> {
  const demo = environments.find(({ kind }) => kind === 'demo')
  if (WITH_MOCKS && demo !== undefined) {
    try {
      const mocks = await import('./mocks/browser.ts')
      return await mocks.startDemo(demo.baseUrl)
    } catch {
      // A browser that refuses service workers: the pages of the demo say so, other environments work.
      return undefined
    }
  }
  void unregisterWorkers()
  return undefined
}

/** A worker of a demo that was once served here would answer in the place of the real service. */
async function unregisterWorkers(): Promise<void> {
  try {
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((registration) => registration.unregister()))
  } catch {
    // No service workers in this browser, or not on this origin: then there is none to remove.
  }
}
