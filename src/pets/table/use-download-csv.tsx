import { useId, useState } from 'react'
import { downloadCsv } from '#src/browser/download.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { guardCell, guardCellAndDigits } from '#src/lib/csv.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './use-download-csv.module.css'
import type { Pet, PetStatus } from '#src/pets/pet.ts'
import { petsCsv, petsCsvName } from './pets-csv.ts'

/**
 * Returns the buttons, and the outcome of a press ("Downloaded 34 pets."), which the page shows
 * where it has room.
 *
 * @param pets the pets as they are shown; another array means that they have changed, and ends the
 * outcome
 */
export function useDownloadCsv(pets: readonly Pet[], isTruncated: boolean, status?: PetStatus) {
  const { id: environmentId, categories: labels } = useEnvironment()
  const menu = useId()
  const [downloaded, setDownloaded] = useState<readonly Pet[]>()
  const download = (guard: typeof guardCell) => {
    downloadCsv(petsCsvName(environmentId, status, isTruncated), petsCsv(pets, labels, guard))
    setDownloaded(pets)
  }

  const buttons = (
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
  )
  const said = `Downloaded ${counted(pets.length, 'pet')}. `
  // Others see this in the count beside it.
  const cut = isTruncated && (
    <span key="cut" className="visually-hidden">
      There may be more.
    </span>
  )
  return { buttons, outcome: <span role="status">{downloaded === pets && [said, cut]}</span> }
}
