import { describe, expect, test, vi } from 'vitest'
import { HttpError, TimeoutError } from '#src/http/errors.ts'
import type { FindUnfinishedRows, UnfinishedRows } from '#src/importer/unfinished-rows.ts'
import type { NewPet, Pet, PetList } from '#src/pets/pet.ts'
import { createPetCreation } from '#src/pets/pet-creation.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import { createCreatePetStore } from './create-pet-store.ts'
import type { Draft } from './draft.ts'
import { int64 } from '#tests/support/int64.ts'
import { checkPetForm, EMPTY_VALUES, type PetFormValues } from './pet-form.ts'
import type { SentPet, UnknownPet } from './unknown-pets.ts'

const REX: NewPet = { name: 'Rex', categoryId: int64('1'), status: undefined }
const SOLD_REX: NewPet = { ...REX, status: 'sold' }
const MOG: NewPet = { name: 'Mog', categoryId: int64('2'), status: undefined }
const petOf = (id: string, newPet = REX): Pet => ({ ...newPet, id: int64(id) })

const LOST: CreatePetOutcome = { kind: 'unknown', error: new Error('lost') }
const REJECTED: CreatePetOutcome = { kind: 'rejected', error: new Error('no') }
const ADDED: CreatePetOutcome = { kind: 'added', pet: petOf('9') }
const full = (...pets: Pet[]): PetList => ({ pets, unreadable: [], returned: pets.length })
const TRUNCATED: PetList = { pets: [], unreadable: [], returned: 100 }

/** What the user was asked about. */
const seen = (...unknown: UnknownPet[]) => ({ unknown, imports: [] })

/** All responses so far have been handled. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** A store whose requests the test responds to. `draft` is what the tab has stored. */
function open({ draft = { values: EMPTY_VALUES, isKept: false, sent: [] } }: { draft?: Draft } = {}) {
  const saved = { draft, isStored: true }
  const posts: { newPet: NewPet; signal: AbortSignal | undefined; respond: (o: CreatePetOutcome) => void }[] =
    []
  const lists: {
    signal: AbortSignal | undefined
    respond: (list: PetList) => void
    fail: (e: Error) => void
  }[] = []
  let listedPets: Pet[] = []
  const rows: { find: FindUnfinishedRows } = { find: () => [] }
  const onMayBeAdded = vi.fn<() => void>()
  const creation = createPetCreation({
    createPet: (newPet, signal) =>
      new Promise((respond) => {
        posts.push({ newPet, signal, respond })
      }),
  })
  const store = createCreatePetStore({
    creation,
    listPets: (_filter, signal) =>
      new Promise((respond, fail) => {
        signal?.throwIfAborted()
        lists.push({ signal, respond, fail })
      }),
    listedPets: () => listedPets,
    parse: (values) => checkPetForm(values, new Map()).newPet,
    drafts: {
      read: () => saved.draft,
      write: (next) => {
        saved.draft = next
        return saved.isStored
      },
    },
    readUnfinishedRows: () => Promise.resolve(rows.find),
    onMayBeAdded,
  })
  const send = async (newPet: NewPet, outcome: CreatePetOutcome) => {
    expect(await store.send(newPet, seen(...unresolved(newPet)))).toBe('sent')
    posts.at(-1)?.respond(outcome)
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
    creation,
    posts,
    lists,
    saved,
    rows,
    onMayBeAdded,
    send,
    only,
    checkKind: () => only().check.kind,
    list: (...pets: Pet[]) => {
      listedPets = pets
    },
    /** Runs a check, of the only unknown pet unless said otherwise; all four lists are `list`. */
    check: async (list: PetList, at = only().at) => {
      const checking = store.check(at)
      for (let attempt = 0; attempt < 4; attempt++) {
        lists.at(-1)?.respond(list)
        await settled()
      }
      await checking
    },
    knownIds: () => [...only().knownIds],
    /** As after a reload: another store with the stored draft. */
    reload: () => open({ draft: saved.draft }),
  }
}

