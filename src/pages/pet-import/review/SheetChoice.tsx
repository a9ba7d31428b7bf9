import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { useStore } from '#src/ui/use-store.ts'
import type { Review } from './review.ts'
import type { ReviewStore } from './review-store.ts'

/**
 * Says which sheet of a workbook was read, and offers the others, if there are several with rows.
 */
export function SheetChoice({ review, store }: { review: Review; store: ReviewStore }) {
  const { sheetNames = [], sheetName } = review
  const { sheetBeingRead } = useStore(store)
  if (sheetNames.length < 2) return null
  if (!store.canChangeSheet()) return <p className="small">To read another sheet, choose the file again.</p>
  return (
    <label className="row">
      Sheet
      <select
        className="input"
        value={sheetBeingRead ?? sheetName}
        onChange={({ target }) => void store.chooseSheet(target.value)}
      >
        {sheetNames.map((name) => (
          <option key={name} value={name}>
            {bidiIsolate(name)}
          </option>
        ))}
      </select>
    </label>
  )
}
