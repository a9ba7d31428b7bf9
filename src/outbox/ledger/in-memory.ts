import { type Entry, type EntryId, entryIdOf, type Import } from '#src/outbox/entry.ts'
import { isOpenByHand } from '#src/outbox/entry-rules.ts'
import { NO_SERVICE_FACTS, type ServiceFacts, withFactsOf } from './schema.ts'
import { type Ledger, type LedgerTransaction, StorageError, type EntryQuery } from './ledger.ts'

/** The content of the disk, as far as it can be read. */
export type DiskContent = { readonly imports: readonly Import[]; readonly entries: readonly Entry[] }

/**
 * The first sequence number in memory. It comes after all numbers on the disk, also those of other
 * tabs. These cannot see what is in memory, so this tab has to ask.
 */
const FIRST_SEQUENCE = 2 ** 52

type Options = {
  /**
   * The content that the disk had. With what is read later, it remains evidence once the disk
   * cannot be read.
   */
  readonly saved: DiskContent
  /** `undefined` where it cannot be read. */
  readonly disk?: Pick<Ledger, 'read'> | undefined
  /** Called when the disk can no longer be read. */
  readonly onUnread?: () => void
}

/** Returns whether the entry was entered in a ledger in memory, and no disk has it. */
export function isOfMemory({ sequence }: Pick<Entry, 'sequence'>): boolean {
  return sequence >= FIRST_SEQUENCE
}

/**
 * The ledger of a tab whose person goes on without a record. What the tab enters or changes is in
 * memory, and everything else is read from the disk, to which other tabs may write. What is on the
 * disk is neither deleted nor sent from here: another tab may send it. Once another tab has changed
 * such an entry, what this one had changed of it is forgotten.
 */
export function createInMemoryLedger({ saved, disk, onUnread = () => undefined }: Options): Ledger {
  let memory = createContent({ imports: [], entries: [] })
  /** The disk, as it was read last. */
  const lastRead = createContent(saved)
  let readableDisk = disk
  let lastTransaction: Promise<unknown> = Promise.resolve()

  /** Runs one transaction after the other. One that throws has changed nothing. */
  function transact<T>(act: (transaction: LedgerTransaction) => Promise<T>): Promise<T> {
    const result = lastTransaction.then(() => actBesideDisk(act))
    lastTransaction = result.catch(() => undefined)
    return result
  }

  async function actBesideDisk<T>(act: (transaction: LedgerTransaction) => Promise<T>): Promise<T> {
    const actBeside = async (onDisk: LedgerTransaction) => {
      await forgetOutdated(memory, onDisk)
      return act(joined(memory, onDisk))
    }
    if (readableDisk !== undefined) {
      const { read } = readableDisk
      try {
        return await allOrNothing((beginAttempt) =>
          read(async (onDisk) => {
            beginAttempt()
            await noteLedgerId(memory, onDisk)
            return actBeside(remembering(lastRead, onDisk))
          }),
        )
      } catch (error) {
        if (isRefusal(error)) throw error
        readableDisk = undefined
        onUnread()
      }
    }
    return allOrNothing(() => actBeside(transactionOn(lastRead)))
  }

  /**
   * Changes nothing in memory if `act` throws. The ledger on the disk may begin a transaction anew,
   * so `act` says when each attempt begins: only the changes of the last one stay.
   */
  async function allOrNothing<T>(act: (beginAttempt: () => void) => Promise<T>): Promise<T> {
    const before = copyOf(memory)
    let isFirstAttempt = true
    const beginAttempt = () => {
      if (!isFirstAttempt) memory = copyOf(before)
      isFirstAttempt = false
    }
    try {
      return await act(beginAttempt)
    } catch (error) {
      memory = before
      throw error
    }
  }

  return { read: transact, write: transact, reconnect: () => undefined }
}

/** Returns a copy that stays as it is when the content changes. */
function copyOf({ imports, entries, replaced, ...others }: Content): Content {
  return {
    imports: new Map(imports),
    entries: new Map(entries),
    replaced: new Map(replaced),
    ...others,
  }
}

