import { HttpError } from '#src/http/errors.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { Pet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import type { BatchLock } from './batch-lock.ts'
import type { BatchWriter, Flushed } from './batch-writer.ts'
import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import { outcomeOf } from './outcome.ts'
import type { OutboxPorts } from './ports.ts'
import type { RunControl } from './run-control.ts'
import { type Candidates, type Claim, claimNext, type DecideSendAgain } from './transitions/claim.ts'
import { recover } from './transitions/recover.ts'
import { type Outcome, settle } from './transitions/settle.ts'

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
export type Orders = {
  readonly only?: Iterable<EntryId> | undefined
  /** Reads the lists for "Send again". Called anew when another API key, or a wait, has come between. */
  readonly readEvidence?: (() => Promise<DecideSendAgain>) | undefined
}

/** Why no further entry is claimed. */
export type Stop = 'nothing-left' | 'elsewhere' | 'storage'

type Options = Pick<OutboxPorts, 'environment' | 'createPet' | 'knownPets' | 'session' | 'clock'> & {
  readonly batch: string
  readonly run: RunControl
  readonly lock: Pick<BatchLock, 'isAlone'>
  readonly writer: Pick<BatchWriter, 'transact' | 'add'>
  readonly flush: () => Promise<Flushed>
  /** Returns whether the request of a claim has ended, whatever became of its tab. */
  readonly hasEnded: (claim: string) => boolean
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
  async function sendBatch({ only, readEvidence }: Orders): Promise<Stop> {
    const remaining = only && new Set(only)
    let evidence: { readonly signInId: string; readonly decide: DecideSendAgain } | undefined
    for (;;) {
      if (readEvidence !== undefined && run.isSending() && evidence?.signInId !== session.signInId())
        evidence = { signInId: session.signInId(), decide: await readEvidence() }
      // Taken before the claim waits for its transaction, so that waiting counts as age.
      const claimBegunAt = clock.elapsed()
      const claim = await claimOrStop(
        { batch, only: remaining, decideSendAgain: evidence?.decide },
        remaining,
      )
      if (typeof claim === 'string') return claim
      if (mustNotSend(claim, claimBegunAt)) {
        evidence = undefined
        await record(claim, 'not-processed', remaining)
        continue
      }
      const knownPets = options.knownPets.get()
      const result = await post(claim.entry)
      const outcome = outcomeOf(claim, result, { environmentName, knownPets, now: clock.now() })
      if (outcome === 'not-processed') evidence = undefined
      await record(claim, outcome, remaining)
      pauseAfterUnknown(outcome)
      await waitIfAsked(claim.entry, result)
    }
  }

  /** @param remaining gets the entries that are set free by outcomes which could not be written before */
  async function claimOrStop(
    candidates: Candidates,
    remaining: Set<EntryId> | undefined,
  ): Promise<Claim | Stop> {
    const claimant = { signInId: session.signInId(), now: clock.now(), knownIds }
    try {
      return await writer.transact(async (transaction, released) => {
        for (const id of released) remaining?.add(id)
        if (!run.isSending()) return 'nothing-left'
        const recovery = {
          isAlone: options.lock.isAlone(),
          hasEnded: options.hasEnded,
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
  function mustNotSend({ state, signInId }: Claim, claimBegunAt: number): boolean {
    // The wall clock can be set, and the monotonic one stands still in some browsers while the computer
    // sleeps, so the greater age counts.
    const age = Math.max(Math.abs(clock.now() - state.at), clock.elapsed() - claimBegunAt)
    const hasSlept = age > CLAIM_MAX_MS
    return !run.isSending() || session.signInId() !== signInId || hasSlept
  }

  async function post(entry: Entry): Promise<CreatePetOutcome> {
    if (entry.newPet === undefined) throw new Error('only entries with a pet wait')
    request = new AbortController()
    const result = await createPet(entry.newPet, request.signal)
    errors.set(entryIdOf(entry), result.kind === 'added' ? undefined : result.error)
    return result
  }

  /** Writes what became of a request. What that sets free is sent, too. */
  async function record(claim: Claim, outcome: Outcome, remaining: Set<EntryId> | undefined): Promise<void> {
    const { entry } = claim
    if (outcome !== 'not-processed') remaining?.delete(entryIdOf(entry))
    writer.add({
      entry: outcome === 'not-processed' ? entry : { ...entry, state: outcome },
      kind: 'outcome',
      write: (transaction) => settle(transaction, claim, outcome),
    })
    const { released } = await options.flush()
    for (const id of released) remaining?.add(id)
  }

  function pauseAfterUnknown(outcome: Outcome): void {
    // A request that was not processed comes again, and neither adds to the series nor ends it.
    if (outcome === 'not-processed') return
    consecutiveUnknown = outcome.kind === 'unknown' ? consecutiveUnknown + 1 : 0
    if (hasTooManyUnknown()) run.pause('consecutive-unknown')
  }

  const hasTooManyUnknown = () => consecutiveUnknown >= MAX_CONSECUTIVE_UNKNOWN

  /** Waits as long as a 429 or a 5xx says. After a 401, an import waits for another API key, and a pet by hand for a press. */
  async function waitIfAsked({ importId }: Entry, result: CreatePetOutcome): Promise<void> {
    if (result.kind === 'added' || !(result.error instanceof HttpError) || !run.isSending()) return
    const { status, retryAfter } = result.error
    const isTold = status === 429 || (status >= 500 && retryAfter !== undefined)
    if (isTold) await waitFor(Math.max(retryAfter ?? RETRY_AFTER_DEFAULT_S, RETRY_AFTER_MIN_S))
    else if (status === 401 && importId === '') run.pause('key')
    else if (status === 401) await waitForKey()
  }

  async function waitFor(seconds: number): Promise<void> {
    run.set({ phase: 'running', waitingUntil: clock.now() + 1000 * seconds })
    await clock.sleep(1000 * seconds, run.pressSignal()).catch(() => undefined)
    if (run.isSending()) run.set({ phase: 'running' })
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

    /** Gives up the request on its way. Its outcome is unknown. */
    stopWaiting: (): void => request.abort(),
  }
}