/** The pet that the check of the only unknown pet has found. */
function foundPet({ only }: Pick<ReturnType<typeof open>, 'only'>): Pet {
  const { check } = only()
  const [pet] = check.kind === 'found' ? check.pets : []
  if (pet === undefined) throw new Error('nothing was found')
  return pet
}

/** A store with one unknown pet. */
async function openUnknown(newPet = REX) {
  const opened = open()
  await opened.send(newPet, LOST)
  return opened
}

const kinds = ({ store }: ReturnType<typeof open>) => {
  const { unknown, added, lastResult } = store.get()
  return { unknown: unknown.length, added: added.length, lastResult: lastResult?.kind }
}

describe('an unknown pet', () => {
  test.each([
    ['unchanged', REX, REX],
    ['with a status, which the service may have set itself', REX, SOLD_REX],
    ['with white space around its name', REX, { ...REX, name: ' Rex ' }],
    ['with another status', SOLD_REX, { ...REX, status: 'pending' }],
    ['with other letter case', SOLD_REX, { ...REX, name: 'REX ' }],
  ] satisfies [string, NewPet, NewPet][])(
    'is not sent again without confirmation: %s',
    async (_how, newPet, again) => {
      const opened = await openUnknown(newPet)
      expect(await opened.store.send(again)).toBe('asking')
      expect(opened.posts).toHaveLength(1)
      expect(await opened.store.send(MOG)).toBe('sent')
    },
  )

  test('still needs confirmation after a reload, after signing out, and after "Leave it"', async () => {
    const opened = await openUnknown()
    opened.store.leave(opened.only().at)
    expect(opened.store.get().lastResult).toEqual({ kind: 'left', newPet: REX })
    opened.store.signedOut()
    for (const { store } of [opened, opened.reload()]) {
      expect(await store.send(REX)).toBe('asking')
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
    ['rejected', REJECTED, { unknown: 1, added: 0, lastResult: 'rejected' }],
    ['lost', LOST, { unknown: 1, added: 0, lastResult: undefined }],
  ])('that is sent again and then %s', async (_what, outcome, expected) => {
    const opened = await openUnknown()
    await opened.send(REX, outcome)
    expect(kinds(opened)).toEqual(expected)
    expect(opened.onMayBeAdded).toHaveBeenCalledTimes(outcome.kind === 'rejected' ? 1 : 2)
    expect(opened.reload().store.get().unknown).toHaveLength(expected.unknown)
    expect(await opened.store.send(MOG)).toBe('sent')
  })

  test('is one unknown pet when a reload interrupts the second POST', async () => {
    const opened = await openUnknown()
    await opened.store.send(REX, seen(opened.only()))
    expect(opened.saved.draft.sent).toHaveLength(2)
    expect(opened.reload().only()).toMatchObject({ newPet: REX })
  })

  test('is not superseded by one with a status: a check of that one might not find it', async () => {
    const opened = await openUnknown()
    await opened.send(SOLD_REX, LOST)
    expect(kinds(opened).unknown).toBe(2)
  })
})

describe('a confirmation does not hold for what has changed since', () => {
  test('a check has found the pet', async () => {
    const opened = await openUnknown()
    const before = seen(opened.only())
    await opened.check(full(petOf('7')))
    expect(await opened.store.send(REX, before)).toBe('asking')
    expect(await opened.store.send(REX, seen(opened.only()))).toBe('sent')
  })

  test('the user has recognised the pet', async () => {
    const opened = open()
    const found = petOf('7')
    await opened.send(REX, LOST)
    await opened.check(full(found))
    const before = seen(opened.only())
    opened.store.confirmMatch(opened.only().at, found)
    expect(await opened.store.send(REX, before)).toBe('asking')
    expect(opened.posts).toHaveLength(1)
  })

  test('another POST is being sent', async () => {
    const opened = await openUnknown()
    const before = seen(opened.only())
    await opened.store.send(MOG)
    expect(await opened.store.send(REX, before)).toBe('busy')
    expect(opened.posts).toHaveLength(2)
  })
})

describe('what an import may have added', () => {
  const ROWS = { id: 'x1', fileName: 'delivery.csv', kind: 'unknown', numbers: [3] } as const
  const asked = { unknown: [], imports: [ROWS] }

  test.each<[string, readonly UnfinishedRows[], string]>([
    ['the same row', [ROWS], 'sent'],
    ['no row any more', [], 'sent'],
    ['another row', [{ ...ROWS, numbers: [3, 4] }], 'asking'],
    ['a row of another import', [{ ...ROWS, id: 'x2' }], 'asking'],
  ])('was asked about, and now is %s', async (_what, now, result) => {
    const { store, posts, rows } = open()
    rows.find = () => [ROWS]
    expect(await store.send(REX)).toBe('asking')
    expect(store.get()).toMatchObject({ asking: { newPet: REX }, isDeciding: false, sending: undefined })
    rows.find = () => now
    expect(await store.send(REX, asked)).toBe(result)
    expect(posts).toHaveLength(result === 'sent' ? 1 : 0)
  })

  test('includes rows that are still to be sent; one that is being sent meanwhile is asked about once more', async () => {
    const { store, rows } = open()
    const waiting = { ...ROWS, kind: 'waiting' } as const
    rows.find = () => [waiting]
    expect(await store.send(REX)).toBe('asking')
    rows.find = () => [ROWS]
    expect(await store.send(REX, { unknown: [], imports: [waiting] })).toBe('asking')
  })

  test('is asked about as another question each time', async () => {
    const { store, rows } = open()
    rows.find = () => [ROWS]
    await store.send(REX)
    const first = store.get().asking
    await store.send(REX)
    expect(store.get().asking?.at).not.toBe(first?.at)
  })

  test('is not asked about any more once the pet is recognised', async () => {
    const opened = await openUnknown()
    opened.rows.find = () => [ROWS]
    await opened.store.send(REX)
    await opened.check(full(petOf('9')))
    opened.store.confirmMatch(opened.only().at, foundPet(opened))
    expect(opened.store.get()).toMatchObject({ asking: undefined, unknown: [] })
  })

  test('a match is not confirmed while the pet is about to be sent again', async () => {
    const opened = await openUnknown()
    await opened.check(full(petOf('9')))
    const sending = opened.store.send(REX, seen(opened.only()))
    opened.store.confirmMatch(opened.only().at, foundPet(opened))
    expect(await sending).toBe('sent')
    expect(opened.store.get().unknown).toHaveLength(1)
  })

  test('is read once for a pet that is entered twice at once, which sends one POST', async () => {
    const { store, posts } = open()
    const results = await Promise.all([store.send(REX), store.send(REX)])
    expect(results).toEqual(['sent', 'busy'])
    expect(posts).toHaveLength(1)
  })

  test.each(['signedOut', 'keyChanged', 'cancelSend'] as const)(
    '%s while it is read: nothing is sent',
    async (happens) => {
      const { store, posts } = open()
      const result = store.send(REX)
      store[happens]()
      expect(await result).toBe('busy')
      expect(store.get()).toMatchObject({ isDeciding: false, asking: undefined, sending: undefined })
      expect(posts).toHaveLength(0)
    },
  )
})

describe('a check', () => {
  test.each([
    ['found', full(petOf('7'))],
    ['not-found', full()],
    ['inconclusive', TRUNCATED],
  ])('ends as %s', async (kind, list) => {
    const opened = await openUnknown()
    await opened.check(list)
    expect(opened.checkKind()).toBe(kind)
  })

  test('that fails', async () => {
    const opened = await openUnknown()
    void opened.store.check(opened.only().at)
    opened.lists[0]?.fail(new Error('403'))
    await settled()
    expect(opened.checkKind()).toBe('failed')
  })

  test('that is cancelled ignores late responses', async () => {
    const opened = await openUnknown()
    await opened.check(full())
    void opened.store.check(opened.only().at)
    opened.store.cancelCheck(opened.only().at)
    expect(opened.lists.at(-1)?.signal?.aborted).toBe(true)
    for (const { respond } of opened.lists) respond(full())
    await settled()
    expect(opened.checkKind()).toBe('cancelled')
  })

  test('replaces the one before', async () => {
    const opened = await openUnknown()
    void opened.store.check(opened.only().at)
    const [first] = opened.lists
    await opened.check(full(petOf('7')))
    expect(first?.signal?.aborted).toBe(true)
    first?.respond(full())
    await settled()
    expect(opened.checkKind()).toBe('found')
  })

  test.each<[string, CreatePetOutcome]>([
    ['rejected', REJECTED],
    ['lost', LOST],
  ])('is aborted and cleared when the pet is sent again and then %s', async (_what, outcome) => {
    const opened = await openUnknown()
    void opened.store.check(opened.only().at)
    await opened.send(REX, outcome)
    expect(opened.lists[0]?.signal?.aborted).toBe(true)
    opened.lists[0]?.respond(full())
    await settled()
    expect(opened.lists).toHaveLength(1)
    expect(opened.checkKind()).toBe('none')
  })

  test('is about its own pet', async () => {
    const opened = await openUnknown()
    await opened.send(MOG, LOST)
    const [, mog] = opened.store.get().unknown
    await opened.check(full(petOf('7'), petOf('8', MOG)), mog?.at)
    expect(opened.store.get().unknown.map(({ check }) => check)).toEqual([
      { kind: 'none' },
      { kind: 'found', pets: [petOf('8', MOG)] },
    ])
  })

  test('that has ended cannot be cancelled', async () => {
    const opened = await openUnknown()
    await opened.check(full())
    opened.store.cancelCheck(opened.only().at)
    expect(opened.checkKind()).toBe('not-found')
  })

  test.each<[string, string, (opened: Awaited<ReturnType<typeof openUnknown>>) => void]>([
    ['none', 'the pet is left', ({ store, only }) => store.leave(only().at)],
    ['cancelled', 'there is another key', ({ store }) => store.keyChanged()],
  ])('is aborted and then %s when %s', async (kind, _what, act) => {
    const opened = await openUnknown()
    void opened.store.check(opened.only().at)
    act(opened)
    expect(opened.lists[0]?.signal?.aborted).toBe(true)
    opened.lists[0]?.respond(full())
    await settled()
    expect(opened.checkKind()).toBe(kind)
  })

  test('of a pet that is resolved already does nothing, whatever is being sent', async () => {
    const opened = await openUnknown()
    await opened.store.send(MOG)
    const before = opened.store.get()
    await opened.store.check(0)
    opened.store.leave(0)
    opened.store.confirmMatch(0, petOf('7'))
    expect(opened.store.get()).toBe(before)
  })

  test('does not start while the pet is being sent again', async () => {
    const opened = await openUnknown()
    const { at } = opened.only()
    await opened.store.send(REX, seen(opened.only()))
    await opened.store.check(at)
    opened.store.leave(at)
    expect(opened.lists).toEqual([])
    expect(opened.only().isLeft).toBeUndefined()
  })

  test('brings back the alert of a pet that was left', async () => {
    const opened = await openUnknown()
    opened.store.leave(opened.only().at)
    void opened.store.check(opened.only().at)
    expect(opened.only()).toMatchObject({ isLeft: undefined, check: { kind: 'checking' } })
  })

  test('shows a pet that cannot be recognised while another one is being sent', async () => {
    const opened = await openUnknown()
    const found = petOf('7')
    await opened.check(full(found))
    await opened.store.send(MOG)
    opened.store.confirmMatch(opened.only().at, found)
    expect(opened.store.get()).toMatchObject({ added: [], sending: { newPet: MOG } })
  })

  test('must have shown a pet before it can be recognised', async () => {
    const opened = await openUnknown()
    opened.store.confirmMatch(opened.only().at, petOf('7'))
    expect(kinds(opened)).toEqual({ unknown: 1, added: 0, lastResult: undefined })
  })
})

describe('the pets known before a POST', () => {
  test('are the matching ones that are listed or were added here', async () => {
    const opened = open()
    opened.list(petOf('1'), petOf('2', MOG))
    await opened.send(REX, ADDED)
    await opened.send(REX, LOST)
    expect(opened.knownIds()).toEqual(['1', '9'])
  })

  test('exclude one that the earlier POST may have created', async () => {
    const opened = open()
    opened.list(petOf('1'))
    await opened.send(REX, LOST)
    // The user has visited the list in the meantime.
    opened.list(petOf('1'), petOf('7'))
    await opened.send(REX, LOST)
    expect(opened.knownIds()).toEqual(['1'])
  })

  test('include one that the check has shown, when the user sends the pet again all the same', async () => {
    const opened = open()
    opened.list(petOf('1'))
    await opened.send(REX, LOST)
    await opened.check(full(petOf('1'), petOf('7')))
    await opened.send(REX, LOST)
    expect(opened.knownIds()).toEqual(['7', '1'])
  })
})

describe('signing out', () => {
  test('aborts all requests, and late responses change nothing', async () => {
    const opened = await openUnknown(MOG)
    void opened.store.check(opened.only().at)
    await opened.store.send(REX)
    opened.store.signedOut()
    expect(opened.lists[0]?.signal?.aborted).toBe(true)
    expect(opened.posts[1]?.signal?.aborted).toBe(true)
    const before = opened.store.get()
    opened.posts[1]?.respond(ADDED)
    opened.lists[0]?.respond(full())
    await settled()
    expect(opened.store.get()).toBe(before)
    // Of the first one.
    expect(opened.onMayBeAdded).toHaveBeenCalledTimes(1)
  })

  test('clears added pets and check results; unknown pets stay, and the one being sent becomes unknown', async () => {
    const opened = open()
    await opened.send(MOG, ADDED)
    await opened.send(REX, LOST)
    await opened.check(full())
    await opened.store.send({ ...MOG, name: 'Tom' })
    opened.store.signedOut()
    expect(opened.store.get()).toMatchObject({ sending: undefined, added: [], lastResult: undefined })
    expect(opened.store.get().unknown).toMatchObject([
      { newPet: REX, check: { kind: 'none' } },
      { newPet: { name: 'Tom' }, check: { kind: 'none' } },
    ])
    expect(opened.store.get().unknown[0]).not.toHaveProperty('error')
  })
})

test('the outcome of a pet does not clear the draft of the next one', async () => {
  const opened = open()
  const next = { name: 'Next', category: '1', status: '' } as const
  opened.store.type(next)
  await opened.send(REX, ADDED)
  expect(opened.saved.draft.values).toEqual(next)
  opened.store.type({ ...next, name: 'Rex' })
  await opened.send(REX, ADDED)
  expect(opened.saved.draft.values).toEqual(EMPTY_VALUES)
})

describe('where category and status stay', () => {
  const VALUES: PetFormValues = { name: 'Rex', category: '1', status: '' }

  async function openKept() {
    const opened = open()
    opened.store.keep(true)
    opened.store.type(VALUES)
    expect(await opened.store.send(REX)).toBe('sent')
    return opened
  }

  test('the name leaves the form when the pet is sent', async () => {
    const { store } = await openKept()
    expect(store.get().values).toEqual({ ...VALUES, name: '' })
    expect(store.get().leftFormAt).toBe(store.get().sending?.at)
  })

  test.each<[string, CreatePetOutcome, string]>([
    ['rejected', REJECTED, 'Rex'],
    ['unknown', LOST, ''],
    ['added', ADDED, ''],
  ])('of a pet that is %s, Name is then "%s"', async (_what, outcome, name) => {
    const { store, posts } = await openKept()
    posts.at(-1)?.respond(outcome)
    await settled()
    expect(store.get().values).toEqual({ ...VALUES, name })
    // What is in the form is the pet of the rejection.
    expect(store.get().leftFormAt === undefined).toBe(name === 'Rex')
  })

  test.each<[string, CreatePetOutcome]>([
    ['rejected', REJECTED],
    ['unknown', LOST],
    ['added', ADDED],
  ])('the next pet stays, also one of the same name, when the pet is %s', async (_what, outcome) => {
    const { store, posts } = await openKept()
    store.type({ name: 'Rex' })
    posts.at(-1)?.respond(outcome)
    await settled()
    expect(store.get().values).toEqual(VALUES)
    expect(store.get().leftFormAt).toBeDefined()
  })

  test('a pet that is asked about is in the form, also after another one has left it', async () => {
    const { store, posts, rows } = await openKept()
    posts.at(-1)?.respond(ADDED)
    await settled()
    expect(store.get().leftFormAt).toBeDefined()
    store.type({ name: 'Rex' })
    rows.find = () => [{ id: 'x1', fileName: undefined, kind: 'unknown', numbers: [2] }]
    expect(await store.send(REX)).toBe('asking')
    expect(store.get().leftFormAt).toBeUndefined()
  })

  test('sending another pet than that of the form leaves the form as it is', async () => {
    const { store } = open()
    store.keep(true)
    store.type(VALUES)
    await store.send(MOG)
    expect(store.get().values).toEqual(VALUES)
  })
})

test('a pet is in the stored draft from before its POST until it has a definite outcome', async () => {
  const opened = open()
  await opened.store.send(REX)
  expect(opened.saved.draft.sent.map(({ newPet }: SentPet) => newPet)).toEqual([REX])
  opened.posts[0]?.respond(REJECTED)
  await settled()
  expect(opened.saved.draft.sent).toEqual([])
})

test('one found pet resolves one unknown pet only', async () => {
  const opened = await openUnknown()
  await opened.send(SOLD_REX, LOST)
  await opened.send(MOG, LOST)
  const [seven, eight] = [petOf('7', SOLD_REX), petOf('8', SOLD_REX)]
  const [rex, soldRex] = opened.store.get().unknown
  for (const pet of [rex, soldRex]) await opened.check(full(seven, eight), pet?.at)
  opened.store.confirmMatch(rex?.at ?? 0, eight)
  expect(opened.store.get().added.map(({ pet }) => pet?.id)).toEqual(['8'])
  expect(opened.store.get().unknown).toMatchObject([
    { newPet: SOLD_REX, check: { kind: 'found', pets: [seven] }, knownIds: new Set(['8']) },
    { newPet: MOG, check: { kind: 'none' }, knownIds: new Set(['8']) },
  ])
  opened.store.confirmMatch(soldRex?.at ?? 0, eight)
  expect(opened.store.get().added).toHaveLength(1)
})

test('an unknown pet whose only match turns out to be another one is not checked any more', async () => {
  const opened = await openUnknown()
  await opened.send(SOLD_REX, LOST)
  const found = petOf('8', SOLD_REX)
  const [rex, soldRex] = opened.store.get().unknown
  for (const pet of [rex, soldRex]) await opened.check(full(found), pet?.at)
  opened.store.confirmMatch(rex?.at ?? 0, found)
  expect(opened.only()).toMatchObject({ newPet: SOLD_REX, check: { kind: 'none' } })
})

test.each(['reload', 'sign-out'])(
  'the minute for a request that may still arrive begins when it was given up, also after a %s',
  async (what) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const opened = open()
    await opened.send(REX, { kind: 'unknown', error: new TimeoutError('POST /pets', 30) })
    vi.setSystemTime(31_000)
    if (what === 'sign-out') opened.store.signedOut()
    const { check, checkKind } = what === 'reload' ? opened.reload() : opened
    vi.setSystemTime(89_000)
    await check(full())
    expect(checkKind()).toBe('not-found-yet')
    vi.setSystemTime(91_000)
    await check(full())
    expect(checkKind()).toBe('not-found')
    vi.useRealTimers()
  },
)