type Content = {
  readonly imports: Map<string, Import>
  readonly entries: Map<EntryId, Entry>
  /** The entries of the disk that were changed here, as the disk had them. */
  readonly replaced: Map<EntryId, Entry>
  services: ServiceFacts
  lastSequence: number
  /** That of the database in which entries of memory have noted `enteredAfter`. */
  diskLedgerId: string | undefined
}

function createContent({ imports, entries }: DiskContent): Content {
  return {
    imports: new Map(imports.map((record) => [record.id, record])),
    entries: new Map(entries.map((entry) => [entryIdOf(entry), entry])),
    replaced: new Map(),
    services: entries.reduce(withFactsOf, NO_SERVICE_FACTS),
    lastSequence: FIRST_SEQUENCE - 1,
    diskLedgerId: undefined,
  }
}

/**
 * Notes which database is on the disk. Where another one has taken its place, all that the new one
 * has was entered since, although its numbers begin at 1 again.
 */
async function noteLedgerId(content: Content, onDisk: LedgerTransaction): Promise<void> {
  const ledgerId = await onDisk.ledgerId()
  const isReplaced = content.diskLedgerId !== undefined && ledgerId !== content.diskLedgerId
  if (isReplaced) for (const [id, entry] of content.entries) content.entries.set(id, enteredBefore(entry))
  content.diskLedgerId = ledgerId
}

function enteredBefore(entry: Entry): Entry {
  return entry.enteredAfter === undefined ? entry : { ...entry, enteredAfter: 0 }
}

/**
 * Forgets what was changed here of entries that another tab has changed or deleted on the disk
 * since. It would hide what that tab has sent.
 */
async function forgetOutdated({ entries, replaced }: Content, onDisk: LedgerTransaction): Promise<void> {
  for (const [id, entry] of replaced) {
    const current = await onDisk.get(id)
    if (current !== undefined && isSame(current, entry)) continue
    replaced.delete(id)
    entries.delete(id)
  }
}

function isSame(first: Entry, second: Entry): boolean {
  return JSON.stringify(first) === JSON.stringify(second)
}

/**
 * Returns a transaction on the disk that remembers what it reads. Once the disk cannot be read,
 * that remains evidence: what the screen shows must not be asked about less than before.
 */
function remembering(content: Content, onDisk: LedgerTransaction): LedgerTransaction {
  const { imports, entries } = content
  const noteEntry = (entry: Entry | undefined) => {
    if (entry === undefined) return undefined
    entries.set(entryIdOf(entry), entry)
    content.services = withFactsOf(content.services, entry)
    return entry
  }
  const noteImport = (record: Import | undefined) => {
    if (record !== undefined) imports.set(record.id, record)
    return record
  }
  return {
    ...onDisk,
    get: async (id) => noteEntry(await onDisk.get(id)),
    findAll: async (where, limit) => noteEach(await onDisk.findAll(where, limit), noteEntry),
    newestOfEachImport: async (...of) => noteEach(await onDisk.newestOfEachImport(...of), noteEntry),
    getImport: async (id) => noteImport(await onDisk.getImport(id)),
    imports: async () => noteEach(await onDisk.imports(), noteImport),
  }
}

const REFUSAL = 'it is on the disk, which cannot be written'

/** Something on the disk cannot be changed from here. The disk itself can be read. */
class RefusalError extends StorageError {}

/** Returns whether a transaction failed because of a refusal. The disk wraps what is thrown. */
function isRefusal(error: unknown): boolean {
  return error instanceof RefusalError || (error instanceof Error && error.cause instanceof RefusalError)
}

