import type { ReadyReview } from '#src/importer/ready-review.ts'
import type { ReviewStore } from '#src/importer/review.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { counted, importedBeforeDetails, importedBeforeMessage } from './import-messages.ts'

/** The same rows were imported before on this device, perhaps in parts, or the file is the report of an import. */
export function ImportedBeforeAlert({ review, store }: { review: ReadyReview; store: ReviewStore }) {
  const { sheet, before, includesSettled } = review
  if (before.imports.length === 0 && before.settled.size === 0) return null
  const notSettled = sheet.rows.filter(({ number }) => !before.settled.has(number)).length
  return (
    <Alert
      tone="attention"
      message={importedBeforeMessage(before)}
      facts={importedBeforeDetails(before.imports, includesSettled)}
    >
      <Button onClick={() => store.includeSettled(!includesSettled)}>
        {!includesSettled
          ? `Import all ${counted(sheet.rows.length, 'row', 'rows')} again`
          : notSettled === 0
            ? 'Leave out the imported rows'
            : `Import the ${counted(notSettled, 'row', 'rows')} not added`}
      </Button>
    </Alert>
  )
}
