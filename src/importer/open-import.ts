import { createEmitter } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { PetCreation } from '#src/pets/pet-creation.ts'
import { mayBeSameAnimal } from '#src/pets/same-pet.ts'
import { type ListPets, fetchAllLists } from '#src/pets/stock.ts'
import { type MayArrive, mayStillArrive, reconcile, type Reconciliation } from './reconcile.ts'
import type { ImportJournal } from './import-journal.ts'
import { createImportRunner, type ImportSnapshot, type RunChange } from './import-runner.ts'

/** What the lists say about the rows. Reset when rows are sent, because the lists were requested before. */
export type CheckState =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'checked'; readonly result: Reconciliation; readonly at: number }
  /** `mayArrive`: rows (by position) that the app gave up so recently that their requests may still arrive. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly mayArrive: readonly number[] }

export type OpenImportSnapshot = ImportSnapshot & { readonly check: CheckState }

export type OpenImportOptions = {
  journal: ImportJournal
  unlock: () => void
  creation: PetCreation
  listPets: ListPets
  /** The IDs of pets that other imports have added at this address. */
  knownElsewhere: () => Promise<ReadonlySet<Int64>>
  describe: (error: unknown) => string
  waitForKey: (signal: AbortSignal) => Promise<void>
  /** Rows were sent: loaded lists are stale. */
  onSent: () => void
}

/** Each row changes twice while it is sent. The same thread sends the rows and writes the record. */
const THROTTLE_MS = 200

/** One import that is open in this tab: its lock, journal, run and check live and end together. */
export function openImport({ journal, unlock, creation, onSent, ...options }: OpenImportOptions) {
  const run = createImportRunner({
    journal,
    createPet: (newPet) => creation.createPet(newPet),
    describe: options.describe,
    waitForKey: options.waitForKey,
  })
  const emitter = createEmitter()
  let timer: ReturnType<typeof setTimeout> | undefined
  let check: CheckState = { kind: 'none' }
  let checking: AbortController | undefined
  let snapshot: OpenImportSnapshot | undefined
  let isDisposed = false

  const isBusy = () => ['running', 'pausing'].includes(run.get().state.phase)

  function notify(change: RunChange) {
    snapshot = undefined
    if (change === 'row') timer ??= setTimeout(emit, THROTTLE_MS)
    else emit()
  }

  function emit() {
    clearTimeout(timer)
    timer = undefined
    emitter.notify()
  }

  function setCheck(next: CheckState) {
    check = next
    notify('state')
  }

  /** A check is evidence only until something happens after its request. */
  function resetCheck() {
    checking?.abort()
    checking = undefined
    if (check.kind !== 'none') setCheck({ kind: 'none' })
  }

  run.subscribe((change) => {
    if (change === 'state' && isBusy()) resetCheck()
    notify(change)
  })

  // The user may have added one of its pets by hand.
  const unsubscribe = creation.onPost((posted) => {
    if (check.kind === 'none') return
    const mayBeOfRow = run
      .get()
      .rows.some(
        ({ newPet, outcome }) =>
          newPet !== undefined && outcome.kind === 'unknown' && mayBeSameAnimal(newPet, posted),
      )
    if (mayBeOfRow) resetCheck()
  })

  async function checkList(): Promise<void> {
    if (isDisposed || isBusy() || checking !== undefined) return
    const own = new AbortController()
    checking = own
    setCheck({ kind: 'checking' })
    const requestedAt = Date.now()
    const mayArrive: MayArrive = ({ newPet, outcome }) =>
      outcome.kind === 'unknown' &&
      (mayStillArrive(outcome, requestedAt) ||
        (newPet !== undefined && creation.mayStillArrive(newPet, requestedAt)))
    const result = await reconcileWithLists(own.signal, mayArrive).catch((error: unknown): CheckState => {
      const positions = run
        .get()
        .rows.filter(mayArrive)
        .map(({ position }) => position)
      return { kind: 'failed', error, mayArrive: positions }
    })
    // It was reset meanwhile. One that the user cancelled was not: it failed.
    if (checking !== own) return
    checking = undefined
    setCheck(result)
  }

  async function reconcileWithLists(signal: AbortSignal, mayArrive: MayArrive): Promise<CheckState> {
    const lists = await Array.fromAsync(fetchAllLists(options.listPets, signal))
    const known = await options.knownElsewhere()
    signal.throwIfAborted()
    const result = reconcile(run.get().rows, lists, known, mayArrive)
    return { kind: 'checked', result, at: Date.now() }
  }

  async function sendAndCheck(send: () => Promise<void>): Promise<void> {
    await send()
    onSent()
    if (!isDisposed && run.get().state.phase === 'finished') await checkList()
  }

  return {
    record: journal.record,

    get: (): OpenImportSnapshot => (snapshot ??= { ...run.get(), check }),

    /** Notifies at once when the state of the run changes, and throttled when rows do. */
    subscribe: emitter.subscribe,

    resume: (): Promise<void> => sendAndCheck(run.resume),

    /** Sends these unknown rows once more and no others, then checks the lists. */
    sendAgain: (positions: readonly number[]): Promise<void> => {
      const missing = new Set(check.kind === 'checked' ? check.result.notFound : [])
      return sendAndCheck(() => run.sendAgain(positions, missing))
    },

    markAdded: run.markAdded,

    pause: run.pause,

    /** Fetches the lists and reconciles the record with them. Does nothing while rows are sent. */
    checkList,

    cancelCheck: (): void => checking?.abort(),

    /** What was loaded with the key must go. The record stays. */
    signedOut: (): void => {
      run.pause('key')
      resetCheck()
    },

    /** Another key may see other pets. */
    keyChanged: resetCheck,

    /** Waits until the row being sent is recorded, then lets other tabs open the import. */
    dispose: async (): Promise<void> => {
      isDisposed = true
      unsubscribe()
      resetCheck()
      try {
        await run.stop()
      } finally {
        unlock()
      }
    },
  }
}

export type OpenImport = ReturnType<typeof openImport>