test('each POST has a time of its own, whatever the clock does', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
  const sent: SentPet = { at: 5000, newPet: REX, knownIds: new Set() }
  const opened = open({ draft: { values: EMPTY_VALUES, isKept: false, sent: [sent] } })
  await opened.send(MOG, LOST)
  await opened.send({ ...MOG, name: 'Tom' }, LOST)
  expect(opened.store.get().unknown.map(({ at }) => at)).toEqual([5000, 5001, 5002])
  vi.useRealTimers()
})

test('waiting for a response can be given up', async () => {
  const opened = open()
  await opened.store.send(REX)
  expect(opened.posts[0]?.signal?.aborted).toBe(false)
  opened.store.stopWaiting()
  expect(opened.posts[0]?.signal?.aborted).toBe(true)
})

test('only a rejection can be dismissed', async () => {
  const opened = open()
  opened.store.dismissRejection()
  await opened.send(MOG, ADDED)
  opened.store.dismissRejection()
  expect(kinds(opened).lastResult).toBe('added')
  await opened.send(REX, REJECTED)
  opened.store.dismissRejection()
  expect(kinds(opened).lastResult).toBeUndefined()
})

test('recognising a pet clears a draft of the same pet, also with other white space', async () => {
  const opened = open()
  await opened.send({ ...REX, name: 'Rex ' }, LOST)
  opened.store.type({ name: 'Rex', category: '1', status: '' })
  await opened.check(full(petOf('7')))
  const pet = opened.only()
  opened.store.confirmMatch(pet.at, pet.check.kind === 'found' ? (pet.check.pets[0] as Pet) : petOf('7'))
  expect(opened.store.get().values).toEqual(EMPTY_VALUES)
})

