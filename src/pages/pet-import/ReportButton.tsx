import { downloadText } from '#src/browser/download.ts'
import type { ImportRecord, ImportRow } from '#src/importer/import-journal.ts'
import { reportCsv } from '#src/importer/report.ts'
import { Button } from '#src/ui/Button.tsx'
import { reportName } from './import-messages.ts'

export function ReportButton({ record, rows }: { record: ImportRecord; rows: readonly ImportRow[] }) {
  return (
    <Button
      icon="download"
      onClick={() =>
        void reportCsv(record.header, rows).then((parts) => downloadText(reportName(record), parts))
      }
    >
      Download report
    </Button>
  )
}
