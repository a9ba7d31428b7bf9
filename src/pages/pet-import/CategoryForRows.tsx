import { useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { CategoryField } from '#src/pets/CategoryField.tsx'
import { categoryBeginningWith } from '#src/pets/match-categories.ts'
import { parseCategory } from '#src/pets/validate-new-pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { counted } from './import-messages.ts'
import styles from './CategoryForRows.module.css'

type CategoryForRowsProps = {
  /** What stands in these rows where a category is expected. */
  word: string
  count: number
  onChoose: (category: string) => void
}

/** One category for all rows that have the same word. */
export function CategoryForRows({ word, count, onChoose }: CategoryForRowsProps) {
  const field = useRef<HTMLInputElement>(null)
  const { categories } = useEnvironment()
  const [typed, setTyped] = useState(() => categoryBeginningWith(word, categories)?.text ?? '')
  const [error, setError] = useState<string>()
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const parsed = parseCategory(typed, categories)
        setError(parsed.error)
        if (parsed.error === undefined) onChoose(typed.trim())
        else field.current?.focus()
      }}
    >
      <CategoryField
        ref={field}
        fieldLabel="Category"
        accessibleName={word === '' ? 'Category for rows without one' : `Category for “${word}”`}
        value={typed}
        onChange={setTyped}
        error={error}
      />
      <Button type="submit">Use for {counted(count, 'row', 'rows')}</Button>
    </form>
  )
}