test('adding a pet does not clear a draft with the same name and another category', async () => {
  const opened = open()
  await opened.store.send(REX)
  opened.store.type({ name: 'Rex', category: '2', status: '' })
  opened.posts.at(-1)?.respond(ADDED)
  await settled()
  expect(opened.store.get().values).toEqual({ name: 'Rex', category: '2', status: '' })
})

test('an unknown pet with a status is not resolved by adding one without', async () => {
  const opened = await openUnknown(SOLD_REX)
  await opened.send(REX, ADDED)
  expect(await opened.store.send(SOLD_REX)).toBe('asking')
})

test('a pet is not called missing while its request may still arrive', async () => {
  const opened = open()
  await opened.send(REX, { kind: 'unknown', error: new TimeoutError('POST /pets', 30) })
  await opened.check(full())
  expect(opened.only().check).toEqual({ kind: 'not-found-yet' })
  await opened.check(full(petOf('7')))
  expect(opened.checkKind()).toBe('found')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  await opened.check(full())
  expect(opened.only().check).toEqual({ kind: 'not-found' })
  vi.useRealTimers()
})

test.each([408, 504])('nor after a %i, which the service need not have seen', async (status) => {
  const opened = open()
  await opened.send(REX, { kind: 'unknown', error: new HttpError('POST /pets', status, undefined) })
  await opened.check(full())
  expect(opened.checkKind()).toBe('not-found-yet')
})

