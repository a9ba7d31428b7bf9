import { describe, expect, test, vi } from 'vitest'
import { TimeoutError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { NewPet, Pet, PetList } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import { createCreatePetStore } from './create-pet-store.ts'
import type { Draft } from './draft.ts'
import { checkPetForm, EMPTY_VALUES } from './pet-form.ts'
import type { SentPet } from './unknown-pets.ts'

const int64 = (text: string) => text as Int64
const REX: NewPet = { name: 'Rex', categoryId: int64('1'), status: undefined }
const SOLD_REX: NewPet = { ...REX, status: 'sold' }
const MOG: NewPet = { name: 'Mog', categoryId: int64('2'), status: undefined }
const stored = (id: string, newPet = REX): Pet => ({ ...newPet, id: int64(id) })

const LOST: CreatePetOutcome = { kind: 'unknown', error: new Error('lost') }
const REFUSED: CreatePetOutcome = { kind: 'rejected', error: new Error('no') }
const ADDED: CreatePetOutcome = { kind: 'added', pet: stored('9') }
const full = (...pets: Pet[]): PetList => ({ pets, unreadable: [], returned: pets.length })
const CUT: PetList = { pets: [], unreadable: [], returned: 100 }

/** Every answer so far has been taken in. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** A store whose service answers when the test says so. `draft` is what the tab keeps. */
function open({ draft = { values: EMPTY_VALUES, sent: [] } }: { draft?: Draft } = {}) {
  const saved = { draft }
  const posts: { newPet: NewPet; signal: AbortSignal | undefined; answer: (o: CreatePetOutcome) => void }[] =
    []
  const lists: {
    signal: AbortSignal | undefined
    answer: (list: PetList) => void
    fail: (e: Error) => void
  }[] = []
  let listedPets: Pet[] = []
  const onAdded = vi.fn<() => void>()
  const store = createCreatePetStore({
    petstore: {
      createPet: (newPet, signal) =>
        new Promise((answer) => {
          posts.push({ newPet, signal, answer })
        }),
    },
    listPets: (_filter, signal) =>
      new Promise((answer, fail) => {
        signal?.throwIfAborted()
        lists.push({ signal, answer, fail })
      }),
    listedPets: () => listedPets,
    parse: (values) => checkPetForm(values, new Map()).newPet,
    drafts: {
      read: () => saved.draft,
      write: (next) => {
        saved.draft = next
      },
    },
    onAdded,
  })
  const send = async (newPet: NewPet, outcome: CreatePetOutcome) => {
    expect(store.send(newPet, unresolved(newPet))).toBe('sent')
    posts.at(-1)?.answer(outcome)
    await settled()
  }
  const unresolved = (newPet: NewPet) =>
    store.get().unknown.filter(({ newPet: { name } }) => name === newPet.name)
  const only = () => {
    const [pet, ...others] = store.get().unknown
    if (pet === undefined || others.length > 0) throw new Error('not one unknown pet')
    return pet
  }
  return {
    store,
    posts,
    lists,
    saved,
    onAdded,
    send,
    only,
    checkKind: () => only().check.kind,
    list: (...pets: Pet[]) => {
      listedPets = pets
    },
    /** Checks the one unknown pet to the end; each of the four lists is like this. */
    check: async (list: PetList) => {
      const checking = store.check(only().at)
      for (let attempt = 0; attempt < 4; attempt++) {
        lists.at(-1)?.answer(list)
        await settled()
      }
      await checking
    },
    knownIds: () => [...only().knownIds],
    /** As after a reload: another store reads what the tab kept. */
    reload: () => open({ draft: saved.draft }),
  }
}

const kinds = ({ store }: ReturnType<typeof open>) => {
  const { unknown, added, lastResult } = store.get()
  return { unknown: unknown.length, added: added.length, lastResult: lastResult?.kind }
}

describe('a pet in doubt', () => {
  test.each([
    ['as it was', REX],
    ['with a status, which the service may have set by itself', SOLD_REX],
    ['with blanks around its name', { ...REX, name: ' Rex ' }],
  ])('is not sent again unasked: %s', async (_how, again) => {
    const opened = open()
    await opened.send(REX, LOST)
    expect(opened.store.send(again)).toBe('needs-confirmation')
    expect(opened.posts).toHaveLength(1)
    expect(opened.store.send(MOG)).toBe('sent')
  })

  test('is still asked about after a reload, after signing out, and after it was left', async () => {
    const opened = open()
    await opened.send(REX, LOST)
    opened.store.leave(opened.only().at)
    opened.store.signedOut()
    for (const { store } of [opened, opened.reload()]) {
      expect(store.send(REX)).toBe('needs-confirmation')
      expect(store.get().unknown).toMatchObject([{ newPet: REX, isLeft: true }])
    }
  })

  test.each<[string, CreatePetOutcome, ReturnType<typeof kinds>]>([
    ['added', ADDED, { unknown: 0, added: 1, lastResult: 'added' }],
    [
      'added, without an ID',
      { kind: 'added-without-id', error: undefined },
      { unknown: 0, added: 1, lastResult: 'added' },
    ],
    ['rejected', REFUSED, { unknown: 1, added: 0, lastResult: 'rejected' }],
    ['lost', LOST, { unknown: 1, added: 0, lastResult: undefined }],
  ])('that is sent again and %s', async (_what, outcome, expected) => {
    const opened = open()
    await opened.send(REX, LOST)
    await opened.send(REX, outcome)
    expect(kinds(opened)).toEqual(expected)
    expect(opened.reload().store.get().unknown).toHaveLength(expected.unknown)
  })

  test('is one in doubt when the second POST is cut off by a reload', async () => {
    const opened = open()
    await opened.send(REX, LOST)
    opened.store.send(REX, [opened.only()])
    expect(opened.saved.draft.sent).toHaveLength(2)
    expect(opened.reload().only()).toMatchObject({ newPet: REX })
  })

  test('stays beside one that says more than it: a check of that one would not find it', async () => {
    const opened = open()
    await opened.send(REX, LOST)
    await opened.send(SOLD_REX, LOST)
    expect(kinds(opened).unknown).toBe(2)
  })
})

describe('who was asked about one thing has not said yes to another', () => {
  test('a check has found it in the meantime', async () => {
    const opened = open()
    await opened.send(REX, LOST)
    const seen = [opened.only()]
    await opened.check(full(stored('7')))
    expect(opened.store.send(REX, seen)).toBe('needs-confirmation')
    expect(opened.store.send(REX, [opened.only()])).toBe('sent')
  })

  test('it was recognised in the meantime', async () => {
    const opened = open()
    const found = stored('7')
    await opened.send(REX, LOST)
    await opened.check(full(found))
    const seen = [opened.only()]
    opened.store.confirmMatch(opened.only().at, found)
    expect(opened.store.send(REX, seen)).toBe('needs-confirmation')
    expect(opened.posts).toHaveLength(1)
  })

  test('another POST is on its way', async () => {
    const opened = open()
    await opened.send(REX, LOST)
    const seen = [opened.only()]
    opened.store.send(MOG)
    expect(opened.store.send(REX, seen)).toBe('busy')
    expect(opened.posts).toHaveLength(2)
  })
})

describe('a check', () => {
  test.each([
    ['found', full(stored('7'))],
    ['not-found', full()],
    ['inconclusive', CUT],
  ])('says: %s', async (kind, list) => {
    const opened = open()
    await opened.send(REX, LOST)
    await opened.check(list)
    expect(opened.checkKind()).toBe(kind)
  })

  test('that fails says nothing of the pet', async () => {
    const opened = open()
    await opened.send(REX, LOST)
    void opened.store.check(opened.only().at)
    opened.lists[0]?.fail(new Error('403'))
    await settled()
    expect(opened.checkKind()).toBe('failed')
  })

  test('that is cancelled says nothing of the pet, whatever comes late', async () => {
    const opened = open()
    await opened.send(REX, LOST)
    await opened.check(full())
    void opened.store.check(opened.only().at)
    opened.store.cancelCheck(opened.only().at)
    expect(opened.lists.at(-1)?.signal?.aborted).toBe(true)
    for (const { answer } of opened.lists) answer(full())
    await settled()
    expect(opened.checkKind()).toBe('cancelled')
  })

  test('begun anew makes the one before void', async () => {
    const opened = open()
    await opened.send(REX, LOST)
    void opened.store.check(opened.only().at)
    const [first] = opened.lists
    await opened.check(full(stored('7')))
    expect(first?.signal?.aborted).toBe(true)
    first?.answer(full())
    await settled()
    expect(opened.checkKind()).toBe('found')
  })

  test.each<[string, CreatePetOutcome]>([
    ['rejected', REFUSED],
    ['lost', LOST],
  ])(
    'under way when the pet is sent again is ended, and says nothing when that is %s',
    async (_what, outcome) => {
      const opened = open()
      await opened.send(REX, LOST)
      void opened.store.check(opened.only().at)
      await opened.send(REX, outcome)
      expect(opened.lists[0]?.signal?.aborted).toBe(true)
      opened.lists[0]?.answer(full())
      await settled()
      expect(opened.lists).toHaveLength(1)
      expect(opened.checkKind()).toBe('none')
    },
  )

  test('of a pet whose POST is on its way is not made', async () => {
    const opened = open()
    await opened.send(REX, LOST)
    const { at } = opened.only()
    opened.store.send(REX, [opened.only()])
    await opened.store.check(at)
    opened.store.leave(at)
    expect(opened.lists).toEqual([])
    expect(opened.only().isLeft).toBeUndefined()
  })

  test('of a pet that was left brings its alert back', async () => {
    const opened = open()
    await opened.send(REX, LOST)
    opened.store.leave(opened.only().at)
    void opened.store.check(opened.only().at)
    expect(opened.only()).toMatchObject({ isLeft: undefined, check: { kind: 'checking' } })
  })

  test('recognises only what it has shown', async () => {
    const opened = open()
    await opened.send(REX, LOST)
    opened.store.confirmMatch(opened.only().at, stored('7'))
    expect(kinds(opened)).toEqual({ unknown: 1, added: 0, lastResult: undefined })
  })
})

describe('which pets are older than the POST', () => {
  test('those like it that are listed, or were added here', async () => {
    const opened = open()
    opened.list(stored('1'), stored('2', MOG))
    await opened.send(REX, ADDED)
    await opened.send(REX, LOST)
    expect(opened.knownIds()).toEqual(['1', '9'])
  })

  test('not one that may have come from the POST before, when nobody said that it is another', async () => {
    const opened = open()
    opened.list(stored('1'))
    await opened.send(REX, LOST)
    // The person has been to the list in the meantime.
    opened.list(stored('1'), stored('7'))
    await opened.send(REX, LOST)
    expect(opened.knownIds()).toEqual(['1'])
  })

  test('and one that the check has shown, when the person sends it again all the same', async () => {
    const opened = open()
    opened.list(stored('1'))
    await opened.send(REX, LOST)
    await opened.check(full(stored('1'), stored('7')))
    await opened.send(REX, LOST)
    expect(opened.knownIds()).toEqual(['7', '1'])
  })
})

describe('signing out', () => {
  test('ends what is under way, and no late answer brings anything back', async () => {
    const opened = open()
    await opened.send(MOG, LOST)
    void opened.store.check(opened.only().at)
    opened.store.send(REX)
    opened.store.signedOut()
    expect(opened.lists[0]?.signal?.aborted).toBe(true)
    expect(opened.posts[1]?.signal?.aborted).toBe(true)
    const before = opened.store.get()
    opened.posts[1]?.answer(ADDED)
    opened.lists[0]?.answer(full())
    await settled()
    expect(opened.store.get()).toBe(before)
    expect(opened.onAdded).not.toHaveBeenCalled()
  })

  test('forgets what was added and what a check said; what is unknown stays, also what was on its way', async () => {
    const opened = open()
    await opened.send(MOG, ADDED)
    await opened.send(REX, LOST)
    await opened.check(full())
    opened.store.send({ ...MOG, name: 'Tom' })
    opened.store.signedOut()
    expect(opened.store.get()).toMatchObject({ sending: undefined, added: [], lastResult: undefined })
    expect(opened.store.get().unknown).toMatchObject([
      { newPet: REX, check: { kind: 'none' } },
      { newPet: { name: 'Tom' }, check: { kind: 'none' } },
    ])
    expect(opened.store.get().unknown[0]).not.toHaveProperty('error')
  })
})

test('what is typed for the next pet is not emptied by the outcome of the one before', async () => {
  const opened = open()
  const next = { name: 'Next', category: '1', status: '' } as const
  opened.store.type(next)
  await opened.send(REX, ADDED)
  expect(opened.saved.draft.values).toEqual(next)
  opened.store.type({ ...next, name: 'Rex' })
  await opened.send(REX, ADDED)
  expect(opened.saved.draft.values).toEqual(EMPTY_VALUES)
})

test('a pet is in the tab before its POST, and gone from it with a definite outcome', async () => {
  const opened = open()
  opened.store.send(REX)
  expect(opened.saved.draft.sent.map(({ newPet }: SentPet) => newPet)).toEqual([REX])
  opened.posts[0]?.answer(REFUSED)
  await settled()
  expect(opened.saved.draft.sent).toEqual([])
})

test('one pet of the store ends one doubt and no other', async () => {
  const opened = open()
  await opened.send(REX, LOST)
  await opened.send(SOLD_REX, LOST)
  for (const { at } of opened.store.get().unknown) {
    const checking = opened.store.check(at)
    for (let list = 0; list < 4; list++) {
      opened.lists.at(-1)?.answer(full(stored('8', SOLD_REX)))
      await settled()
    }
    await checking
  }
  const recogniseFirst = () => {
    const [pet] = opened.store.get().unknown
    const found = pet?.check.kind === 'found' ? pet.check.pets[0] : undefined
    if (pet !== undefined && found !== undefined) opened.store.confirmMatch(pet.at, found)
  }
  recogniseFirst()
  recogniseFirst()
  expect(opened.store.get().added.map(({ pet }) => pet?.id)).toEqual(['8'])
  expect(opened.store.get().unknown).toHaveLength(1)
})

test('once it is recognised, the form does not stay filled with the same pet, however it was typed', async () => {
  const opened = open()
  await opened.send({ ...REX, name: 'Rex ' }, LOST)
  opened.store.type({ name: 'Rex', category: '1', status: '' })
  await opened.check(full(stored('7')))
  const pet = opened.only()
  opened.store.confirmMatch(pet.at, pet.check.kind === 'found' ? (pet.check.pets[0] as Pet) : stored('7'))
  expect(opened.store.get().values).toEqual(EMPTY_VALUES)
})

test('what is typed of another category is not emptied when a pet of the same name is added', async () => {
  const opened = open()
  opened.store.send(REX)
  opened.store.type({ name: 'Rex', category: '2', status: '' })
  opened.posts.at(-1)?.answer(ADDED)
  await settled()
  expect(opened.store.get().values).toEqual({ name: 'Rex', category: '2', status: '' })
})

test('a doubt about a sold Rex is not ended by adding one without a status', async () => {
  const opened = open()
  await opened.send(SOLD_REX, LOST)
  await opened.send(REX, ADDED)
  expect(opened.store.send(SOLD_REX)).toBe('needs-confirmation')
})

test('a pet that was given up is not called missing while it may still arrive', async () => {
  const opened = open()
  await opened.send(REX, { kind: 'unknown', error: new TimeoutError('POST /pets', 30) })
  await opened.check(full())
  expect(opened.only().check).toEqual({ kind: 'not-found-yet' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await opened.check(full())
  expect(opened.only().check).toEqual({ kind: 'not-found' })
  vi.useRealTimers()
})

test('another key sees nothing of what a check found with the key before', async () => {
  const opened = open()
  await opened.send(MOG, ADDED)
  await opened.send(REX, LOST)
  await opened.check(full(stored('7')))
  opened.store.keyChanged()
  expect(opened.only().check).toEqual({ kind: 'none' })
  // What the person at the screen has added stays.
  expect(opened.store.get().added).toHaveLength(1)
})

test.each([
  ['another status', { ...REX, status: 'pending' as const }],
  ['other letters', { ...REX, name: 'REX ' }],
])('a pet in doubt is asked about also with %s', async (_what, newPet) => {
  const opened = open()
  await opened.send(SOLD_REX, LOST)
  expect(opened.store.send(newPet)).toBe('needs-confirmation')
})
