import { HttpError } from '#src/http/errors.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import { hasKeyEnded } from '#src/session/session-state.ts'
import { ageOf, type Moment, momentOf } from './age.ts'
import type { BatchWriter, Flushed } from './batch-writer.ts'
import type { BusyService } from './busy-service.ts'
import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import type { EvidenceReader } from './evidence-reader.ts'
import { type LedgerTransaction, StorageError } from './ledger/ledger.ts'
import { allListedPets, listedLookalikes } from './listed-pets.ts'
import { petsKeptAs } from './lists/kept-otherwise.ts'
import { petIdentity } from './lists/pet-identity.ts'
import { outcomeOf } from './outcome.ts'
import type { OutboxPorts } from './ports.ts'
import type { RunControl } from './run-control.ts'
import { createRunQueue, type RunQueue } from './run-queue.ts'
import type { ShownBefore } from './seen-pets.ts'
import {
  type Candidates,
  type Claim,
  claimNext,
  type DecideSendAgain,
  isAnyLeft,
} from './transitions/claim.ts'
import { giveBackIfClaimed, type Outcome, recordOutcome } from './transitions/record-outcome.ts'
import type { UnknownSeries } from './unknown-series.ts'

/** Seconds to wait after a 429 without `Retry-After`. */
const RETRY_AFTER_DEFAULT_S = 5

/** Seconds. A service that says "now" is not asked more often. */
const RETRY_AFTER_MIN_S = 1

/**
 * Milliseconds. Without Web Locks, other tabs take a request for lost a minute after its claim. A
 * claim older than this is therefore not sent but given back.
 */
const CLAIM_MAX_MS = 30_000

/**
 * Milliseconds between two updates of `waitingUntil`. The clock of the wait stands still while the
 * computer sleeps, so that the time of day at which it ends may change.
 */
const WAITING_UNTIL_UPDATE_MS = 10_000

/** The work of one run: to send these entries or, without `only`, all that waits. */
export type RunRequest = {
  readonly only?: Iterable<EntryId> | undefined
  /** The evidence for "Send again". */
  readonly evidence?: EvidenceReader<DecideSendAgain> | undefined
}

/** A run that has begun. `queue` is `undefined` where all that waits is sent. */
type Run = { readonly queue: RunQueue | undefined; readonly evidence: RunRequest['evidence'] }

/**
 * Why a run has ended.
 *
 * - `elsewhere`: another tab is sending the batch.
 * - `storage`: the claim could not be written.
 */
export type RunEnd = 'nothing-left' | 'paused' | 'elsewhere' | 'storage'

type Options = Pick<OutboxPorts, 'environment' | 'createPet' | 'seenPets' | 'session' | 'clock'> & {
  readonly batch: string
  readonly run: RunControl
  readonly writer: Pick<BatchWriter, 'transact' | 'add' | 'unwritten' | 'isDiscarded'>
  readonly flush: () => Promise<Flushed>
  /**
   * Marks as unknown the entries that a closed tab was sending. Returns whether a request may still
   * be on its way.
   */
  readonly recoverIn: (ledger: LedgerTransaction) => Promise<boolean>
  readonly unknownSeries: Pick<UnknownSeries, 'add' | 'end'>
  readonly busyService: BusyService
}

/**
 * Sends the entries of one batch, one at a time and in their order: it claims an entry, posts it,
 * and records what became of it. An entry leaves only once the transaction that claims it is
 * complete.
 */
