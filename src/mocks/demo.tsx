import { setupWorker } from 'msw/browser'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { BASE_PATH, OWN_PREFIX } from '#src/lib/base-path.ts'
import { type Controls, createControls, NEXT_RESPONSES, type NextResponse } from './controls.ts'
import { createPetstoreDb, type PetstoreDb } from './db.ts'
import styles from './DemoPanel.module.css'
import { createHandlers, DEMO_KEY } from './handlers.ts'
import sampleUrl from './sample.csv?url'

/**
 * Starts the mocked petstore in this page; it is called once. It resolves when requests to
 * `baseUrl` (absolute, or a path on this origin) are mocked, while all others pass through. It
 * never resolves when msw reloads the page.
 *
 * @throws (rejects) when the browser refuses the service worker
 */
export async function startDemo(baseUrl: string) {
  const name = `${OWN_PREFIX}demo.pets`
  const persistence = {
    load: () => localStorage.getItem(name),
    save: (text: string) => localStorage.setItem(name, text),
  }
  const db = createPetstoreDb({ persistence })
  const controls = createControls()
  const absolute = new URL(baseUrl, location.origin).href.replace(/\/+$/, '')
  const worker = setupWorker(...createHandlers({ baseUrl: absolute, db, controls, key: DEMO_KEY }))
  const { href: url } = new URL(`${BASE_PATH}mockServiceWorker.js`, location.origin)
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass', serviceWorker: { url } })
  // Without service workers (plain http on a host other than localhost) msw patches fetch in the
  // page. A page that was loaded with Shift+Reload is not controlled by its worker. msw then
  // reloads it, but resolves earlier, and requests in between would not be mocked, so this waits
  // until the page is gone. A page below a path may first be controlled by the worker of a demo
  // above it.
  while ('serviceWorker' in navigator && navigator.serviceWorker.controller?.scriptURL !== url)
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  return { key: DEMO_KEY, Panel: () => <DemoPanel db={db} controls={controls} /> }
}

/** The labels of the delays in milliseconds. */
const LATENCIES: Record<number, string> = { 0: 'None', 300: '300 ms', 2000: '2 s', 8000: '8 s' }

/**
 * Shows controls with which one can see every state of the app. It is a landmark, so render it
 * outside of `main`.
 */
function DemoPanel({ db, controls }: { db: PetstoreDb; controls: Controls }) {
  const { latencyMs, nextResponse, afterRemoval } = useSyncExternalStore(controls.subscribe, controls.get)
  return (
    <aside className={`float no-print ${styles['panel']}`} aria-label="Demo controls">
      <details>
        <summary>Demo controls</summary>
        <div className={`stack gap-3 ${styles['body']}`}>
          <Select
            label="Response delay"
            options={LATENCIES}
            value={latencyMs}
            onChange={({ target }) => controls.set({ latencyMs: Number(target.value) })}
          />
          <Select
            label="Next response"
            options={NEXT_RESPONSES}
            value={nextResponse}
            onChange={({ target }) => controls.set({ nextResponse: target.value as NextResponse })}
          />
          <label className="checkbox">
            <input
              type="checkbox"
              checked={afterRemoval}
              onChange={({ target }) => controls.set({ afterRemoval: target.checked })}
            />
            <span>After 5 December 2030 (single pets removed)</span>
          </label>
          {/* Most rows of the sample are ready, and the others have what goes wrong in
              practice. */}
          <a href={sampleUrl} download="sample with problems.csv">
            Download a sample with problems
          </a>
          <button
            type="button"
            className="input"
            onClick={() => {
              db.reset()
              window.location.reload()
            }}
          >
            Reset demo data
          </button>
        </div>
      </details>
    </aside>
  )
}

type SelectProps = ComponentProps<'select'> & { label: string; options: Readonly<Record<string, string>> }

function Select({ label, options, ...select }: SelectProps) {
  return (
    <label className="field">
      <span className="small">{label}</span>
      <select className="input" {...select}>
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
