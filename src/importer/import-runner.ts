import { leaveAttempts } from '#src/browser/warn-before-unload.ts'
import { HttpError } from '#src/http/errors.ts'
import { createEmitter } from '#src/lib/create-store.ts'
import { delay } from '#src/lib/delay.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { isGivenUp } from '#src/pets/reconcile-lost-post.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import type { ImportJournal, ImportRow } from './import-journal.ts'
import { createImportRows, type RowQueue } from './import-rows.ts'
import type { ImportCounts, RowOutcome } from './import-types.ts'
import { createRemainingTime } from './remaining-time.ts'

export type PauseReason = 'user' | 'leaving' | 'key' | 'offline' | 'consecutive-unknown' | 'storage'

type RunState =
  | { readonly phase: 'running'; readonly waitingUntil?: number }
  | { readonly phase: 'pausing'; readonly reason: PauseReason }
  | { readonly phase: 'paused'; readonly reason: PauseReason }
  | { readonly phase: 'finished' }

export type ImportSnapshot = {
  readonly state: RunState
  readonly counts: ImportCounts
  /** Rows with an outcome, of the rows to send; rows that failed validation are in neither. */
  readonly progress: { readonly done: number; readonly total: number }
  /** About how long the waiting rows take, while they are sent (`createRemainingTime`). */
  readonly minutesLeft: number | undefined
  /** The same array until a row changes. */
  readonly rows: readonly ImportRow[]
}

export type RunChange = 'row' | 'state'

/** Seconds to wait after a 429 without `Retry-After`, and at most after any response. */
const RETRY_AFTER_DEFAULT_S = 5
const RETRY_AFTER_MAX_S = 300

const MAX_CONSECUTIVE_UNKNOWN = 3

type RunOptions = {
  journal: Pick<ImportJournal, 'rows' | 'append'>
  createPet: (newPet: NewPet) => Promise<CreatePetOutcome>
  describe: (error: unknown) => string
  /** Resolves when there is a valid key again; rejects when the user dismisses the prompt or `signal` is aborted. */
  waitForKey: (signal: AbortSignal) => Promise<void>
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  now?: () => number
  leaveAttempts?: () => number
}

/**
 * Sends the waiting rows one at a time in the order of the file: waiting → sending → added, rejected or unknown.
 * `rows.recordSending` writes that a row is being sent before its request, and its outcome is written before the next
 * request: a crash leaves at most one unknown row. No row that may have been processed is sent twice unless the user says
 * so; after a 401 or 429 the same row is sent again. Starts paused.
 *
 * An unknown row that is sent again stays unknown unless the service accepts it: a second request that was not processed
 * says nothing about the first.
 */