test.each([REX, SOLD_REX])(
  'nor once it was sent again, while the first request may still arrive: %j',
  async (first) => {
    const opened = open()
    await opened.send(first, { kind: 'unknown', error: new TimeoutError('POST /pets', 30) })
    await opened.send(first, LOST)
    await opened.check(full())
    expect(opened.checkKind()).toBe('not-found-yet')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    await opened.check(full())
    expect(opened.checkKind()).toBe('not-found')
    vi.useRealTimers()
  },
)

describe('a POST of an import', () => {
  test.each<[string, NewPet, string]>([
    ['of the same animal', SOLD_REX, 'none'],
    ['of another one', MOG, 'not-found'],
  ])('%s: what was found before', async (_whose, newPet, kind) => {
    const opened = await openUnknown()
    await opened.check(full())
    void opened.creation.createPet(newPet)
    expect(opened.checkKind()).toBe(kind)
  })

  test('of the same animal that is under way may still arrive', async () => {
    const opened = await openUnknown()
    void opened.creation.createPet(SOLD_REX)
    await opened.check(full())
    expect(opened.checkKind()).toBe('not-found-yet')
    opened.posts.at(-1)?.respond(REJECTED)
    await settled()
    await opened.check(full())
    expect(opened.checkKind()).toBe('not-found')
  })

  test('of the same animal ends a check that is under way, when it begins and when it ends', async () => {
    const opened = await openUnknown()
    const first = opened.store.check(opened.only().at)
    const creating = opened.creation.createPet(REX)
    expect(opened.checkKind()).toBe('cancelled')
    const second = opened.store.check(opened.only().at)
    opened.posts.at(-1)?.respond(ADDED)
    await creating
    expect(opened.checkKind()).toBe('cancelled')
    expect(opened.lists.map(({ signal }) => signal?.aborted)).toEqual([true, true])
    for (const { fail } of opened.lists) fail(new Error('aborted'))
    await Promise.all([first, second])
    expect(opened.checkKind()).toBe('cancelled')
  })
})

