import { HttpError, isGivenUp } from '#src/http/errors.ts'
import { createEmitter } from '#src/lib/create-store.ts'
import { delay } from '#src/lib/delay.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import type { ImportJournal, ImportRow, OutcomeChange } from './import-journal.ts'
import type { ImportCounts, RowOutcome } from './import-types.ts'

export type PauseReason = 'user' | 'key' | 'offline' | 'consecutive-unknown' | 'storage'

export type RunState =
  | { readonly phase: 'running'; readonly waitingUntil?: number }
  /** The row on its way is still awaited. */
  | { readonly phase: 'pausing'; readonly reason: PauseReason }
  | { readonly phase: 'paused'; readonly reason: PauseReason }
  | { readonly phase: 'finished' }

export type ImportSnapshot = {
  readonly state: RunState
  readonly counts: ImportCounts
  /** Rows with an outcome, of the rows to send: those that a check rejected before count for neither. */
  readonly progress: { readonly done: number; readonly total: number }
  /** The same array until a row changes. */
  readonly rows: readonly ImportRow[]
}

/** What changed: how a row is, or what the run as a whole does. */
export type RunChange = 'row' | 'state'

/** Seconds to wait after a 429 that does not say how long, and at most after any answer (app-contract, "Importing"). */
const RETRY_AFTER_DEFAULT_S = 5
const RETRY_AFTER_MAX_S = 300

const MAX_CONSECUTIVE_UNKNOWN = 3

type RunOptions = {
  /** A row found `sending` was on its way when the tab died. */
  journal: Pick<ImportJournal, 'rows' | 'append'>
  createPet: (newPet: NewPet) => Promise<CreatePetOutcome>
  /** In words, for the record. */
  describe: (error: unknown) => string
  /** Resolves when a key is in force again, rejects when the person puts it off or `signal` ends the wait. */
  waitForKey: (signal: AbortSignal) => Promise<void>
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  now?: () => number
}

/** Which row goes next, and that what the service said of it is known. */
type Source = { readonly next: () => ImportRow | undefined; readonly done: () => void }

export const CRASHED_MESSAGE = 'The app closed while this row was being sent.'

/**
 * Sends the waiting rows one at a time in the order of the file: planned → sending → added, rejected or unknown.
 * That a row is on its way is on disk before its request, its outcome before the next one, so that a crash leaves one
 * unknown row at most, and a row is sent once unless a person says otherwise. Starts paused; no React, no browser.
 *
 * A row that is sent once more stays unknown until the service has said what it did with it: that the service did not
 * act on the second request says nothing about the first.
 */
