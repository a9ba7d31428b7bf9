import { HttpError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import type { ImportRow, ImportStore, OutcomeChange } from './import-store.ts'
import type { RowOutcome } from './import-types.ts'

export type PauseReason = 'person' | 'key' | 'offline' | 'three-unknown' | 'record'

export type RunState =
  | { readonly phase: 'running'; readonly waitingUntil?: number }
  /** The row on its way is still awaited. */
  | { readonly phase: 'pausing'; readonly reason: PauseReason }
  | { readonly phase: 'paused'; readonly reason: PauseReason }
  | { readonly phase: 'finished' }

export type ImportCounts = Readonly<Record<'added' | 'rejected' | 'unknown' | 'waiting', number>>

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

/** Seconds to wait after a 429 that does not say how long, and at most (app-contract, "Importing"). */
const BUSY_DEFAULT = 5
const BUSY_MAX = 300

const UNKNOWN_IN_A_ROW = 3

type RunOptions = {
  importId: string
  /** As the store holds them; a row found `sending` was on its way when the tab died. */
  rows: readonly ImportRow[]
  store: ImportStore
  createPet: (newPet: NewPet) => Promise<CreatePetOutcome>
  /** In words, for the record. */
  describe: (error: unknown) => string
  /** Resolves when a key is in force again, rejects when the person puts it off. */
  keyInForce: () => Promise<void>
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  now?: () => number
}

export const CRASHED_WORDS = 'The app was closed while this row was on its way.'

/**
 * Sends the waiting rows one at a time in the order of the file: planned → sending → added, rejected or unknown.
 * That a row is on its way is on disk before its request, its outcome before the next one, so that a crash leaves one
 * unknown row at most, and a row is sent once unless a person says otherwise. Starts paused; no React, no browser.
 */
export function createImportRun(options: RunOptions) {
  const { importId, store, createPet, describe, keyInForce } = options
  const sleep = options.sleep ?? sleepFor
  const now = options.now ?? Date.now
  const listeners = new Set<(change: RunChange) => void>()
  // One array that changes, and no row before `firstWaiting` waits: what a row costs must not grow with their number.
  const rows: ImportRow[] = options.rows.map((row) =>
    row.outcome.kind === 'sending'
      ? { ...row, outcome: { kind: 'unknown', message: CRASHED_WORDS } as const }
      : row,
  )
  let firstWaiting = 0
  let state: RunState = rows.some(isWaiting) ? { phase: 'paused', reason: 'person' } : { phase: 'finished' }
  let snapshot: ImportSnapshot | undefined
  let wakeUp = new AbortController()
  let isAwaitingKey = false
  /** Outcomes that are known here and not yet on disk. */
  let unwritten: OutcomeChange[] = rows
    .filter((row, index) => row !== options.rows[index])
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

  function tell(change: RunChange) {
    snapshot = undefined
    for (const listener of listeners) listener(change)
  }

  function become(next: RunState) {
    state = next
    tell('state')
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
    const all = [...unwritten, ...changes]
    if (all.length === 0) return true
    try {
      await store.write(importId, all)
      // What came while this was written is still to be.
      unwritten = unwritten.filter((change) => !all.includes(change))
      return true
    } catch {
      return false
    }
  }

  async function run(): Promise<void> {
    let unknownInARow = 0
    for (;;) {
      const row = nextWaiting()
      if (state.phase !== 'running' || row?.newPet === undefined) break
      if (!(await write([{ position: row.position, outcome: { kind: 'sending' } }]))) {
        return become({ phase: 'paused', reason: 'record' })
      }
      // Between the press of "Pause" and the end of the transaction nothing was sent yet.
      if (state.phase !== 'running') {
        unwritten.push({ position: row.position, outcome: { kind: 'waiting' } })
        break
      }
      setOutcome(row.position, { kind: 'sending' })
      tell('row')
      const answer = await createPet(row.newPet)
      const outcome = outcomeOf(answer, describe)
      setOutcome(row.position, outcome)
      unwritten.push({ position: row.position, outcome })
      tell('row')
      if (outcome.kind === 'waiting') await notYet(answer)
      if (outcome.kind === 'unknown') unknownInARow += 1
      // A row that waits again says nothing: the same row is still to come.
      else if (outcome.kind !== 'waiting') unknownInARow = 0
      if (unknownInARow === UNKNOWN_IN_A_ROW && state.phase === 'running') {
        become({ phase: 'pausing', reason: 'three-unknown' })
      }
    }
    const kept = await write([])
    if (state.phase !== 'running' && state.phase !== 'pausing') return
    if (!kept) become({ phase: 'paused', reason: 'record' })
    else if (state.phase === 'pausing' && rows.some(isWaiting))
      become({ phase: 'paused', reason: state.reason })
    // Paused on the last row, there is nothing left to resume.
    else become({ phase: 'finished' })
  }

  /** 401 and 429: the service says that it did not act, so the same row goes again, after a key or after a while. */
  async function notYet(answer: CreatePetOutcome) {
    const error = answer.kind === 'refused' ? answer.error : undefined
    if (!(error instanceof HttpError)) return
    if (error.status === 429) {
      const seconds = Math.min(error.retryAfter ?? BUSY_DEFAULT, BUSY_MAX)
      if (state.phase === 'running') become({ phase: 'running', waitingUntil: now() + seconds * 1000 })
      // A crash while it waits must find the row waiting: the service said that it did not act.
      await write([])
      await sleep(seconds * 1000, wakeUp.signal)
      if (state.phase === 'running') become({ phase: 'running' })
      return
    }
    if (state.phase !== 'running') return
    await write([])
    isAwaitingKey = true
    become({ phase: 'paused', reason: 'key' })
    try {
      await keyInForce()
      become({ phase: 'running' })
    } catch {
      // Put off: the loop ends, and the person resumes by hand.
      become({ phase: 'pausing', reason: 'key' })
    } finally {
      isAwaitingKey = false
    }
  }

  return {
    /** The same object until something changes. */
    getSnapshot: (): ImportSnapshot => (snapshot ??= takeSnapshot()),

    /** Each row changes twice while it is sent; for a page, that is too often to follow (`followCalmly`). */
    subscribe: (listener: (change: RunChange) => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Sends what waits. Does nothing while it runs. Resolves when it pauses or is finished. */
    resume: async (): Promise<void> => {
      if (state.phase !== 'paused' || isAwaitingKey) return
      wakeUp = new AbortController()
      become({ phase: 'running' })
      await run()
    },

    /** The row on its way is awaited and recorded; none is sent after it. */
    pause: (reason: PauseReason): void => {
      if (state.phase !== 'running') return
      become({ phase: 'pausing', reason })
      wakeUp.abort()
    },

    /** The person says that unknown rows may be sent once more. They wait for `resume`. */
    sendAgain: async (positions: readonly number[]): Promise<void> => {
      await decide(positions, () => ({ kind: 'waiting' }))
      if (state.phase === 'finished' && rows.some(isWaiting)) become({ phase: 'paused', reason: 'person' })
    },

    /** The person says that unknown rows were added, and as which pet where it was found. */
    markAdded: async (found: ReadonlyMap<number, Int64 | undefined>): Promise<void> => {
      await decide([...found.keys()], (position) => ({ kind: 'added', id: found.get(position) }))
    },
  }

  async function decide(positions: readonly number[], outcomeFor: (position: number) => RowOutcome) {
    const changes = positions
      .filter((position) => rows[position]?.outcome.kind === 'unknown')
      .map((position) => ({ position, outcome: outcomeFor(position) }))
    for (const { position, outcome } of changes) setOutcome(position, outcome)
    unwritten.push(...changes)
    tell('row')
    // What could not be written is written by "Resume".
    if (!(await write([])) && state.phase !== 'running') become({ phase: 'paused', reason: 'record' })
  }
}

export type ImportRun = ReturnType<typeof createImportRun>

function isWaiting({ outcome }: ImportRow): boolean {
  return outcome.kind === 'waiting'
}

function outcomeOf(answer: CreatePetOutcome, describe: (error: unknown) => string): RowOutcome {
  switch (answer.kind) {
    case 'added':
      return { kind: 'added', id: answer.pet.id }
    case 'added-without-id':
      return { kind: 'added', id: undefined, message: describe(answer.error) }
    case 'unknown':
      return { kind: 'unknown', message: describe(answer.error) }
    case 'refused':
      return answer.error instanceof HttpError && [401, 429].includes(answer.error.status)
        ? { kind: 'waiting' }
        : { kind: 'rejected', message: describe(answer.error) }
  }
}

function sleepFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
