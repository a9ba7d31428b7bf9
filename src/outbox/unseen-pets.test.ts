import { expect, test, vi } from 'vitest'
import { createSharedNames } from '#tests/support/device.ts'
import { added, ownEntry as own, rejected, sending } from '#tests/support/ledger-entries.ts'
import { type Entry, type EntryId, entryIdOf } from './entry.ts'
import { createUnseenPets } from './unseen-pets.ts'

/** Creates the unseen pets for a page that shows `shown`, and whose ledger has `saved`. */
function setUp({ shown = [], saved = [] }: { shown?: readonly Entry[]; saved?: readonly Entry[] }) {
  const shared = createSharedNames()
  const decide = vi.fn<(batch: string) => Promise<void>>(async () => undefined)
  const unseenPets = createUnseenPets(
    {
      view: { byHand: () => shown.map((entry) => ({ entry, isSaved: true })) },
      clock: { now: () => 0 },
      decide,
      isOfThisEnvironment: () => true,
    } as unknown as Parameters<typeof createUnseenPets>[0],
    shared,
  )
  const get = vi.fn<(id: EntryId) => Promise<Entry | undefined>>(async (id) =>
    saved.find((entry) => entryIdOf(entry) === id),
  )
  const read = (isElsewhere = false) => unseenPets.read({ get }, () => isElsewhere)
  return { shared, decide, get, unseenPets, read }
}

const addedByAnna = own({ ...added, confirmedTo: 'Anna' })
const id = entryIdOf(addedByAnna)

test('A pet is unseen from its request on, in all tabs.', async () => {
  const { shared, unseenPets, read } = setUp({ saved: [addedByAnna] })
  unseenPets.noteSent(id)
  expect(shared.all()).toEqual([id])
  expect(await read()).toEqual([addedByAnna])
})

test('A pet is seen once the page shows what became of it, and not while it is being sent.', () => {
  const { shared, unseenPets } = setUp({})
  unseenPets.noteSent(id)
  unseenPets.noteShown([own(sending)])
  expect(shared.all()).toEqual([id])
  unseenPets.noteShown([own(rejected)])
  expect(shared.all()).toEqual([])
})

test('A page leaves alone what another tab shows, and what it shows itself.', async () => {
  const ofOtherTab = setUp({ saved: [addedByAnna] })
  ofOtherTab.shared.add(id)
  expect(await ofOtherTab.read(true)).toEqual([])
  const shownHere = setUp({ saved: [addedByAnna], shown: [addedByAnna] })
  shownHere.shared.add(id)
  expect(await shownHere.read()).toEqual([])
})

test('A page that cannot store names remembers what it has sent itself.', async () => {
  const { shared, unseenPets, read } = setUp({ saved: [addedByAnna] })
  unseenPets.noteSent(id)
  shared.delete(id)
  expect(await read()).toEqual([addedByAnna])
})

test('Names that something else has stored are passed over.', async () => {
  const { shared, get, read } = setUp({})
  for (const name of ['', 'visit', 'visit 1 2', 'visit x', `visit ${'9'.repeat(20)}`]) shared.add(name)
  expect(await read()).toEqual([])
  expect(get).not.toHaveBeenCalled()
})

test('A pet that another sign-in has added is marked as unconfirmed only once, and stays unseen meanwhile.', () => {
  const { shared, decide, unseenPets } = setUp({})
  shared.add(id)
  unseenPets.takeUp([addedByAnna], 'Ben')
  unseenPets.takeUp([addedByAnna], 'Ben')
  expect(decide).toHaveBeenCalledOnce()
  expect(shared.all()).toEqual([id])
})

test.each([
  ['was added by this sign-in', addedByAnna],
  ['was marked as added by a person', own({ ...added, confirmedTo: 'Ben', isByPerson: true })],
  ['was not added', own(rejected)],
])('A pet that %s is forgotten once a page has taken it up.', (_what, pet) => {
  const { shared, decide, unseenPets } = setUp({})
  shared.add(id)
  unseenPets.takeUp([pet], 'Anna')
  expect(shared.all()).toEqual([])
  expect(decide).not.toHaveBeenCalled()
})

test('A pet that is still being sent stays unseen.', () => {
  const { shared, unseenPets } = setUp({})
  shared.add(id)
  unseenPets.takeUp([own(sending)], 'Anna')
  expect(shared.all()).toEqual([id])
})
