import { useEffect, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import type { Importer, ImporterSnapshot, KeptImport } from '#src/importer/importer.ts'
import type { ImportRow } from '#src/importer/import-store.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { FieldError } from '#src/ui/FieldError.tsx'
import { timeText } from '#src/lib/time-text.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { counted, countsText, importName } from './import-words.ts'
import { MendableRows } from './MendableRows.tsx'
import type { ReadyReview, ReviewStore } from './review.ts'
import { Isolated } from '#src/ui/Isolated.tsx'
import styles from './ReviewPanel.module.css'

type ReviewPanelProps = {
  review: ReadyReview
  store: ReviewStore
  importer: Importer
  snapshot: ImporterSnapshot
}

/** All rows as they would be sent, before anything is. */
export function ReviewPanel({ review, store, importer, snapshot }: ReviewPanelProps) {
  const { name: service, kind } = useEnvironment()
  const [problemsFirst, setProblemsFirst] = useState(false)
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>()
  const [isAsking, setIsAsking] = useState(false)
  const [accepted, setAccepted] = useState(false)
  const [acceptError, setAcceptError] = useState<string>()
  const acceptField = useRef<HTMLInputElement>(null)
  const [recordError, setRecordError] = useState(false)
  const { sheet, checks, repeats, input } = review

  const all = sheet.rows.map((_, position) => position)
  const included = leftOut === undefined ? all : all.filter((position) => !leftOut.has(position))
  const isSound = (position: number) => checks[position]?.newPet !== undefined
  const sound = included.filter(isSound)
  const bad = included.length - sound.length
  const shown = problemsFirst ? [...included.filter((position) => !isSound(position)), ...sound] : included
  const repeated = included.filter((position) => repeats.has(sheet.rows[position]?.number ?? 0)).length
  const isLasting = snapshot.isLasting ?? true
  const pets = counted(sound.length, 'pet', 'pets')

  const send = async () => {
    setIsAsking(false)
    try {
      await importer.start(
        { fileName: input.fileName, fileHash: input.hash, header: sheet.header, columns: review.columns },
        rowsToImport(review, included),
      )
      store.clear()
    } catch {
      setRecordError(true)
    }
  }

  const press = () => {
    if (!isLasting && !accepted) {
      setAcceptError('Tick this to go on without a record that lasts')
      acceptField.current?.focus()
      return
    }
    if (kind === 'production') setIsAsking(true)
    else void send()
  }

  return (
    <section className={styles['review']} aria-labelledby="review">
      <h2 id="review">
        <Isolated text={importName(input)} />: {counted(included.length, 'row', 'rows')}
      </h2>
      {sheet.notes.map((note) => (
        <p key={note} className={styles['note']}>
          {note}
        </p>
      ))}
      <SameFile
        kept={snapshot.kept.filter(({ record }) => record.fileHash === input.hash)}
        importer={importer}
        review={review}
        leftOut={leftOut}
        onLeaveOut={setLeftOut}
      />
      <p>
        {bad === 0
          ? 'Every row can be sent.'
          : `${counted(bad, 'row has', 'rows have')} a problem and will not be sent.`}
        {repeated === 0
          ? ''
          : ` ${counted(repeated, 'row repeats', 'rows repeat')} another row of this file; each is sent all the same.`}
      </p>
      {bad === 0 ? null : (
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={problemsFirst}
            onChange={(event) => setProblemsFirst(event.target.checked)}
          />
          <span>Show the rows with a problem first</span>
        </label>
      )}
      <MendableRows review={review} positions={shown} onMend={store.mend} />
      {isLasting ? null : (
        <div className={styles['accept']}>
          <ErrorAlert
            tone="attention"
            message="This browser does not let the app keep a record of the import. After a reload or a crash nobody could tell which rows were sent."
          />
          <FieldError id="accept-error" error={accepted ? undefined : acceptError} />
          <label className={styles['check']}>
            <input
              ref={acceptField}
              type="checkbox"
              aria-required
              checked={accepted}
              aria-invalid={acceptError !== undefined && !accepted ? true : undefined}
              aria-describedby={acceptError !== undefined && !accepted ? 'accept-error' : undefined}
              onChange={(event) => setAccepted(event.target.checked)}
            />
            <span>Go on although a reload loses the record</span>
          </label>
        </div>
      )}
      {recordError ? (
        <ErrorAlert message="The record of this import could not be written to this device, so nothing was sent. Make room on the disk and press the button again." />
      ) : null}
      {sound.length === 0 ? (
        <p>There is no row to send.</p>
      ) : (
        <div className={styles['actions']}>
          <Button variant="primary" aria-describedby="add-many-to" onClick={press}>
            Add {pets}
          </Button>
          <span id="add-many-to">to {service}</span>
        </div>
      )}
      {isAsking ? (
        <Modal title={`Add ${pets} to ${service}?`} onClose={() => setIsAsking(false)}>
          <p className={styles['question']}>
            {service} is a production environment. The service can neither change nor remove a pet once it is
            added.
          </p>
          <div className={styles['actions']}>
            <Button variant="primary" onClick={() => void send()}>
              Add to {service}
            </Button>
            <Button onClick={() => setIsAsking(false)}>Not now</Button>
          </div>
        </Modal>
      ) : null}
    </section>
  )
}

type SameFileProps = {
  kept: readonly KeptImport[]
  importer: Importer
  review: ReadyReview
  leftOut: ReadonlySet<number> | undefined
  onLeaveOut: (positions: ReadonlySet<number> | undefined) => void
}

/** The same bytes were imported before on this device, perhaps in parts. */
function SameFile({ kept, importer, review: { sheet }, leftOut, onLeaveOut }: SameFileProps) {
  const [before, setBefore] = useState<readonly ImportRow[]>()
  const ids = kept.map(({ record }) => record.id).join(' ')
  useEffect(() => {
    if (ids === '') return
    let isCurrent = true
    const read = async () => {
      const rows = await Promise.all(ids.split(' ').map((id) => importer.rowsOf(id)))
      if (isCurrent) setBefore(rows.flat())
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [ids, importer])
  if (kept.length === 0 || before === undefined) return null
  // An unknown row may have been added: it is settled in its own import, and not sent here once more.
  const settled = new Set(
    before
      .filter(({ outcome }) => outcome.kind !== 'rejected' && outcome.kind !== 'waiting')
      .map(({ number }) => number),
  )
  const notAdded = sheet.rows.filter(({ number }) => !settled.has(number)).length
  const times = kept.map(({ record, counts }) => `${timeText(record.startedAt)}, ${countsText(counts)}`)
  return (
    <ErrorAlert
      tone="attention"
      message={`This file was imported before: ${times.join('; ')}.`}
      facts={
        kept.some(({ counts }) => counts.unknown > 0)
          ? 'Unknown rows may have been added: settle them in that import.'
          : undefined
      }
    >
      {leftOut === undefined ? (
        notAdded === 0 ? null : (
          <Button
            onClick={() =>
              onLeaveOut(
                new Set(
                  sheet.rows.flatMap(({ number }, position) => (settled.has(number) ? [position] : [])),
                ),
              )
            }
          >
            Import only the {counted(notAdded, 'row that was', 'rows that were')} not added
          </Button>
        )
      ) : (
        <Button onClick={() => onLeaveOut(undefined)}>Import all rows again</Button>
      )}
    </ErrorAlert>
  )
}

function rowsToImport({ sheet, checks }: ReadyReview, positions: readonly number[]): ImportRow[] {
  return positions.flatMap((from, position) => {
    const row = sheet.rows[from]
    const check = checks[from]
    if (row === undefined || check === undefined) return []
    return [
      {
        position,
        number: row.number,
        cells: row.cells,
        newPet: check.newPet,
        outcome:
          check.newPet === undefined ? { kind: 'rejected', message: check.problem } : { kind: 'waiting' },
      } satisfies ImportRow,
    ]
  })
}
