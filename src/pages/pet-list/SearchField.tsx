import { useId, useState } from 'react'
import { isComposing } from '#src/lib/is-composing.ts'
import { FieldError } from '#src/ui/FieldError.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './SearchField.module.css'

/** The text is part of the address, and servers reject addresses of many kilobytes on the next reload. Characters. */
const MAX_SEARCH_LENGTH = 500

export function SearchField({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  const id = useId()
  const [isTooLong, setIsTooLong] = useState(false)

  const apply = (typed: string) => {
    // A longer text from the address can be shortened step by step.
    const fits = typed.length <= Math.max(MAX_SEARCH_LENGTH, q.length)
    setIsTooLong(!fits)
    if (fits) onChange(typed)
  }

  return (
    <div className={styles['field']}>
      <label className={styles['search']}>
        <Icon name="search" />
        <span className={styles['label']}>Search these pets</span>
        <input
          data-slot="search"
          type="search"
          value={q}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? `${id}-error` : undefined}
          onChange={(event) => apply(event.target.value)}
          onBlur={() => setIsTooLong(false)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && q !== '' && !isComposing(event.nativeEvent)) apply('')
          }}
        />
      </label>
      {isTooLong ? (
        <div role="alert">
          <FieldError
            id={`${id}-error`}
            error={`Search text must be ${MAX_SEARCH_LENGTH} characters or fewer`}
          />
        </div>
      ) : null}
    </div>
  )
}
