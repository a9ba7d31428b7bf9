import { useId, useState } from 'react'
import { downloadCsv } from '#src/browser/download.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { guardCell, guardCellAndDigits } from '#src/lib/csv.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './DownloadCsv.module.css'
import type { Pet, PetStatus } from './pet.ts'
import { petsCsv, petsCsvName } from './pets-csv.ts'

type DownloadCsvProps = {
  /** As they are shown. The same array until they change: then "Downloaded 34 pets." is over. */
  pets: readonly Pet[]
  status?: PetStatus | undefined
  isTruncated: boolean
}

export function DownloadCsv({ pets, status, isTruncated }: DownloadCsvProps) {
  const { id: environmentId, categories: labels } = useEnvironment()
  const menu = useId()
  const [downloaded, setDownloaded] = useState<readonly Pet[]>()
  const download = (guard: typeof guardCell) => {
    downloadCsv(petsCsvName(environmentId, status, isTruncated), petsCsv(pets, labels, guard))
    setDownloaded(pets)
  }

  return (
    <div className="row gap-3">
      <div className={styles['choices']}>
        <Button variant="quiet" icon="download" onClick={() => download(guardCell)}>
          Download CSV
        </Button>
        <Button variant="quiet" popoverTarget={menu} aria-label="Other CSV formats">
          <Icon name="chevron" />
        </Button>
        <div id={menu} popover="auto" className={`float menu ${styles['menu']}`}>
          <Button
            variant="quiet"
            popoverTarget={menu}
            popoverTargetAction="hide"
            onClick={() => download(guardCellAndDigits)}
          >
            CSV for spreadsheet programs (keeps long IDs exact)
          </Button>
        </div>
      </div>
      <p role="status" className="small">
        {downloaded === pets ? `Downloaded ${counted(pets.length, 'pet')}.` : ''}
        {downloaded === pets && isTruncated ? ' The service may have more.' : ''}
      </p>
    </div>
  )
}