test('a pet that was added is not what another POST has added', async () => {
  const opened = await openUnknown()
  await opened.send(SOLD_REX, { kind: 'added', pet: petOf('9', SOLD_REX) })
  await opened.check(full(petOf('9', SOLD_REX)))
  expect(opened.checkKind()).toBe('not-found')
})

describe('a name that has left the form', () => {
  test('does not come back beside the category of the next pet, where it would be another one', async () => {
    const opened = await openUnknown()
    opened.store.keep(true)
    opened.store.type({ name: '', category: '2', status: '' })
    await opened.send(REX, REJECTED)
    expect(opened.store.get().values).toEqual({ name: '', category: '2', status: '' })
    expect(opened.store.get()).toMatchObject({ lastResult: { kind: 'rejected' } })
  })

  test.each([{ category: '2' }, { status: 'sold' }] as const)(
    'does not come back beside %j of the next pet either',
    async (next) => {
      const { store, posts } = open()
      store.keep(true)
      store.type({ name: 'Rex', category: '1', status: '' })
      await store.send(REX)
      store.type(next)
      posts.at(-1)?.respond(REJECTED)
      await settled()
      expect(store.get().values).toEqual({ name: '', category: '1', status: '', ...next })
      // The message names the pet, and does not stand at a field.
      expect(store.get().leftFormAt).toBeDefined()
    },
  )

  test('is said to have left it where it is rejected while another one is typed', async () => {
    const opened = await openUnknown()
    opened.store.type({ name: 'Mog', category: '2', status: '' })
    await opened.send(REX, REJECTED)
    expect(opened.store.get().values).toMatchObject({ name: 'Mog' })
    expect(opened.store.get().leftFormAt).toBeDefined()
  })
})