function transactionOn(content: Content): LedgerTransaction {
  const { imports, entries } = content
  const lookalikeIndex = createLookalikeIndex(entries)
  const findAll = async (where: EntryQuery, limit = Infinity) => {
    const candidates = where[0] === 'lookalike' ? lookalikeIndex.get(where[1], where[2]) : entries.values()
    return inOrder(
      where,
      [...candidates].filter((entry) => isAmong(where, entry)),
    ).slice(0, limit)
  }
  return {
    get: async (id) => entries.get(id),
    async put(entry) {
      lookalikeIndex.forget(entries.get(entryIdOf(entry)))
      entries.set(entryIdOf(entry), entry)
      content.services = withFactsOf(content.services, entry)
      lookalikeIndex.add(entry)
    },
    async delete(id) {
      lookalikeIndex.forget(entries.get(id))
      entries.delete(id)
    },
    findAll,
    first: async (where) => (await findAll(where))[0],
    maySend: async () => true,
    count: async (where) => (await findAll(where)).length,
    async newestOfEachImport({ baseUrl, lookalikeKey }, kind, below, isPassedOver) {
      const lookalikes = await findAll(['lookalike', baseUrl, lookalikeKey, kind])
      return newestOfEach(lookalikes.filter((entry) => entry.sequence < below && !isPassedOver(entry)))
    },
    async takeSequence(count) {
      const first = content.lastSequence + 1
      content.lastSequence += count
      return first
    },
    lastSequence: async () => content.lastSequence,
    getImport: async (id) => imports.get(id),
    imports: async () => [...imports.values()],
    putImport: async (record) => imports.set(record.id, record),
    deleteImport: async (id) => imports.delete(id),
    baseUrlsOf: async (environmentId) => content.services.baseUrls[environmentId] ?? [],
    changesPets: async (baseUrl) => content.services.changing.includes(baseUrl),
    noteLostHistory: async () => undefined,
    hasLostHistory: async () => false,
    ledgerId: async () => content.diskLedgerId ?? '',
  }
}

/**
 * Finds look-alikes without going through all entries, because a file asks for those of each row.
 * It is built when it is first asked.
 */
function createLookalikeIndex(entries: ReadonlyMap<EntryId, Entry>) {
  let index: LookalikeIndex | undefined

  return {
    get(baseUrl: string, lookalikeKey: string): Iterable<Entry> {
      index ??= buildLookalikeIndex(entries.values())
      return index.get(indexKeyOf({ baseUrl, lookalikeKey }))?.values() ?? []
    },

    add(entry: Entry): void {
      if (index !== undefined) addToIndex(index, entry)
    },

    forget(entry: Entry | undefined): void {
      if (entry !== undefined) index?.get(indexKeyOf(entry))?.delete(entryIdOf(entry))
    },
  }
}

type LookalikeIndex = Map<string, Map<EntryId, Entry>>

function indexKeyOf({ baseUrl, lookalikeKey }: Pick<Entry, 'baseUrl' | 'lookalikeKey'>): string {
  return `${baseUrl} ${lookalikeKey}`
}

function buildLookalikeIndex(entries: Iterable<Entry>): LookalikeIndex {
  const index: LookalikeIndex = new Map()
  for (const entry of entries) addToIndex(index, entry)
  return index
}

function addToIndex(index: LookalikeIndex, entry: Entry): void {
  const key = indexKeyOf(entry)
  const lookalikes = index.get(key) ?? new Map<EntryId, Entry>()
  index.set(key, lookalikes.set(entryIdOf(entry), entry))
}

function noteEach<T>(items: readonly T[], note: (item: T) => unknown): readonly T[] {
  for (const item of items) note(item)
  return items
}