export function createBatchSending(options: Options) {
  const { batch, run, writer, createPet, seenPets, session, clock, unknownSeries, busyService } = options
  const environmentName = options.environment.name
  /** The failure of the last request of each entry. */
  const errors = new Map<EntryId, unknown>()
  let request = new AbortController()

  /** Sends until nothing more may be claimed, and returns why. */
  async function sendBatch({ only, evidence }: RunRequest): Promise<RunEnd> {
    const current: Run = { queue: only && createRunQueue(only), evidence }
    for (;;) {
      await waitWhileBusy(current)
      const decideSendAgain = await refreshEvidence(current)
      // Taken before the claim waits for its transaction, so that waiting counts as age.
      const claimBegunAt = momentOf(clock)
      const claim = await claimOrEnd(current, decideSendAgain)
      if (typeof claim === 'string') return claim
      if (mustNotSend(claim, claimBegunAt, evidence)) {
        await giveBack(current, claim)
        continue
      }
      const shownBefore = seenPets.shownBefore(claim.signInId)
      const result = await post(claim, shownBefore)
      const idsBefore = shownBefore.idsOfDevice
      record(current, claim, outcomeOf(claim, result, { environmentName, idsBefore, now: clock.now() }))
      noteIfBusy(result)
      await pauseWithoutKey(current, claim.entry, result)
    }
  }

  /**
   * Returns the rule for "Send again" by the evidence of the current sign-in, which may have to be
   * read first.
   */
  async function refreshEvidence({ queue, evidence }: Run): Promise<DecideSendAgain | undefined> {
    if (evidence === undefined || !run.mayClaim()) return undefined
    if (evidence.isFresh(session.signInId())) return evidence.get(session.signInId())
    // Reading takes a while, so the outcome of the entry before must not wait for it.
    await writeNow(queue)
    if (run.mayClaim()) run.set({ phase: 'running', isReadingLists: true })
    const decideSendAgain = await evidence.get(session.signInId())
    if (run.mayClaim()) run.set({ phase: 'running' })
    return decideSendAgain
  }

  /**
   * Claims the next entry. If that fails while an outcome is unwritten, writes the outcome alone
   * and tries once more.
   */
  async function claimOrEnd(
    { queue }: Run,
    decideSendAgain: DecideSendAgain | undefined,
  ): Promise<Claim | RunEnd> {
    const candidates = { batch, only: queue, decideSendAgain }
    // A claim that fails may add to what is unwritten, so we look before it.
    const wasAnyUnwritten = writer.unwritten().length > 0
    const claim = await writeOutcomeAndClaim(candidates, queue)
    if (claim !== 'storage' || !wasAnyUnwritten) return claim
    const isWritten = await writeNow(queue)
    return isWritten ? writeOutcomeAndClaim(candidates, queue) : 'storage'
  }

  /**
   * Writes the outcome of the entry before, and claims the next one, in one transaction: a second
   * transaction for each row would slow an import down by more than a fifth.
   */
  async function writeOutcomeAndClaim(
    candidates: Candidates,
    queue: RunQueue | undefined,
  ): Promise<Claim | RunEnd> {
    const signInId = session.signInId()
    const knownIds = (key: string) => listedLookalikes(seenPets.listed(signInId), key).map(({ id }) => id)
    const knownUnderOtherNames = (newPet: NewPet) =>
      petsKeptAs(newPet, allListedPets(seenPets.listed(signInId))).map(petIdentity)
    const seenIds = seenPets.idsOfDevice()
    const claimant = {
      signInId,
      now: clock.now(),
      knownIds,
      knownUnderOtherNames,
      lastSeenId: [...seenIds].at(-1),
      seenIdCount: seenIds.size,
    }
    let claim: Claim | undefined
    try {
      return await writer.transact(async (transaction, unheldIds) => {
        queue?.add(unheldIds)
        if (!run.mayClaim()) return 'paused'
        if (await options.recoverIn(transaction)) return 'elsewhere'
        claim = await claimNext(transaction, candidates, claimant)
        return claim ?? 'nothing-left'
      })
    } catch (error) {
      const mayBeClaimed = error instanceof StorageError && error.mayHaveWritten
      if (mayBeClaimed && claim !== undefined) queueGiveBack(claim)
      return 'storage'
    }
  }

  /**
   * Has the next transaction give back an entry whose claim has failed, and may be written all the
   * same. No request has left.
   */
  function queueGiveBack(claim: Claim): void {
    writer.add({
      entry: claim.entry,
      kind: 'outcome',
      write: (transaction) => giveBackIfClaimed(transaction, claim),
    })
  }

  /**
   * Returns whether something has happened since the claim began: a pause, a discard, another
   * sign-in or a sleep of the tab, or the service asks to be left alone, or the evidence is old.
   */
  function mustNotSend({ entry, signInId }: Claim, claimBegunAt: Moment, evidence: Run['evidence']): boolean {
    const hasSlept = ageOf(claimBegunAt, clock) > CLAIM_MAX_MS
    const isOtherSignIn = session.signInId() !== signInId
    const isDiscarded = writer.isDiscarded(entryIdOf(entry))
    const isWithdrawn = !run.mayClaim() || isDiscarded || isOtherSignIn
    const isEvidenceOld = evidence?.isFresh(signInId) === false
    return isWithdrawn || hasSlept || busyService.remaining() > 0 || isEvidenceOld
  }

  async function post({ entry, signInId }: Claim, shownBefore: ShownBefore): Promise<CreatePetOutcome> {
    const { newPet } = entry
    if (newPet === undefined) throw new Error('only entries with a pet wait')
    request = new AbortController()
    const result = await createPet(newPet, request.signal)
    errors.set(entryIdOf(entry), result.kind === 'added' ? undefined : result.error)
    // The pet is there, even if that cannot be written.
    if (result.kind === 'added') seenPets.addAnswer(signInId, result.pet, newPet, shownBefore)
    return result
  }

  /** Gives an entry back that was claimed and must not be sent. It is claimed again later. */
  async function giveBack({ queue }: Run, claim: Claim): Promise<void> {
    queueOutcome(claim, 'not-requested')
    await writeNow(queue)
  }

  /** Records what became of a request. */
  function record({ queue }: Run, claim: Claim, outcome: Outcome): void {
    queueOutcome(claim, outcome)
    // A request that was not acted on comes again, and neither adds to the series nor ends it.
    if (typeof outcome === 'string') return
    const id = entryIdOf(claim.entry)
    queue?.delete(id)
    if (outcome.kind === 'unknown') unknownSeries.add({ id, signInId: claim.signInId })
    else unknownSeries.end(claim.signInId)
  }

  /** Queues an outcome. The next transaction, usually the next claim, writes it. */
  function queueOutcome(claim: Claim, outcome: Outcome): void {
    const { entry, claimed } = claim
    writer.add({
      entry: typeof outcome === 'string' ? entry : { ...claimed, state: outcome },
      kind: 'outcome',
      write: (transaction) => recordOutcome(transaction, claim, outcome),
    })
  }

  /**
   * Writes the outcome at once, where no claim follows soon. The entries that it unholds are sent,
   * too. Returns whether it was written.
   */
  async function writeNow(queue: RunQueue | undefined): Promise<boolean> {
    const { isWritten, unheldIds } = await options.flush()
    queue?.add(unheldIds)
    return isWritten
  }

  /**
   * Notes how long a 429 or a 5xx says to wait. The next claim waits that long, whichever batch it
   * is for, and whoever has paused meanwhile.
   */
  function noteIfBusy(result: CreatePetOutcome): void {
    if (result.kind === 'added' || !(result.error instanceof HttpError)) return
    const seconds = secondsToWait(result.error)
    if (seconds !== undefined) busyService.note(seconds)
  }

  /** After a 401, pauses a pet by hand, and has an import wait for another API key. */
  async function pauseWithoutKey(
    { queue }: Run,
    { importId }: Entry,
    result: CreatePetOutcome,
  ): Promise<void> {
    if (result.kind === 'added' || !(result.error instanceof HttpError)) return
    if (result.error.status !== 401 || !run.mayClaim()) return
    // A pet by hand waits for another press.
    if (importId === '') return run.pause('key')
    await writeNow(queue)
    // Somebody may have paused it, or signed out, while that was written.
    if (run.mayClaim()) await waitForKey()
  }

  /** Waits as long as the service has asked not to be sent anything, and shows until when. */
  async function waitWhileBusy(current: Run): Promise<void> {
    if (busyService.remaining() === 0) return
    await writeNow(current.queue)
    // While it waits, another request may be told to wait longer.
    while (busyService.remaining() > 0) {
      // A run with nothing left ends, and does not wait. Its pets may be discarded while it waits.
      if (await hasNothingLeft(current)) return
      // Somebody may have paused it, or signed out, while the ledger was asked.
      if (!run.mayClaim()) return
      const milliseconds = busyService.remaining()
      run.set({ phase: 'running', waitingUntil: clock.now() + milliseconds })
      await clock
        .sleep(Math.min(milliseconds, WAITING_UNTIL_UPDATE_MS), run.pressSignal())
        .catch(() => undefined)
    }
    if (!run.mayClaim()) return
    // The key may have ended while the run waited, for example because a list was refused. The next
    // row would be refused, too.
    if (hasKeyEnded(session.get())) await waitForKey()
    else run.set({ phase: 'running' })
  }

  /** Returns whether the run will have nothing to claim even once the wait is over. */
  async function hasNothingLeft({ queue, evidence }: Run): Promise<boolean> {
    // A ledger that cannot be read says nothing here. The claim reports it after the wait.
    return writer
      .transact(async (ledger) => !(await isAnyLeft(ledger, { batch, only: queue }, evidence !== undefined)))
      .catch(() => false)
  }

  /** Waits for an API key, and shows the batch as paused meanwhile, and where none comes. */
  async function waitForKey(): Promise<void> {
    const signal = run.pressSignal()
    // This is no `run.pause`, which would withdraw the press that goes on once there is a key.
    run.set({ phase: 'paused', reason: 'key' })
    try {
      await session.waitForKey(signal)
    } catch {
      return
    }
    if (!signal.aborted) run.set({ phase: 'running' })
  }

  return {
    sendBatch,
    errors: errors as ReadonlyMap<EntryId, unknown>,

    /** Aborts the request on its way. Its outcome is then unknown. */
    abortRequest: (): void => request.abort(),
  }
}

/** Returns how long the service asks to be left alone; `undefined` if it does not. */
function secondsToWait({ status, retryAfter }: HttpError): number | undefined {
  const isAsked = status === 429 || (status >= 500 && retryAfter !== undefined)
  return isAsked ? Math.max(retryAfter ?? RETRY_AFTER_DEFAULT_S, RETRY_AFTER_MIN_S) : undefined
}
