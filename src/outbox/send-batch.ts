import { HttpError } from '#src/http/errors.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import type { BatchLock } from './batch-lock.ts'
import type { BatchWriter, Flushed } from './batch-writer.ts'
import type { ClaimAges } from './claim-ages.ts'
import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import { outcomeOf } from './outcome.ts'
import type { OutboxPorts } from './ports.ts'
import type { RunControl } from './run-control.ts'
import { type Candidates, type Claim, claimNext, type DecideSendAgain } from './transitions/claim.ts'
import { recover } from './transitions/recover.ts'
import { type Outcome, recordOutcome } from './transitions/record-outcome.ts'

/** Seconds to wait after a 429 without `Retry-After`. */
const RETRY_AFTER_DEFAULT_S = 5

/** Seconds. A service that says "now" is not asked more often. */
const RETRY_AFTER_MIN_S = 1

const MAX_CONSECUTIVE_UNKNOWN = 3

/**
 * Milliseconds. Without Web Locks, other tabs take a request for lost a minute after its claim. A claim older than this is
 * therefore not sent but given back.
 */
const CLAIM_MAX_MS = 30_000

/** The work of one run: to send these entries or, without `only`, all that waits. */
export type RunRequest = {
  readonly only?: Iterable<EntryId> | undefined
  /** Reads the lists for "Send again". Called anew when another API key, or a wait, has come between. */
  readonly readEvidence?: (() => Promise<DecideSendAgain>) | undefined
}

/**
 * Why a run has ended.
 *
 * - `elsewhere`: another tab is sending the batch.
 * - `storage`: the claim could not be written.
 */
export type RunEnd = 'nothing-left' | 'paused' | 'elsewhere' | 'storage'

type Options = Pick<OutboxPorts, 'environment' | 'createPet' | 'knownPets' | 'session' | 'clock'> & {
  readonly batch: string
  readonly run: RunControl
  readonly lock: Pick<BatchLock, 'hasExclusiveLock'>
  readonly writer: Pick<BatchWriter, 'transact' | 'add' | 'unwritten'>
  readonly flush: () => Promise<Flushed>
  readonly claimAges: ClaimAges
}

/**
 * Sends the entries of one batch, one at a time and in their order: it claims an entry, posts it, and records what became of
 * it. An entry leaves only once the transaction that claims it is complete.
 */
