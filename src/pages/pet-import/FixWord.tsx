import { useEffect, useId, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { CategoryField } from '#src/pets/CategoryField.tsx'
import { PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { parseCategory } from '#src/pets/validate-new-pet.ts'
import { suggestionFor, type RowProblem } from '#src/spreadsheet/check-row.ts'
import { Button } from '#src/ui/Button.tsx'
import { counted } from './import-messages.ts'
import styles from './Reasons.module.css'

type FixWordProps = { problem: RowProblem; count: number; onApply: (text: string) => void }

/** One category, or one status, for all rows that have the same word. */
export function FixWord({ problem, count, onApply }: FixWordProps) {
  const { field, word } = problem
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { categories } = useEnvironment()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState(field === 'status' ? 'available' : '')
  const [error, setError] = useState<string>()
  const suggestion = suggestionFor(problem, categories)
  // It takes the place of the button that was pressed.
  useEffect(() => {
    if (isOpen || error !== undefined) form.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [isOpen, error])
  if (!isOpen)
    return (
      <>
        {suggestion === undefined ? null : (
          <Button onClick={() => onApply(suggestion.text)}>Apply “{suggestion.label}”</Button>
        )}
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          {suggestion === undefined ? `Choose a ${field}` : `Another ${field}`}
        </Button>
      </>
    )
  return (
    <form
      ref={form}
      className={`row ${styles['fix']}`}
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
            {[...PET_STATUSES, undefined].map((status) => (
              <option key={status ?? ''} value={status ?? ''}>
                {statusText(status)}
              </option>
            ))}
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
      <Button type="submit">Use for {counted(count, 'row')}</Button>
    </form>
  )
}