export function createImportRunner(options: RunOptions) {
  const { journal, createPet, describe, waitForKey } = options
  const sleep = options.sleep ?? delay
  const now = options.now ?? Date.now
  const emitter = createEmitter<[change: RunChange]>()
  // One array that changes, and no row before `firstWaiting` waits: what a row costs must not grow with their number.
  const rows: ImportRow[] = journal.rows.map((row) =>
    row.outcome.kind === 'sending'
      ? { ...row, outcome: { kind: 'unknown', message: CRASHED_MESSAGE } as const }
      : row,
  )
  let firstWaiting = 0
  let state: RunState = rows.some(isWaiting) ? { phase: 'paused', reason: 'user' } : { phase: 'finished' }
  let snapshot: ImportSnapshot | undefined
  let wakeUp = new AbortController()
  let isLooping = false
  let isStopped = false
  let knownMissing: ReadonlySet<number> = new Set()
  /** Resolves when nothing is sent any more. */
  let atRest: Promise<void> = Promise.resolve()
  /** Outcomes that are known here and not yet on disk. */
  let pendingWrites: OutcomeChange[] = rows
    .filter((row, index) => row !== journal.rows[index])
    .map(({ position, outcome }) => ({ position, outcome }))

  function takeSnapshot(): ImportSnapshot {
    const counts = { added: 0, rejected: 0, unknown: 0, waiting: 0 }
    const progress = { done: 0, total: 0 }
    for (const { outcome, newPet } of rows) {
      const kind = outcome.kind === 'sending' ? 'waiting' : outcome.kind
      counts[kind]++
      if (newPet === undefined) continue
      progress.total++
      if (kind !== 'waiting') progress.done++
    }
    return { state, counts, progress, rows: [...rows] }
  }

  function notify(change: RunChange) {
    snapshot = undefined
    emitter.notify(change)
  }

  function setState(next: RunState) {
    state = next
    notify('state')
  }

  function outcomeAfter({ position, outcome: before }: ImportRow, answer: CreatePetOutcome): RowOutcome {
    if (answer.kind !== 'rejected') return outcomeOf(answer, describe, now())
    if (wasNotProcessed(answer)) return before
    // That the second request was refused says nothing about the first.
    return before.kind === 'unknown' && !knownMissing.has(position)
      ? { kind: 'unknown', message: describe(answer.error) }
      : outcomeOf(answer, describe, now())
  }

  function setOutcome(position: number, outcome: RowOutcome) {
    rows[position] = { ...(rows[position] as ImportRow), outcome }
    if (outcome.kind === 'waiting') firstWaiting = Math.min(firstWaiting, position)
  }

  function nextWaiting(): ImportRow | undefined {
    for (; firstWaiting < rows.length; firstWaiting++) {
      const row = rows[firstWaiting] as ImportRow
      if (isWaiting(row)) return row
    }
    return undefined
  }

  /** Whatever is not on disk yet, and `changes`, in one transaction. @returns whether it was kept. */
  async function write(changes: readonly OutcomeChange[]): Promise<boolean> {
    const all = [...pendingWrites, ...changes]
    if (all.length === 0) return true
    try {
      await journal.append(all)
      // What came while this was written is still to be.
      pendingWrites = pendingWrites.filter((change) => !all.includes(change))
      return true
    } catch {
      return false
    }
  }

  /** Every row that waits, in the order of the file. */
  const waitingRows: Source = { next: nextWaiting, done: () => undefined }

  /** These rows and no others. */
  function only(positions: readonly number[]): Source {
    const queue = [...positions]
    return {
      next: () => {
        while (queue[0] !== undefined && !isUnknown(queue[0])) queue.shift()
        return rows[queue[0] ?? -1]
      },
      done: () => void queue.shift(),
    }
  }

  function start(source: Source): Promise<void> {
    wakeUp = new AbortController()
    setState({ phase: 'running' })
    isLooping = true
    atRest = run(source).finally(() => {
      isLooping = false
    })
    return atRest
  }

  async function run({ next, done }: Source): Promise<void> {
    let consecutiveUnknown = 0
    for (;;) {
      const row = next()
      if (state.phase !== 'running' || row?.newPet === undefined) break
      if (!(await write([{ position: row.position, outcome: { kind: 'sending' } }]))) {
        return setState({ phase: 'paused', reason: 'storage' })
      }
      // Paused or decided otherwise before the transaction was complete: nothing was sent yet.
      const { outcome: asItIs } = rows[row.position] as ImportRow
      if (state.phase !== 'running' || asItIs !== row.outcome) {
        pendingWrites.push({ position: row.position, outcome: asItIs })
        continue
      }
      setOutcome(row.position, { kind: 'sending' })
      notify('row')
      const answer = await createPet(row.newPet)
      const isOver = !wasNotProcessed(answer)
      const outcome = outcomeAfter(row, answer)
      setOutcome(row.position, outcome)
      pendingWrites.push({ position: row.position, outcome })
      if (isOver) done()
      notify('row')
      // A row that the service did not act on says nothing: the same row is still to come.
      if (isOver) consecutiveUnknown = outcome.kind === 'unknown' ? consecutiveUnknown + 1 : 0
      if (consecutiveUnknown === MAX_CONSECUTIVE_UNKNOWN && state.phase === 'running') {
        setState({ phase: 'pausing', reason: 'consecutive-unknown' })
      }
      if (next() !== undefined) await holdNextRow(answer)
    }
    const isSaved = await write([])
    if (state.phase !== 'running' && state.phase !== 'pausing') return
    if (!isSaved) setState({ phase: 'paused', reason: 'storage' })
    else if (rows.some(isWaiting)) {
      setState({ phase: 'paused', reason: state.phase === 'pausing' ? state.reason : 'user' })
    }
    // Paused on the last row, there is nothing left to resume.
    else setState({ phase: 'finished' })
  }

  /** After a 401, a 429, or a 5xx that says how long, the next row waits: for a key, or as long as the service says. */
  async function holdNextRow(answer: CreatePetOutcome) {
    const error = answer.kind === 'rejected' || answer.kind === 'unknown' ? answer.error : undefined
    if (!(error instanceof HttpError) || state.phase !== 'running') return
    const busy = error.retryAfter ?? (error.status === 429 ? RETRY_AFTER_DEFAULT_S : undefined)
    if (error.status === 429 || (answer.kind === 'unknown' && busy !== undefined)) {
      const seconds = Math.min(busy ?? RETRY_AFTER_DEFAULT_S, RETRY_AFTER_MAX_S)
      setState({ phase: 'running', waitingUntil: now() + seconds * 1000 })
      // A crash while it waits must find each row as the service left it.
      await write([])
      // Pausing only ends the wait.
      await sleep(seconds * 1000, wakeUp.signal).catch(() => undefined)
      if (state.phase === 'running') setState({ phase: 'running' })
    } else if (error.status === 401) {
      await write([])
      setState({ phase: 'paused', reason: 'key' })
      try {
        await waitForKey(wakeUp.signal)
        wakeUp.signal.throwIfAborted()
        setState({ phase: 'running' })
      } catch {
        // Put off: the loop ends, and the person resumes by hand.
        setState({ phase: 'pausing', reason: 'key' })
      }
    }
  }

  return {
    /** The same object until something changes. */
    get: (): ImportSnapshot => (snapshot ??= takeSnapshot()),

    /** Each row changes twice while it is sent; for a page, that is too often to follow (`subscribeThrottled`). */
    subscribe: emitter.subscribe,

    /** Sends every row that waits. Does nothing while it runs. Resolves when it pauses or is finished. */
    resume: async (): Promise<void> => {
      if (!isStopped && !isLooping && state.phase === 'paused') await start(waitingRows)
    },

    /**
     * The person says that these unknown rows may be sent once more: they are, and no others, and then it is paused or
     * finished as before. Does nothing while it runs.
     *
     * @param missing the rows that complete lists did not hold: of these, a refusal says all that there is to know.
     */
    sendAgain: async (
      positions: readonly number[],
      missing: ReadonlySet<number> = new Set(),
    ): Promise<void> => {
      const unknown = positions.filter(isUnknown)
      if (isStopped || isLooping || unknown.length === 0) return
      knownMissing = missing
      await start(only(unknown))
    },

    /** The row on its way is awaited and recorded; none is sent after it. */
    pause: (reason: PauseReason): void => {
      if (state.phase !== 'running') return
      setState({ phase: 'pausing', reason })
      wakeUp.abort()
    },

    /** The person says that unknown rows were added, and as which pet where it was found. */
    markAdded: async (found: ReadonlyMap<number, Int64 | undefined>): Promise<void> => {
      if (!isStopped) await resolveUnknown(found)
    },

    /** For good: nothing is sent or recorded once this resolves. The row on its way is awaited and recorded before. */
    stop: async (): Promise<void> => {
      isStopped = true
      if (state.phase === 'running') setState({ phase: 'pausing', reason: 'user' })
      wakeUp.abort()
      await atRest
      // What the disk did not take before.
      await write([])
    },
  }

  function isUnknown(position: number): boolean {
    return rows[position]?.outcome.kind === 'unknown'
  }

  async function resolveUnknown(found: ReadonlyMap<number, Int64 | undefined>) {
    const changes = [...found]
      .filter(([position]) => isUnknown(position))
      .map(([position, id]): OutcomeChange => ({ position, outcome: { kind: 'added', id } }))
    for (const { position, outcome } of changes) setOutcome(position, outcome)
    pendingWrites.push(...changes)
    notify('row')
    // What could not be written is written by "Resume".
    if (!(await write([])) && !isLooping) setState({ phase: 'paused', reason: 'storage' })
  }
}

export type ImportRunner = ReturnType<typeof createImportRunner>

function isWaiting({ outcome }: ImportRow): boolean {
  return outcome.kind === 'waiting'
}

/** The service says that the request was not looked at: nobody was signed in, or it is too busy. */
function wasNotProcessed({ kind, error }: { kind: CreatePetOutcome['kind']; error?: unknown }): boolean {
  return kind === 'rejected' && error instanceof HttpError && (error.status === 401 || error.status === 429)
}

function outcomeOf(answer: CreatePetOutcome, describe: (error: unknown) => string, at: number): RowOutcome {
  switch (answer.kind) {
    case 'added':
      return { kind: 'added', id: answer.pet.id }
    case 'added-without-id':
      return { kind: 'added', id: undefined, message: describe(answer.error) }
    case 'unknown':
      return {
        kind: 'unknown',
        message: describe(answer.error),
        ...(isGivenUp(answer.error) ? { givenUpAt: at } : {}),
      }
    case 'rejected':
      return { kind: 'rejected', message: describe(answer.error) }
  }
}