export function createBatchSending(options: Options) {
  const { batch, run, writer, createPet, session, clock } = options
  const environmentName = options.environment.name
  /** The failure of the last request of each entry. */
  const errors = new Map<EntryId, unknown>()
  /** Unknown outcomes since the last certain one. A press does not end the series. */
  let consecutiveUnknown = 0
  let request = new AbortController()

  /** Returns why it has ended. */
  async function sendBatch({ only, readEvidence }: RunRequest): Promise<RunEnd> {
    const remaining = only && new Set(only)
    let evidence: { readonly signInId: string; readonly decide: DecideSendAgain } | undefined
    for (;;) {
      if (readEvidence !== undefined && run.mayClaim() && evidence?.signInId !== session.signInId()) {
        // Reading takes a while, so the outcome of the entry before must not wait for it.
        await writeNow(remaining)
        evidence = { signInId: session.signInId(), decide: await readEvidence() }
      }
      // Taken before the claim waits for its transaction, so that waiting counts as age.
      const claimBegunAtElapsed = clock.elapsed()
      const claim = await claimOrStop(
        { batch, only: remaining, decideSendAgain: evidence?.decide },
        remaining,
      )
      if (typeof claim === 'string') return claim
      if (mustNotSend(claim, claimBegunAtElapsed)) {
        evidence = undefined
        recordWithNextClaim(claim, 'not-processed', remaining)
        await writeNow(remaining)
        continue
      }
      const knownPets = options.knownPets.get()
      const result = await post(claim.entry)
      const outcome = outcomeOf(claim, result, { environmentName, knownPets, now: clock.now() })
      if (outcome === 'not-processed') evidence = undefined
      recordWithNextClaim(claim, outcome, remaining)
      pauseAfterUnknown(outcome)
      const wait = waitAfter(claim.entry, result)
      if (wait === undefined) continue
      await writeNow(remaining)
      await wait()
    }
  }

  /**
   * Claims the next entry. If that fails while an outcome is unwritten, writes the outcome alone and tries once more.
   *
   * @param remaining IDs of this run that are still to be sent; an outcome may add entries that it unholds
   */
  async function claimOrStop(
    candidates: Candidates,
    remaining: Set<EntryId> | undefined,
  ): Promise<Claim | RunEnd> {
    const claim = await writeOutcomeAndClaim(candidates, remaining)
    if (claim !== 'storage' || writer.unwritten().length === 0) return claim
    const isWritten = await writeNow(remaining)
    return isWritten ? writeOutcomeAndClaim(candidates, remaining) : 'storage'
  }

  /**
   * Writes the outcome of the entry before, and claims the next one, in one transaction: a second transaction for each row
   * would slow an import down by more than a fifth.
   */
  async function writeOutcomeAndClaim(
    candidates: Candidates,
    remaining: Set<EntryId> | undefined,
  ): Promise<Claim | RunEnd> {
    const claimant = { signInId: session.signInId(), now: clock.now(), knownIds }
    try {
      return await writer.transact(async (transaction, unheldIds) => {
        for (const id of unheldIds) remaining?.add(id)
        if (!run.mayClaim()) return 'paused'
        const recovery = {
          hasExclusiveLock: options.lock.hasExclusiveLock(),
          claimAges: options.claimAges,
          now: clock.now(),
        }
        if (await recover(transaction, batch, recovery)) return 'elsewhere'
        return (await claimNext(transaction, candidates, claimant)) ?? 'nothing-left'
      })
    } catch {
      return 'storage'
    }
  }

  /** Returns whether it was paused, somebody has signed in anew, or the tab has slept, while it was being claimed. */
  function mustNotSend({ state, signInId }: Claim, claimBegunAtElapsed: number): boolean {
    // The wall clock can be set, and the monotonic one stands still in some browsers while the computer
    // sleeps, so the greater age counts.
    const age = Math.max(Math.abs(clock.now() - state.at), clock.elapsed() - claimBegunAtElapsed)
    const hasSlept = age > CLAIM_MAX_MS
    return !run.mayClaim() || session.signInId() !== signInId || hasSlept
  }

  async function post(entry: Entry): Promise<CreatePetOutcome> {
    if (entry.newPet === undefined) throw new Error('only entries with a pet wait')
    request = new AbortController()
    const result = await createPet(entry.newPet, request.signal)
    errors.set(entryIdOf(entry), result.kind === 'added' ? undefined : result.error)
    return result
  }

  /** Queues an outcome. The next transaction, usually the next claim, writes it. */
  function recordWithNextClaim(claim: Claim, outcome: Outcome, remaining: Set<EntryId> | undefined): void {
    const { entry } = claim
    if (outcome !== 'not-processed') remaining?.delete(entryIdOf(entry))
    writer.add({
      entry: outcome === 'not-processed' ? entry : { ...entry, state: outcome },
      kind: 'outcome',
      write: (transaction) => recordOutcome(transaction, claim, outcome),
    })
  }

  /**
   * Writes the outcome at once, where no claim follows soon. The entries that it unholds are sent, too. Returns whether
   * it was written.
   */
  async function writeNow(remaining: Set<EntryId> | undefined): Promise<boolean> {
    const { isWritten, unheldIds } = await options.flush()
    for (const id of unheldIds) remaining?.add(id)
    return isWritten
  }

  function pauseAfterUnknown(outcome: Outcome): void {
    // A request that was not processed comes again, and neither adds to the series nor ends it.
    if (outcome === 'not-processed') return
    consecutiveUnknown = outcome.kind === 'unknown' ? consecutiveUnknown + 1 : 0
    if (hasTooManyUnknown()) run.pause('consecutive-unknown')
  }

  const hasTooManyUnknown = () => consecutiveUnknown >= MAX_CONSECUTIVE_UNKNOWN

  /**
   * Returns the wait that the answer asks for, if any: as long as a 429 or a 5xx says, and for another API key after a 401 in
   * an import. After a 401, a pet by hand is paused until a press instead.
   */
  function waitAfter({ importId }: Entry, result: CreatePetOutcome): (() => Promise<void>) | undefined {
    if (result.kind === 'added' || !(result.error instanceof HttpError) || !run.mayClaim()) return undefined
    const { status, retryAfter } = result.error
    const isTold = status === 429 || (status >= 500 && retryAfter !== undefined)
    if (isTold) return () => waitFor(Math.max(retryAfter ?? RETRY_AFTER_DEFAULT_S, RETRY_AFTER_MIN_S))
    if (status !== 401) return undefined
    if (importId !== '') return waitForKey
    run.pause('key')
    return undefined
  }

  async function waitFor(seconds: number): Promise<void> {
    run.set({ phase: 'running', waitingUntil: clock.now() + 1000 * seconds })
    await clock.sleep(1000 * seconds, run.pressSignal()).catch(() => undefined)
    if (run.mayClaim()) run.set({ phase: 'running' })
  }

  async function waitForKey(): Promise<void> {
    const signal = run.pressSignal()
    run.set({ phase: 'paused', reason: 'key' })
    try {
      await session.waitForKey(signal)
      signal.throwIfAborted()
      run.set({ phase: 'running' })
    } catch {
      run.set({ phase: 'pausing', reason: 'key' })
    }
  }

  const lookalikeKeys = new WeakMap<Pet, string>()

  function knownIds(lookalikeKey: string) {
    const isAlike = (pet: Pet) => {
      const key = lookalikeKeys.get(pet) ?? lookalikeKeyOf(pet)
      lookalikeKeys.set(pet, key)
      return key === lookalikeKey
    }
    return options.knownPets
      .get()
      .filter(isAlike)
      .map(({ id }) => id)
  }

  return {
    sendBatch,
    hasTooManyUnknown,
    errors: errors as ReadonlyMap<EntryId, unknown>,

    /** Aborts the request on its way. Its outcome is then unknown. */
    abortRequest: (): void => request.abort(),
  }
}
