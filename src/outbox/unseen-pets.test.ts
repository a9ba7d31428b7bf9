import { expect, test, vi } from 'vitest'
import { createSharedTexts } from '#tests/support/device.ts'
import { added, held, ownEntry as own, rejected, sending, unknown } from '#tests/support/ledger-entries.ts'
import { batchOf, type Entry, type EntryId, entryIdOf } from './entry.ts'
import { createUnseenPets } from './unseen-pets.ts'

/** Creates the unseen pets for a page that shows `shown`, and whose ledger has `saved`. */
function setUp({ shown = [], saved = [] }: { shown?: readonly Entry[]; saved?: readonly Entry[] }) {
  const shared = createSharedTexts()
  const presence = { id: 'this tab', begin: vi.fn<() => void>(), end: vi.fn<() => void>() }
  const writeSilently = vi.fn<() => Promise<void>>(async () => undefined)
  const unseenPets = createUnseenPets(
    {
      view: {
        byHand: () => shown.map((entry) => ({ entry, isSaved: true })),
        find: (wanted: EntryId) => shown.find((entry) => entryIdOf(entry) === wanted),
      },
      clock: { now: () => 0 },
      writeSilently,
      isOfThisEnvironment: () => true,
      presence,
    } as unknown as Parameters<typeof createUnseenPets>[0],
    shared,
  )
  const get = vi.fn<(id: EntryId) => Promise<Entry | undefined>>(async (id) =>
    saved.find((entry) => entryIdOf(entry) === id),
  )
  const read = async (...locksElsewhere: readonly string[]) => {
    const { entries } = await unseenPets.read({ get }, (lockName) => locksElsewhere.includes(lockName))
    return entries
  }
  return { shared, presence, writeSilently, get, unseenPets, read }
}

const addedByAnna = own({ ...added, confirmedTo: 'Anna' })
const id = entryIdOf(addedByAnna)

test('A pet is unseen from its request on, in all tabs.', async () => {
  const { shared, unseenPets, read } = setUp({ saved: [addedByAnna] })
  unseenPets.noteWritten([own(sending)])
  expect([...shared.all()]).toEqual([[id, 'this tab']])
  expect(await read()).toEqual([addedByAnna])
})

test('A pet is seen once a person sees what became of it, and not while it is being sent.', () => {
  const { shared, unseenPets } = setUp({})
  unseenPets.noteWritten([own(sending)])
  unseenPets.noteShown([own(sending)])
  expect([...shared.all().keys()]).toEqual([id])
  unseenPets.noteShown([addedByAnna])
  expect([...shared.all()]).toEqual([])
})

test('A pet that the page still shows in an older state, while another tab sends it, is not seen.', async () => {
  const { shared, unseenPets, read } = setUp({ shown: [own(held)] })
  shared.set(id, 'a tab without Web Locks')
  await read()
  unseenPets.noteShown([own(held)])
  expect([...shared.all().keys()]).toEqual([id])
})

test('A pet that is open again after its request has no answer that can be missed.', () => {
  const { shared, unseenPets } = setUp({})
  unseenPets.noteWritten([own(sending)])
  unseenPets.noteWritten([own(rejected)])
  expect([...shared.all()]).toEqual([])
})

test.each([
  ['does not show the pet any more', [], 1],
  ['still shows the pet', [addedByAnna], 0],
] as const)('An answer is unseen from its writing on if the tab %s.', (_what, shown, count) => {
  const { shared, unseenPets } = setUp({ shown })
  unseenPets.noteWritten([addedByAnna])
  expect(shared.all().size).toBe(count)
})

test('A tab tells the others that it is there from its first unseen pet to its last.', () => {
  const { presence, unseenPets } = setUp({})
  const second = own(added, { position: 1 })
  unseenPets.noteWritten([own(sending)])
  unseenPets.noteWritten([own(sending, { position: 1 })])
  expect(presence.begin).toHaveBeenCalledOnce()
  unseenPets.noteShown([addedByAnna])
  expect(presence.end).not.toHaveBeenCalled()
  unseenPets.noteShown([addedByAnna, second])
  expect(presence.end).toHaveBeenCalledOnce()
})

test('A pet that another tab has sent is left to that tab while it is there, and is taken up once it is gone.', async () => {
  const { shared, read } = setUp({ saved: [addedByAnna] })
  shared.set(id, 'other tab')
  expect(await read('other tab')).toEqual([])
  expect(await read()).toEqual([addedByAnna])
})

