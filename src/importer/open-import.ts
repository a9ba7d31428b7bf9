import { createEmitter } from '#src/lib/create-store.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import { type ListPets, fetchAllLists } from '#src/pets/fetch-all-lists.ts'
import { reconcile, type Reconciliation } from './reconcile.ts'
import type { ImportJournal } from './import-journal.ts'
import { createImportRunner, type ImportSnapshot, type PauseReason, type RunChange } from './import-runner.ts'

/** What the lists say of the rows. It is gone as soon as anything is sent after the lists were asked for. */
export type CheckState =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'checked'; readonly check: Reconciliation; readonly at: number }
  | { readonly kind: 'failed'; readonly error: unknown }

export type OpenImportSnapshot = ImportSnapshot & { readonly check: CheckState }

export type OpenImportOptions = {
  journal: ImportJournal
  /** Lets other tabs have the import. */
  unlock: () => void
  createPet: Petstore['createPet']
  listPets: ListPets
  /** The IDs that other imports into the same service have in their records. */
  knownElsewhere: () => Promise<ReadonlySet<Int64>>
  describe: (error: unknown) => string
  waitForKey: (signal: AbortSignal) => Promise<void>
  /** Rows were sent: lists that are loaded are out of date. */
  onSent: () => void
}

/**
 * One import that is open in this tab: its lock, its journal, its run and its check live and end together, so that
 * nothing of one import ever speaks of another.
 */
export function openImport({ journal, unlock, onSent, ...options }: OpenImportOptions) {
  const run = createImportRunner({
    journal,
    createPet: (newPet) => options.createPet(newPet),
    describe: options.describe,
    waitForKey: options.waitForKey,
  })
  const emitter = createEmitter<[change: RunChange]>()
  let check: CheckState = { kind: 'none' }
  let checking: AbortController | undefined
  let snapshot: OpenImportSnapshot | undefined
  let isDisposed = false

  const isBusy = () => ['running', 'pausing'].includes(run.get().state.phase)

  function notify(change: RunChange) {
    snapshot = undefined
    emitter.notify(change)
  }

  function setCheck(next: CheckState) {
    check = next
    notify('state')
  }

  /** What was or is being found out is older than what happens now. */
  function voidCheck() {
    checking?.abort()
    checking = undefined
    if (check.kind !== 'none') setCheck({ kind: 'none' })
  }

  run.subscribe((change) => {
    if (change === 'state' && isBusy()) voidCheck()
    notify(change)
  })

  async function validateRows(): Promise<void> {
    if (isDisposed || isBusy() || checking !== undefined) return
    const mine = new AbortController()
    checking = mine
    setCheck({ kind: 'checking' })
    const result = await judge(mine.signal).catch((error: unknown): CheckState => ({ kind: 'failed', error }))
    // Void meanwhile, it has nothing to say; one that the person cancelled says so.
    if (checking !== mine) return
    checking = undefined
    setCheck(result)
  }

  async function judge(signal: AbortSignal): Promise<CheckState> {
    const askedAt = Date.now()
    const lists = await Array.fromAsync(fetchAllLists(options.listPets, signal))
    const known = await options.knownElsewhere()
    signal.throwIfAborted()
    const found = reconcile(run.get().rows, lists, known, askedAt)
    return { kind: 'checked', check: found, at: Date.now() }
  }

  /** Sends, and at the end holds the lists against the record. */
  async function send(sending: () => Promise<void>): Promise<void> {
    await sending()
    if (isDisposed) return
    onSent()
    if (run.get().state.phase === 'finished') await validateRows()
  }

  return {
    record: journal.record,

    /** The same object until something changes. */
    get: (): OpenImportSnapshot => (snapshot ??= { ...run.get(), check }),

    /** Each row changes twice while it is sent; for a page, that is too often to follow (`subscribeThrottled`). */
    subscribe: emitter.subscribe,

    /** Sends every row that waits; then checks the list, if nothing is left to send. */
    resume: (): Promise<void> => send(run.resume),

    /** Sends these unknown rows once more, and no others. */
    sendAgain: (positions: readonly number[]): Promise<void> => {
      const missing = new Set(check.kind === 'checked' ? check.check.notFound : [])
      return send(() => run.sendAgain(positions, missing))
    },

    markAdded: run.markAdded,

    pause: (reason: PauseReason): void => run.pause(reason),

    /** Reads the lists and holds them against the record. Does nothing while rows are sent. */
    checkList: validateRows,

    /** The person does not want to wait for the lists any longer. */
    cancelCheck: (): void => checking?.abort(),

    /** The key is gone, and with it what was loaded with it. The record stays. */
    signedOut: (): void => {
      run.pause('key')
      voidCheck()
    },

    /** Another key: what the one before was shown is no evidence for this one. */
    keyChanged: voidCheck,

    /** Nothing of it happens after this resolves: the row on its way is recorded, then another tab may have the import. */
    dispose: async (): Promise<void> => {
      isDisposed = true
      voidCheck()
      try {
        await run.stop()
      } finally {
        unlock()
      }
    },
  }
}

export type OpenImport = ReturnType<typeof openImport>
