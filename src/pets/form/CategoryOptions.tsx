import { BidiText } from '#src/ui/BidiText.tsx'
import type { useListbox } from '#src/ui/use-listbox.ts'
import styles from './CategoryField.module.css'

type CategoryOptionsProps = {
  options: readonly { readonly id: string; readonly label: string }[]
  /** The ID of the category that the field names. */
  chosen: string | undefined
  listbox: Pick<ReturnType<typeof useListbox<string>>, 'list' | 'option'>
}

/** The list of categories below the field. */
export function CategoryOptions({ options, chosen, listbox }: CategoryOptionsProps) {
  return (
    <div {...listbox.list} className={`listbox float ${styles['options']}`}>
      {options.map(({ id, label }) => (
        <div key={id} {...listbox.option(id)} className="row gap-1" data-chosen={id === chosen || undefined}>
          <BidiText text={label} /> <span className="small">(ID {id})</span>
        </div>
      ))}
    </div>
  )
}
