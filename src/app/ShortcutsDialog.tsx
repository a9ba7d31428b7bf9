import { useState } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { servicePath } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { SHORTCUTS, shortcutsAreOn, switchShortcuts } from './shortcuts.ts'
import styles from './ShortcutsDialog.module.css'

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { id } = useEnvironment()
  const [on, setOn] = useState(shortcutsAreOn)
  return (
    <Modal title="Keyboard shortcuts" focusTitle onClose={onClose}>
      <p>
        Something not working? Open{' '}
        <Link to={servicePath(id)} onClick={onClose}>
          Service
        </Link>
        .
      </p>
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
      <Button onClick={onClose}>Close</Button>
    </Modal>
  )
}
