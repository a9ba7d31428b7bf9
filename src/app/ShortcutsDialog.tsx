import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { findShortcut, shortcutsAreOn, switchShortcuts } from './shortcuts.ts'
import styles from './ShortcutsDialog.module.css'

const SHORTCUTS = [
  { keys: findShortcut(), does: 'Find a pet' },
  { keys: '/', does: 'Search these pets' },
  { keys: 'n', does: 'Add a pet' },
  { keys: 'g p', does: 'Go to pets' },
  { keys: 'g o', does: 'Go to overview' },
  { keys: 'g i', does: 'Go to import' },
  { keys: 'g s', does: 'Go to service' },
  { keys: 'p', does: 'Print the label of this pet, or these labels' },
  { keys: '?', does: 'Show keyboard shortcuts' },
] as const

type ShortcutsDialogProps = { environmentId: string; onClose: () => void }

export function ShortcutsDialog({ environmentId, onClose }: ShortcutsDialogProps) {
  const [on, setOn] = useState(shortcutsAreOn)
  return (
    <Modal title="Keyboard shortcuts" focusTitle onClose={onClose}>
      <p>
        Something not working? Open{' '}
        <Link to={`/${environmentId}/service`} onClick={onClose}>
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