/** Returns a transaction on what is in memory and, for everything else, on what is on the disk. */
function joined(content: Content, onDisk: LedgerTransaction): LedgerTransaction {
  const inMemory = transactionOn(content)
  const maySend = async (id: EntryId) => (await onDisk.get(id)) === undefined
  const isUnchanged = (entry: Entry) => !content.entries.has(entryIdOf(entry))

  async function refuseIfOnDisk(id: EntryId): Promise<void> {
    if (!(await maySend(id))) throw new RefusalError(REFUSAL)
  }

  async function refuseImportOnDisk(id: string): Promise<void> {
    if ((await onDisk.getImport(id)) !== undefined) throw new RefusalError(REFUSAL)
  }

  async function findAll(where: EntryQuery, limit?: number): Promise<readonly Entry[]> {
    const unchanged = (await onDisk.findAll(where, limit)).filter(isUnchanged)
    return inOrder(where, [...unchanged, ...(await inMemory.findAll(where))]).slice(0, limit)
  }

  return {
    ...inMemory,
    get: async (id) => (await inMemory.get(id)) ?? onDisk.get(id),
    async put(entry) {
      const id = entryIdOf(entry)
      if (entry.state.kind === 'sending') await refuseIfOnDisk(id)
      // A file has many rows, of which no disk has one.
      const replaced = isOfMemory(entry) ? undefined : await onDisk.get(id)
      if (replaced !== undefined) content.replaced.set(id, replaced)
      const isNew = isOfMemory(entry) && entry.enteredAfter === undefined
      await inMemory.put(isNew ? { ...entry, enteredAfter: await onDisk.lastSequence() } : entry)
    },
    async delete(id) {
      await refuseIfOnDisk(id)
      await inMemory.delete(id)
    },
    findAll,
    // An entry that may not be sent must not stand in the way of those that may.
    async first(where) {
      for (const entry of await inMemory.findAll(where)) if (await maySend(entryIdOf(entry))) return entry
      return undefined
    },
    maySend,
    count: async (where) => (await findAll(where)).length,
    async newestOfEachImport(of, kind, below, isPassedOver) {
      const isOutOfDate = (entry: Entry) => !isUnchanged(entry) || isPassedOver(entry)
      const unchanged = await onDisk.newestOfEachImport(of, kind, below, isOutOfDate)
      const changed = await inMemory.newestOfEachImport(of, kind, below, isPassedOver)
      return newestOfEach([...unchanged, ...changed])
    },
    getImport: async (id) => (await inMemory.getImport(id)) ?? onDisk.getImport(id),
    imports: async () => [...(await onDisk.imports()), ...(await inMemory.imports())],
    async putImport(record) {
      await refuseImportOnDisk(record.id)
      await inMemory.putImport(record)
    },
    async deleteImport(id) {
      await refuseImportOnDisk(id)
      await inMemory.deleteImport(id)
    },
    baseUrlsOf: async (environmentId) => [
      ...(await onDisk.baseUrlsOf(environmentId)),
      ...(await inMemory.baseUrlsOf(environmentId)),
    ],
    changesPets: async (baseUrl) =>
      (await onDisk.changesPets(baseUrl)) || (await inMemory.changesPets(baseUrl)),
    hasLostHistory: onDisk.hasLostHistory,
    ledgerId: onDisk.ledgerId,
  }
}

/** Returns the newest of these entries for each import, without those by hand. */
function newestOfEach(entries: readonly Entry[]): readonly Entry[] {
  const oldestFirst = entries.toSorted((first, second) => first.sequence - second.sequence)
  const newest = new Map(oldestFirst.map((entry) => [entry.importId, entry]))
  newest.delete('')
  return [...newest.values()]
}

function inOrder(where: EntryQuery, entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((first, second) => orderIn(where, first) - orderIn(where, second))
}

function orderIn([by]: EntryQuery, { position, sequence }: Entry): number {
  return by === 'lookalike' ? sequence : position
}

// oxlint-disable-next-line complexity -- It is a table of queries, one condition each.
function isAmong(where: EntryQuery, entry: Entry): boolean {
  const { batch, baseUrl, lookalikeKey, state, importId } = entry
  const id = state.kind === 'added' ? state.id : undefined
  switch (where[0]) {
    case 'batch':
      return where[1] === undefined || where[1] === batch
    case 'state':
      return where[1] === batch && where[2] === state.kind
    case 'lookalike':
      if (where[3] !== undefined && where[3] !== state.kind) return false
      if (where[4] !== undefined && where[4] !== importId) return false
      return where[1] === baseUrl && where[2] === lookalikeKey
    case 'id':
      return where[1] === baseUrl && where[2] === id
    case 'confirmed':
      return (
        state.kind === 'added' && state.confirmedTo === where[2] && where[1] === baseUrl && id !== undefined
      )
    case 'heldBy':
      return state.kind === 'held' && state.by.includes(where[1])
    case 'form':
      return entry.formId === where[1]
    case 'open':
      return isOpenByHand(entry)
    case 'overSince':
      // A tab without a record deletes nothing for its age.
      return false
  }
}
