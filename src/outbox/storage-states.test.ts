import { expect, test } from 'vitest'
import { createInMemoryLedger } from './ledger/in-memory.ts'
import { type Ledger, StorageError } from './ledger/ledger.ts'
import { createRecordPlace, createStorage, type StorageState } from './storage.ts'

const NOTHING_SHOWN = { imports: [], entries: [] }

const FULL = new StorageError('full')
const NEWER = new StorageError(new DOMException('a newer version', 'VersionError'))

/** Creates a storage whose disk fails as the test says. */
function setUp() {
  const failure: { ofRead?: StorageError | undefined; ofWrite?: StorageError | undefined } = {}
  const memory = createInMemoryLedger({ saved: { imports: [], entries: [] } })
  const disk: Ledger = {
    reconnect: memory.reconnect,
    read: async (act) => {
      if (failure.ofRead !== undefined) throw failure.ofRead
      return memory.read(act)
    },
    write: async (act) => {
      if (failure.ofWrite !== undefined) throw failure.ofWrite
      return memory.write(act)
    },
  }
  return {
    failure,
    storage: createStorage({
      disk,
      place: createRecordPlace(),
      onWritten: () => undefined,
      onReadFailed: () => undefined,
    }),
  }
}

type World = ReturnType<typeof setUp>

const ignore = () => undefined
const write = ({ storage }: World) => storage.write((ledger) => ledger.takeSequence(1)).catch(ignore)
const read = ({ storage }: World) => storage.read((ledger) => ledger.imports()).catch(ignore)

/** The steps that may happen to the storage, by their names. */
const STEPS = {
  write: async (world: World) => {
    world.failure.ofWrite = undefined
    await write(world)
  },
  'write nothing': async ({ storage }: World) => storage.write(async () => undefined),
  'write in vain': async (world: World) => {
    world.failure.ofWrite = FULL
    await write(world)
  },
  'write silently in vain': async (world: World) => {
    world.failure.ofWrite = FULL
    await world.storage.writeSilently((ledger) => ledger.takeSequence(1)).catch(ignore)
  },
  'write and read in vain': async (world: World) => {
    world.failure.ofRead = FULL
    world.failure.ofWrite = FULL
    await write(world)
  },
  'write beside a newer version': async (world: World) => {
    world.failure.ofWrite = NEWER
    await write(world)
  },
  read,
  'read in vain': async (world: World) => {
    world.failure.ofRead = FULL
    await read(world)
  },
  'read beside a newer version': async (world: World) => {
    world.failure.ofRead = NEWER
    await read(world)
  },
  'go on without a record': async ({ storage }: World) => storage.continueInMemory(NOTHING_SHOWN),
  'write in vain, and go on before the disk is found to be unreadable': async (world: World) => {
    world.failure.ofRead = FULL
    world.failure.ofWrite = FULL
    const isAsking = new Promise<void>((resolve) => world.storage.state.subscribe(resolve))
    void write(world)
    await isAsking
    await world.storage.continueInMemory(NOTHING_SHOWN)
  },
}

test.each<[state: StorageState, steps: readonly (keyof typeof STEPS)[]]>([
  ['untested', []],
  ['untested', ['read']],
  ['untested', ['read in vain']],
  ['untested', ['write nothing']],
  ['untested', ['write silently in vain']],
  ['untested', ['go on without a record']],
  ['on-disk', ['write']],
  ['on-disk', ['write', 'read in vain']],
  ['on-disk', ['write', 'go on without a record']],
  ['asking', ['write in vain']],
  ['asking', ['write in vain', 'write in vain']],
  ['asking-unread', ['write and read in vain']],
  ['on-disk', ['write in vain', 'write']],
  ['failed', ['write', 'write in vain']],
  ['failed', ['write', 'write in vain', 'go on without a record']],
  ['on-disk', ['write', 'write in vain', 'write']],
  ['in-memory', ['write in vain', 'go on without a record']],
  ['in-memory', ['write and read in vain', 'go on without a record']],
  ['in-memory', ['write in vain', 'go on without a record', 'write']],
  ['asking-unread', ['write in vain, and go on before the disk is found to be unreadable']],
  [
    'in-memory',
    ['write in vain, and go on before the disk is found to be unreadable', 'go on without a record'],
  ],
  ['newer', ['write', 'write beside a newer version']],
  ['newer', ['write', 'read beside a newer version']],
  ['asking-newer', ['read', 'read beside a newer version']],
  ['asking-newer', ['read', 'write beside a newer version']],
  ['asking-newer', ['write in vain', 'write beside a newer version']],
  ['on-disk', ['write beside a newer version', 'write']],
  ['in-memory', ['write beside a newer version', 'go on without a record']],
])('The storage is "%s" after: %j', async (state, steps) => {
  const world = setUp()
  for (const step of steps) {
    await STEPS[step](world)
    // The storage reads the disk by itself once a write has failed.
    await new Promise((resolve) => setTimeout(resolve))
  }
  expect(world.storage.state.get()).toBe(state)
})