test('The reading says whether another tab has unseen pets, so that this one looks again.', async () => {
  const { shared, get, unseenPets } = setUp({ saved: [addedByAnna] })
  shared.set(id, 'other tab')
  expect(await unseenPets.read({ get }, () => true)).toEqual({ entries: [], areSomeElsewhere: true })
  expect(await unseenPets.read({ get }, () => false)).toMatchObject({ areSomeElsewhere: false })
})

test.each([
  ['another tab is sending its batch', [], [batchOf(id)]],
  ['it is among the pets of this tab', [addedByAnna], []],
])('A pet is not taken up if %s.', async (_what, shown, locksElsewhere) => {
  const { shared, read } = setUp({ saved: [addedByAnna], shown })
  shared.set(id, 'other tab')
  expect(await read(...locksElsewhere)).toEqual([])
})

test('A pet that was sent before this tab was loaded is seen once a person sees it here.', async () => {
  const { shared, unseenPets, read } = setUp({ saved: [addedByAnna] })
  shared.set(id, 'a tab that is gone')
  await read()
  unseenPets.noteShown([addedByAnna])
  expect([...shared.all()]).toEqual([])
})

test('A tab that cannot store texts remembers what it has sent itself.', async () => {
  const { shared, unseenPets, read } = setUp({ saved: [addedByAnna] })
  vi.spyOn(shared, 'set').mockReturnValue(false)
  unseenPets.noteWritten([own(sending)])
  expect(await read()).toEqual([addedByAnna])
})

test('What another tab has shown meanwhile is seen in the tab that has sent it, too.', async () => {
  const { shared, presence, unseenPets, read } = setUp({ saved: [addedByAnna] })
  unseenPets.noteWritten([own(sending)])
  shared.delete(id)
  expect(await read()).toEqual([])
  expect(presence.end).toHaveBeenCalledOnce()
})

test('Names that something else has stored are passed over.', async () => {
  const { shared, get, read } = setUp({})
  for (const name of ['', 'visit', 'visit 1 2', 'visit x', `visit ${'9'.repeat(20)}`]) shared.set(name, '')
  expect(await read()).toEqual([])
  expect(get).not.toHaveBeenCalled()
})

test('A pet that another sign-in has added is marked as unconfirmed only once, and stays unseen meanwhile.', () => {
  const { shared, writeSilently, unseenPets } = setUp({})
  shared.set(id, '')
  unseenPets.takeUp([addedByAnna], 'Ben')
  unseenPets.takeUp([addedByAnna], 'Ben')
  expect(writeSilently).toHaveBeenCalledOnce()
  expect(shared.all().size).toBe(1)
})

test('A pet is to be marked as unconfirmed until the ledger says that it is, and each reading tries again.', async () => {
  const { writeSilently, unseenPets } = setUp({})
  writeSilently.mockRejectedValueOnce(new Error('The disk is full.'))
  unseenPets.takeUp([addedByAnna], 'Ben')
  await new Promise((resolve) => setImmediate(resolve))
  expect(unseenPets.areSomeToBeDoubted()).toBe(true)
  unseenPets.takeUp([addedByAnna], 'Ben')
  expect(writeSilently).toHaveBeenCalledTimes(2)
  unseenPets.takeUp([own(unknown)], 'Ben')
  expect(unseenPets.areSomeToBeDoubted()).toBe(false)
})

test.each([
  ['was marked as added by a person', own({ ...added, confirmedTo: 'Ben', isByPerson: true })],
  ['was not added', own(rejected)],
])('A pet that %s is over, or shown as open, and is forgotten.', (_what, pet) => {
  const { shared, writeSilently, unseenPets } = setUp({})
  shared.set(id, '')
  unseenPets.takeUp([pet], 'Anna')
  expect(shared.all().size).toBe(0)
  expect(writeSilently).not.toHaveBeenCalled()
})

test.each([
  ['is still being sent', own(sending)],
  ['this sign-in has added, and which no person has seen yet,', addedByAnna],
])('A pet that %s stays unseen.', (_what, pet) => {
  const { shared, writeSilently, unseenPets } = setUp({})
  shared.set(id, '')
  unseenPets.takeUp([pet], 'Anna')
  expect(shared.all().size).toBe(1)
  expect(writeSilently).not.toHaveBeenCalled()
})
