import { useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { CategoryField } from '#src/pets/CategoryField.tsx'
import { PET_STATUSES } from '#src/pets/pet.ts'
import { statusText } from '#src/pets/status-text.ts'
import { parseCategory } from '#src/pets/validate-new-pet.ts'
import type { ProblemGroup } from '#src/spreadsheet/check-row.ts'
import { Button } from '#src/ui/Button.tsx'
import { counted } from './import-messages.ts'
import styles from './Reasons.module.css'

type FixWordProps = { group: ProblemGroup; onApply: (text: string) => void }

/** The form takes the place of the button that was pressed. */
const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** One category, or one status, for all rows that have the same word. */
export function FixWord({ group, onApply }: FixWordProps) {
  const { suggestion, rows } = group
  const { field, word } = group.problem
  const { categories } = useEnvironment()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  if (isOpen)
    return (
      <form
        ref={focusField}
        className={`row ${styles['fix']}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const wrong = parseCategory(typed, categories).error
          setError(wrong)
          if (wrong === undefined) onApply(typed.trim())
          else focusField(event.currentTarget)
        }}
      >
        <CategoryField
          fieldLabel="Category"
          accessibleName={word === '' ? 'Category for rows without one' : `Category for “${word}”`}
          value={typed}
          onChange={setTyped}
          error={error}
        />
        <Button type="submit">Use for {counted(rows.length, 'row')}</Button>
      </form>
    )
  const others = [...PET_STATUSES, undefined].filter((status) => status !== suggestion?.text)
  return (
    <>
      {suggestion === undefined ? null : (
        <Button onClick={() => onApply(suggestion.text)}>Apply “{suggestion.label}”</Button>
      )}
      {field === 'category' ? (
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          {suggestion === undefined ? 'Choose a category' : 'Another category'}
        </Button>
      ) : (
        others.map((status) => (
          <Button key={status ?? ''} variant="quiet" onClick={() => onApply(status ?? '')}>
            {statusText(status)}
          </Button>
        ))
      )}
    </>
  )
}