test('another key clears the results of checks', async () => {
  const opened = open()
  await opened.send(MOG, ADDED)
  await opened.send(REX, LOST)
  await opened.check(full(petOf('7')))
  opened.store.keyChanged()
  expect(opened.only().check).toEqual({ kind: 'none' })
  expect(opened.store.get().added).toHaveLength(1)
})

describe('what the address fills in', () => {
  const FROM_ADDRESS = { category: '2', status: 'pending' } as const

  test.each<[string, Partial<PetFormValues>, Pick<PetFormValues, 'category' | 'status'>, object]>([
    ['into an empty form', {}, FROM_ADDRESS, FROM_ADDRESS],
    ['beside what was typed', { category: '7' }, FROM_ADDRESS, { status: 'pending' }],
    ['beside what was chosen', { status: 'sold' }, FROM_ADDRESS, { category: '2' }],
    ['over spaces', { category: ' ' }, FROM_ADDRESS, FROM_ADDRESS],
    ['where it names nothing', {}, { category: '', status: '' }, {}],
    ['where it names a category alone', {}, { category: '2', status: '' }, { category: '2', status: '' }],
    ['where it names a status alone', {}, { category: '', status: 'sold' }, { status: 'sold' }],
  ])('%s', (_where, typed, wanted, filled) => {
    const { store } = open()
    store.type(typed)
    expect(store.prefill(wanted)).toEqual(filled)
  })

  test('gives way to another address, but not once the user has changed it', () => {
    const { store } = open()
    store.type(store.prefill(FROM_ADDRESS))
    const next = { category: '3', status: 'sold' } as const
    expect(store.prefill(next)).toEqual(next)
    store.type({ category: '3', status: 'available' })
    expect(store.prefill(FROM_ADDRESS)).toEqual({ category: '2' })
  })
})

test('a draft that the browser does not store is not saved', () => {
  const { store, saved } = open()
  expect(store.isSaved()).toBe(true)
  saved.isStored = false
  store.type({ name: 'Rex' })
  expect(store.isSaved()).toBe(false)
})
