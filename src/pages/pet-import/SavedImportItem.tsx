import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { SavedImport } from '#src/outbox/imports.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { countsText, FOR_ANOTHER_TAB, importName } from './import-messages.ts'

type SavedImportItemProps = {
  saved: SavedImport
  onResume: () => void
  onOpen: () => void
  onDownload: () => void
  onDiscard: () => void
}

export function SavedImportItem(props: SavedImportItemProps) {
  const { saved, onResume, onOpen, onDownload, onDiscard } = props
  const { name: environmentName, baseUrl } = useEnvironment()
  const { record, counts, isOpenInAnotherTab, canBeChanged } = saved
  const isOfOldAddress = record.baseUrl !== absoluteUrl(baseUrl)
  const canOpen = !isOfOldAddress && !isOpenInAnotherTab && canBeChanged
  const canResume = canOpen && counts.waiting > 0
  // It can be opened without being resumed, because somebody who wants to look at unknown rows need
  // not send those that wait.
  const canOpenOnly = canOpen && (counts.waiting === 0 || counts.unknown + counts.held > 0)
  return (
    <li className="split">
      <div>
        <h3>
          <BidiText text={importName(record)} />
        </h3>
        <p className="small">
          {/* The time is isolated, because an Arabic one would pull the count after it to its
              other side. */}
          <bdi>{formatTime(record.startedAt)}</bdi> · {countsText(counts)}
        </p>
        {isOpenInAnotherTab && <p>Open in another tab.</p>}
        {!canBeChanged && <p>{FOR_ANOTHER_TAB}</p>}
        {isOfOldAddress && (
          <p>
            Started for {record.baseUrl}. {environmentName} now uses another address, so this import cannot
            continue.
          </p>
        )}
      </div>
      <div className="actions">
        {canResume && (
          <Button variant="primary" onClick={onResume}>
            Resume
          </Button>
        )}
        {canOpenOnly && <Button onClick={onOpen}>Open</Button>}
        <Button variant="quiet" onClick={onDownload}>
          Download report
        </Button>
        {!isOpenInAnotherTab && canBeChanged && (
          <Button variant="danger" onClick={onDiscard}>
            Discard
          </Button>
        )}
      </div>
    </li>
  )
}
