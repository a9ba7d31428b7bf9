import { useState, useSyncExternalStore } from 'react'
import type { Controls, NextResponse } from './controls.ts'
import type { PetstoreDb } from './db.ts'
import styles from './DemoPanel.module.css'

const LATENCIES: readonly (readonly [milliseconds: number, label: string])[] = [
  [0, 'None'],
  [300, '300 ms'],
  [2000, '2 s'],
  [8000, '8 s'],
]

const NEXT_RESPONSES: Record<NextResponse, string> = {
  normal: 'Normal',
  '401': '401: key not accepted',
  '400': '400: rejected',
  '500': '500: server error',
  'lost-before': 'Connection lost before saving',
  'lost-after': 'Connection lost after saving',
  'not-json': 'Not JSON',
}

/** Controls to see every state of the app. It is a landmark: render it outside of `main`. */
export function DemoPanel({ db, controls }: { db: PetstoreDb; controls: Controls }) {
  const { latencyMs, nextResponse, afterRemoval } = useSyncExternalStore(controls.subscribe, controls.get)
  const [isReset, setIsReset] = useState(false)

  const change: Controls['set'] = (part) => {
    setIsReset(false)
    controls.set(part)
  }

  return (
    <aside className={styles['panel']} aria-label="Demo controls">
      <details>
        <summary className={styles['summary']}>Demo controls</summary>
        <div className={styles['body']}>
          <label className={styles['field']}>
            <span>Response delay</span>
            <select value={latencyMs} onChange={({ target }) => change({ latencyMs: Number(target.value) })}>
              {LATENCIES.map(([milliseconds, label]) => (
                <option key={milliseconds} value={milliseconds}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label className={styles['field']}>
            <span>Next response</span>
            <select
              value={nextResponse}
              onChange={({ target }) => change({ nextResponse: target.value as NextResponse })}
            >
              {Object.entries(NEXT_RESPONSES).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <label className={styles['check']}>
            <input
              type="checkbox"
              checked={afterRemoval}
              onChange={({ target }) => change({ afterRemoval: target.checked })}
            />
            <span>After 5 December 2030 (single pets removed)</span>
          </label>
          <button
            type="button"
            className={styles['control']}
            onClick={() => {
              db.reset()
              controls.reset()
              setIsReset(true)
            }}
          >
            Reset demo data
          </button>
          <p role="status" className={styles['status']}>
            {isReset ? 'Demo data reset. Refresh to see it.' : ''}
          </p>
        </div>
      </details>
    </aside>
  )
}
