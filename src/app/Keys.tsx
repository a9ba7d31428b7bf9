import { useState } from 'react'
import styles from './HelpDialog.module.css'
import { SHORTCUTS, shortcutsAreOn, switchShortcuts } from './shortcuts.ts'

/** Lists the keyboard shortcuts, and switches them on and off. */
export function Keys() {
  const [on, setOn] = useState(shortcutsAreOn)
  return (
    <section aria-labelledby="keys">
      <h3 id="keys">Keyboard</h3>
      <dl className={`stack gap-2 ${styles['list']}`}>
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={keys} className="row">
            <dt className="row gap-1">
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={`checkbox ${styles['switch']}`}>
        <input
          type="checkbox"
          checked={on}
          onChange={() => {
            switchShortcuts(!on)
            setOn(!on)
          }}
        />
        <span>Use keyboard shortcuts</span>
      </label>
    </section>
  )
}
