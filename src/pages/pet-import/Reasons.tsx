import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { CategoryField } from '#src/pets/CategoryField.tsx'
import { PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { parseCategory } from '#src/pets/validate-new-pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { counted } from './import-messages.ts'
import styles from './Reasons.module.css'

/** Why some rows deserve a look. */
export type Reason = {
  readonly key: string
  readonly message: ReactNode
  readonly count: number
  /** What can be done about all of them at once. */
  readonly fix?: Fix | undefined
  readonly confirm?: { readonly label: string; readonly onConfirm: () => void } | undefined
}

/** A word that is no category, or no status, in all these rows. */
type Fix = {
  readonly field: 'category' | 'status'
  readonly word: string
  /** What it most likely means: its text, and how that is called. */
  readonly suggestion: { readonly text: string; readonly label: string } | undefined
  readonly onApply: (text: string) => void
}

type ReasonsProps = {
  title: string
  tone: 'bad' | 'attention'
  reasons: readonly Reason[]
  onShow: (key: string) => void
}

/** More would push the table out of sight, and each row of a large file may have a reason of its own. */
const FEW = 5
export const MAX_REASONS = 100

export function Reasons({ title, tone, reasons, onShow }: ReasonsProps) {
  const id = useId()
  const [showsAll, setShowsAll] = useState(false)
  if (reasons.length === 0) return null
  const isFolded = !showsAll && reasons.length > FEW + 1
  const rest = reasons.length - MAX_REASONS
  const suggested = reasons.flatMap(({ fix }) => (fix?.suggestion === undefined ? [] : [fix]))
  return (
    <section className={styles['reasons']} data-tone={tone} aria-labelledby={id}>
      <div className={styles['head']}>
        <h2 id={id}>{title}</h2>
        {suggested.length < 2 ? null : (
          <Button
            onClick={() => {
              for (const { suggestion, onApply } of suggested) onApply(suggestion?.text ?? '')
            }}
          >
            Apply {suggested.length} suggestions
          </Button>
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" aria-labelledby={id} className="card divided">
        {reasons
          .slice(0, isFolded ? FEW : MAX_REASONS)
          .map(({ key, message, count, fix, confirm }, index) => (
            <li key={key}>
              <p id={`${id}-${index}`} className={styles['reason']}>
                <span>{message}</span>
                <span className="small"> {counted(count, 'row', 'rows')}</span>
              </p>
              {fix === undefined ? null : <FixAll fix={fix} count={count} describedBy={`${id}-${index}`} />}
              {confirm === undefined ? null : <Button onClick={confirm.onConfirm}>{confirm.label}</Button>}
              <Button variant="quiet" aria-describedby={`${id}-${index}`} onClick={() => onShow(key)}>
                Show these rows
              </Button>
            </li>
          ))}
      </ul>
      {isFolded ? (
        <div>
          <Button onClick={() => setShowsAll(true)}>
            Show {rest > 0 ? 'the first' : 'all'} {formatNumber(Math.min(reasons.length, MAX_REASONS))}
          </Button>
        </div>
      ) : rest > 0 ? (
        <p className="small">{formatNumber(rest)} more are in the table.</p>
      ) : null}
    </section>
  )
}

/** One category, or one status, for all rows that have the same word. */
function FixAll({ fix, count, describedBy }: { fix: Fix; count: number; describedBy: string }) {
  const { field, word, suggestion, onApply } = fix
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { categories } = useEnvironment()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState(field === 'status' ? 'available' : '')
  const [error, setError] = useState<string>()
  const what = field === 'status' ? 'status' : 'category'
  // It takes the place of the button that was pressed.
  useEffect(() => {
    if (isOpen || error !== undefined) form.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [isOpen, error])
  if (!isOpen)
    return (
      <>
        {suggestion === undefined ? null : (
          <Button aria-describedby={describedBy} onClick={() => onApply(suggestion.text)}>
            Apply “{suggestion.label}”
          </Button>
        )}
        <Button variant="quiet" aria-describedby={describedBy} onClick={() => setIsOpen(true)}>
          {suggestion === undefined ? `Choose a ${what}` : `Another ${what}`}
        </Button>
      </>
    )
  return (
    <form
      ref={form}
      className={styles['fix']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = field === 'status' ? undefined : parseCategory(typed, categories).error
        setError(wrong)
        if (wrong === undefined) onApply(typed.trim())
      }}
    >
      {field === 'status' ? (
        <>
          <label htmlFor={id}>Status for “{word}”</label>
          <select id={id} className="input" value={typed} onChange={(event) => setTyped(event.target.value)}>
            {PET_STATUSES.map((status) => (
              <option key={status} value={status}>
                {statusText(status)}
              </option>
            ))}
            <option value="">{statusText(undefined)}</option>
          </select>
        </>
      ) : (
        <CategoryField
          fieldLabel="Category"
          accessibleName={word === '' ? 'Category for rows without one' : `Category for “${word}”`}
          value={typed}
          onChange={setTyped}
          error={error}
        />
      )}
      <Button type="submit">Use for {counted(count, 'row', 'rows')}</Button>
    </form>
  )
}
