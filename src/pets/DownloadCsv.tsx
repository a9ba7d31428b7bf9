import { useEffect, useId, useRef, useState } from 'react'
import { loadInTime } from '#src/browser/load-in-time.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './DownloadCsv.module.css'
import type { Pet, PetStatus } from './pet.ts'
import type { CsvForm } from './pets-csv.ts'

type DownloadCsvProps = {
  /** As they are shown. The same array until they change: then "Downloaded 34 pets." is over. */
  pets: readonly Pet[]
  /** That of the filter. */
  status?: PetStatus | undefined
  /** The service may have more pets. */
  isTruncated: boolean
}

type Outcome =
  | { kind: 'loading' }
  | { kind: 'downloaded'; pets: readonly Pet[]; message: string }
  | { kind: 'failed'; form: CsvForm }

export function DownloadCsv({ pets, status, isTruncated }: DownloadCsvProps) {
  const { id: environmentId, categories: labels } = useEnvironment()
  const menu = useId()
  const hint = useId()
  const root = useRef<HTMLDivElement>(null)
  const [outcome, setOutcome] = useState<Outcome>()
  const busy = outcome?.kind === 'loading'
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  const download = (form: CsvForm) => {
    setOutcome({ kind: 'loading' })
    void loadInTime(import('./download-pets-csv.ts'))
      .then<Outcome, Outcome>(
        ({ downloadPetsCsv }) => {
          // The person may have signed out.
          if (isGone.current) return { kind: 'loading' }
          const message = downloadPetsCsv({ pets, labels, form, environmentId, status, isTruncated })
          return { kind: 'downloaded', pets, message }
        },
        () => ({ kind: 'failed', form }),
      )
      .then(setOutcome)
  }

  return (
    <div ref={root} className={styles['download']}>
      <div className={styles['choices']}>
        <Button icon="download" busy={busy} onClick={() => download('plain')}>
          Download CSV
        </Button>
        <Button popoverTarget={menu} aria-label="Other CSV formats">
          <Icon name="chevron" />
        </Button>
        <div id={menu} popover="auto" className={styles['menu']}>
          <Button
            variant="quiet"
            busy={busy}
            popoverTarget={menu}
            popoverTargetAction="hide"
            aria-describedby={hint}
            onClick={() => download('spreadsheet')}
          >
            CSV for spreadsheet programs
          </Button>
          <p id={hint} className="small">
            Keeps long IDs exact in Excel and LibreOffice
          </p>
        </div>
      </div>
      <p role="status" className="small">
        {outcome?.kind === 'downloaded' && outcome.pets === pets ? outcome.message : ''}
      </p>
      {outcome?.kind === 'failed' ? (
        <Alert message="The CSV file could not be created, because part of the app did not load. Check your connection and try again, or reload.">
          <Button
            onClick={() => {
              // This button disappears with the error.
              root.current?.querySelector('button')?.focus()
              download(outcome.form)
            }}
          >
            Try again
          </Button>
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </Alert>
      ) : null}
    </div>
  )
}
