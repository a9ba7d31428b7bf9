import { useSyncExternalStore } from 'react'
import type { Controls, NextResponse } from './controls.ts'
import type { PetstoreDb } from './db.ts'
import styles from './DemoPanel.module.css'
import sampleUrl from './sample.csv?url'

/** By milliseconds. */
const LATENCIES: Record<number, string> = { 0: 'None', 300: '300 ms', 2000: '2 s', 8000: '8 s' }

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
  return (
    <aside className={`float no-print ${styles['panel']}`} aria-label="Demo controls">
      <details>
        <summary>Demo controls</summary>
        <div className={`stack gap-3 ${styles['body']}`}>
          <Select
            label="Response delay"
            options={LATENCIES}
            value={latencyMs}
            onChange={(value) => controls.set({ latencyMs: Number(value) })}
          />
          <Select
            label="Next response"
            options={NEXT_RESPONSES}
            value={nextResponse}
            onChange={(value) => controls.set({ nextResponse: value as NextResponse })}
          />
          <label className="checkbox">
            <input
              type="checkbox"
              checked={afterRemoval}
              onChange={({ target }) => controls.set({ afterRemoval: target.checked })}
            />
            <span>After 5 December 2030 (single pets removed)</span>
          </label>
          {/* Most rows are ready, the others have what goes wrong in practice. */}
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

type SelectProps = {
  label: string
  options: Readonly<Record<string, string>>
  value: string | number
  onChange: (value: string) => void
}

function Select({ label, options, value, onChange }: SelectProps) {
  return (
    <label className="field">
      <span className="small">{label}</span>
      <select className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        {Object.entries(options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
