import type { ReadyReview } from '#src/importer/ready-review.ts'
import type { ReviewStore } from '#src/importer/review.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { counted, importedBeforeDetails, importedBeforeMessage } from './import-messages.ts'

/** The same rows were imported before on this device, perhaps in parts, or the file is the report of an import. */
export function ImportedBeforeAlert({ review, store }: { review: ReadyReview; store: ReviewStore }) {
  const { sheet, before, includesLeftOut } = review
  if (before.imports.length === 0 && before.leftOut.size === 0) return null
  return (
    <Alert
      tone="attention"
      message={importedBeforeMessage(before)}
      facts={importedBeforeDetails(before.imports, includesLeftOut)}
    >
      <Button onClick={() => void store.includeLeftOut(!includesLeftOut)}>
        {includesLeftOut
          ? 'Leave out the rows of earlier imports'
          : `Import all ${counted(sheet.rows.length, 'row', 'rows')} again`}
      </Button>
    </Alert>
  )
}