export function createImportRunner(options: RunOptions) {
  const { journal, createPet, describe, waitForKey } = options
  const sleep = options.sleep ?? delay
  const now = options.now ?? Date.now
  const countLeaveAttempts = options.leaveAttempts ?? leaveAttempts
  const emitter = createEmitter<[change: RunChange]>()
  const rows = createImportRows(journal, now)
  let state: RunState = rows.hasWaiting() ? { phase: 'paused', reason: 'user' } : { phase: 'finished' }
  let snapshot: ImportSnapshot | undefined
  const remainingTime = createRemainingTime()
  /** Rather than some unknown rows once more. */
  let sendsWaiting = false
  let wakeUp = new AbortController()
  let isLooping = false
  let isStopped = false
  let knownMissing: ReadonlySet<number> = new Set()
  let loop: Promise<void> = Promise.resolve()

  function takeSnapshot(): ImportSnapshot {
    const { counts, progress } = rows.count()
    const isSending = state.phase === 'running' && state.waitingUntil === undefined && sendsWaiting
    const minutesLeft = isSending ? remainingTime.minutes(counts.waiting) : undefined
    return { state, counts, progress, minutesLeft, rows: rows.all() }
  }

  function notify(change: RunChange) {
    snapshot = undefined
    emitter.notify(change)
  }

  function setState(next: RunState) {
    state = next
    notify('state')
  }

  function outcomeAfter({ position, outcome: before }: ImportRow, result: CreatePetOutcome): RowOutcome {
    if (wasNotProcessed(result)) return before
    if (result.kind === 'rejected' && before.kind === 'unknown' && !knownMissing.has(position)) {
      return { kind: 'unknown', message: describe(result.error) }
    }
    return outcomeOf(result, describe, now())
  }

  function start(queue: RowQueue): Promise<void> {
    wakeUp = new AbortController()
    setState({ phase: 'running' })
    isLooping = true
    loop = run(queue).finally(() => {
      isLooping = false
    })
    return loop
  }

  async function run(queue: RowQueue): Promise<void> {
    let consecutiveUnknown = 0
    const leaveAttemptsBefore = countLeaveAttempts()
    for (;;) {
      const row = queue.next()
      if (state.phase !== 'running' || row?.newPet === undefined) break
      const startedAt = now()
      const intent = await rows.recordSending(row, () => state.phase === 'running')
      if (intent === 'not-saved') return setState({ phase: 'paused', reason: 'storage' })
      if (intent === 'withdrawn') continue
      notify('row')
      const result = await createPet(row.newPet)
      const outcome = outcomeAfter(row, result)
      rows.setOutcome(row.position, outcome)
      // A row that was not processed is retried: it neither adds to the streak nor ends it.
      if (wasNotProcessed(result)) remainingTime.waited(now() - startedAt)
      else {
        queue.processed()
        remainingTime.measured(now() - startedAt)
        consecutiveUnknown = outcome.kind === 'unknown' ? consecutiveUnknown + 1 : 0
      }
      notify('row')
      if (consecutiveUnknown === MAX_CONSECUTIVE_UNKNOWN && state.phase === 'running') {
        setState({ phase: 'pausing', reason: 'consecutive-unknown' })
      }
      // Firefox cancels the requests of a page once the next one responds: further rows would be cut off as well.
      const isCutOff = result.kind === 'unknown' && !(result.error instanceof HttpError)
      if (isCutOff && countLeaveAttempts() !== leaveAttemptsBefore && state.phase === 'running') {
        setState({ phase: 'pausing', reason: 'leaving' })
      }
      if (queue.next() !== undefined) await holdNextRow(result)
    }
    const isSaved = await rows.save()
    if (state.phase !== 'running' && state.phase !== 'pausing') return
    if (!isSaved) setState({ phase: 'paused', reason: 'storage' })
    else if (rows.hasWaiting()) {
      setState({ phase: 'paused', reason: state.phase === 'pausing' ? state.reason : 'user' })
    }
    // Paused on the last row, there is nothing left to resume.
    else setState({ phase: 'finished' })
  }

  /** After a 401, a 429, or a 5xx with `Retry-After`: waits for a key, or as long as the service says. */
  async function holdNextRow(result: CreatePetOutcome) {
    const error = result.kind === 'rejected' || result.kind === 'unknown' ? result.error : undefined
    if (!(error instanceof HttpError) || state.phase !== 'running') return
    if (error.status === 429 || (result.kind === 'unknown' && error.retryAfter !== undefined)) {
      const wait = 1000 * Math.min(error.retryAfter ?? RETRY_AFTER_DEFAULT_S, RETRY_AFTER_MAX_S)
      const since = now()
      setState({ phase: 'running', waitingUntil: since + wait })
      await rows.save()
      await sleep(wait, wakeUp.signal).catch(() => undefined)
      remainingTime.waited(now() - since, wait)
      if (state.phase === 'running') setState({ phase: 'running' })
    } else if (error.status === 401) {
      await rows.save()
      setState({ phase: 'paused', reason: 'key' })
      try {
        await waitForKey(wakeUp.signal)
        wakeUp.signal.throwIfAborted()
        setState({ phase: 'running' })
      } catch {
        setState({ phase: 'pausing', reason: 'key' })
      }
    }
  }

  return {
    get: (): ImportSnapshot => (snapshot ??= takeSnapshot()),

    subscribe: emitter.subscribe,

    /** Sends every waiting row. Does nothing while it runs. Resolves when it pauses or is finished. */
    resume: async (): Promise<void> => {
      if (isStopped || isLooping || state.phase !== 'paused') return
      sendsWaiting = true
      await start(rows.waiting())
    },

    /**
     * Sends these unknown rows once more and no others, as the user decided. Does nothing while it runs.
     * @param missing rows that complete lists did not contain: if rejected now, they are rejected.
     */
    sendAgain: async (positions: readonly number[], missing: ReadonlySet<number>): Promise<void> => {
      const unknown = positions.filter(rows.isUnknown)
      if (isStopped || isLooping || unknown.length === 0) return
      knownMissing = missing
      sendsWaiting = false
      await start(rows.only(unknown))
    },

    /** The row being sent is awaited and recorded; none is sent after it. */
    pause: (reason: PauseReason): void => {
      if (state.phase !== 'running') return
      setState({ phase: 'pausing', reason })
      wakeUp.abort()
    },

    /** The user decides that these unknown rows were added, and as which pet where one was found. */
    markAdded: async (found: ReadonlyMap<number, Int64 | undefined>): Promise<void> => {
      if (isStopped) return
      for (const [position, id] of found) {
        if (rows.isUnknown(position)) rows.setOutcome(position, { kind: 'added', id })
      }
      notify('row')
      // "Resume" tries to write again.
      if (!(await rows.save()) && !isLooping) setState({ phase: 'paused', reason: 'storage' })
    },

    /** For good. The row being sent is awaited and recorded; nothing is sent or recorded after this resolves. */
    stop: async (): Promise<void> => {
      isStopped = true
      if (state.phase === 'running') setState({ phase: 'pausing', reason: 'user' })
      wakeUp.abort()
      await loop
      await rows.save()
    },
  }
}

export type ImportRunner = ReturnType<typeof createImportRunner>

/** The service says that it did not process the request: there was no valid key (401), or it is too busy (429). */
function wasNotProcessed({ kind, error }: { kind: CreatePetOutcome['kind']; error?: unknown }): boolean {
  return kind === 'rejected' && error instanceof HttpError && (error.status === 401 || error.status === 429)
}

function outcomeOf(result: CreatePetOutcome, describe: (error: unknown) => string, at: number): RowOutcome {
  switch (result.kind) {
    case 'added':
      return { kind: 'added', id: result.pet.id }
    case 'added-without-id':
      return { kind: 'added', id: undefined, message: describe(result.error) }
    case 'unknown':
      return {
        kind: 'unknown',
        message: describe(result.error),
        ...(isGivenUp(result.error) ? { givenUpAt: at } : {}),
      }
    case 'rejected':
      return { kind: 'rejected', message: describe(result.error) }
  }
}
