import { describe, expect, test } from 'vitest'
import { entryIdOf, type Entry } from '#src/outbox/entry.ts'
import { answerKeyOf } from '#src/outbox/entry-rules.ts'
import {
  added,
  change,
  discarded,
  held,
  notSent,
  otherEntry as other,
  ownEntry as own,
  rejected,
  rowEntry as row,
  sending,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { idsOf, mia, rex } from '#tests/support/outbox-scenario.ts'
import {
  createConflictFinder,
  findConflicts,
  holdLookalikes,
  holdConflicting,
  holdWaiting,
  findConflictsOfNewPets,
} from './gate.ts'

const ENVIRONMENT = { id: 'staging', name: 'Staging', baseUrl: 'https://a.example' }

const conflictsAmong = async (entry: Entry, ...others: readonly Entry[]) => {
  const { result } = await change([entry, ...others], (ledger) => findConflicts(ledger, entry))
  return idsOf(result)
}

const ofOtherImport = (state: Entry['state'], part: Partial<Entry> = {}) =>
  row(state, { batch: 'other file', importId: 'other file', sequence: 4, ...part })

const leftOfImport = { ...ofOtherImport(added), row: undefined, newPet: undefined }

describe('findConflicts', () => {
  test.each<[what: string, lookalike: Entry]>([
    ['an unconfirmed entry', other(unknown)],
    ['a discarded one that may have been added', other(discarded, { wasUnknown: true })],
    ['one that is being sent', other(sending)],
    ['one by hand that waits', other(waiting)],
    ['a row that waits', ofOtherImport(waiting)],
    ['one that was added by hand', other(added)],
    ['a row that was added', ofOtherImport(added)],
    ['what is left of a discarded import', leftOfImport],
  ])('A row finds %s.', async (_what, lookalike) => {
    expect(await conflictsAmong(row(waiting), lookalike)).toEqual([entryIdOf(lookalike)])
  })

  test('An entry finds nothing with another name, or of another service.', async () => {
    const atOtherService = other(unknown, { baseUrl: 'https://b.example', environmentId: 'production' })
    const withOtherName = other(unknown, { position: 1, newPet: mia })
    expect(await conflictsAmong(own(waiting), atOtherService, withOtherName)).toEqual([])
  })

  test('An entry finds what was entered when its environment had another address.', async () => {
    const before = other(unknown, { baseUrl: 'https://old.example' })
    expect(await conflictsAmong(own(waiting), before)).toEqual(['other 0'])
  })

  test('The newest row of an import stands for all that it has added, or has still to add.', async () => {
    const rows = [1, 2, 3].map((sequence) => ofOtherImport(waiting, { position: sequence, sequence }))
    expect(await conflictsAmong(own(waiting), ...rows)).toEqual(['other file 3'])
    const addedRows = [1, 2, 3].map((sequence) => ofOtherImport(added, { position: sequence, sequence }))
    expect(await conflictsAmong(row(waiting), ...addedRows)).toEqual(['other file 3'])
  })

  test('A row that waits longer than the entry is found, although a row that was corrected since has a larger number.', async () => {
    const rows = [3, 4, 9].map((sequence) => ofOtherImport(waiting, { position: sequence, sequence }))
    expect(await conflictsAmong(own(waiting), ...rows)).toEqual(['other file 4'])
  })

  test('A row that was added is found, although it was entered later.', async () => {
    const rows = [3, 9].map((sequence) => ofOtherImport(added, { position: sequence, sequence }))
    expect(await conflictsAmong(row(waiting), ...rows)).toEqual(['other file 9'])
  })

  test('A row that was accepted while it was unconfirmed stands for no other row of its import.', async () => {
    const rows = [1, 2, 3].map((sequence) => ofOtherImport(added, { position: sequence, sequence }))
    const accepting = (...imports: readonly string[]) =>
      row(waiting, { accepted: { entries: rows.slice(2).map(answerKeyOf), imports } })
    expect(await conflictsAmong(accepting(), ...rows)).toEqual(['other file 2'])
    expect(await conflictsAmong(accepting('other file'), ...rows)).toEqual([])
  })

  test('By hand, it does not even stand for them where another pet of the visit was the one to accept it.', async () => {
    const rows = [1, 2].map((sequence) => ofOtherImport(waiting, { position: sequence, sequence }))
    const accepted = { entries: rows.slice(1).map(answerKeyOf), imports: [] }
    const accepting = own(added, { position: 1, accepted })
    expect(await conflictsAmong(own(waiting), accepting, ...rows)).toEqual(['other file 1'])
  })

  test('Each unconfirmed row of an import stands for itself.', async () => {
    const rows = [0, 1].map((position) => ofOtherImport(unknown, { position }))
    expect(await conflictsAmong(own(waiting), ...rows)).toEqual(['other file 0', 'other file 1'])
  })

  const accepting = { position: 1, accepted: { entries: ['other 0'], imports: [] } } as const

  test('By hand, what was accepted for one entry holds for the whole visit.', async () => {
    expect(await conflictsAmong(own(waiting), other(unknown), own(added, accepting))).toEqual([])
  })

  test('What was accepted for a pet with another name does not hold.', async () => {
    const ofMia = own(added, { ...accepting, newPet: mia })
    expect(await conflictsAmong(own(waiting), other(unknown), ofMia)).toEqual(['other 0'])
  })

  test('What was accepted in another visit does not hold.', async () => {
    const ofThird = own(added, { ...accepting, batch: 'third' })
    expect(await conflictsAmong(own(waiting), other(unknown), ofThird)).toEqual(['other 0'])
  })

  test('What was accepted for one row does not hold for another row.', async () => {
    expect(await conflictsAmong(row(waiting), other(unknown), row(waiting, accepting))).toEqual(['other 0'])
  })
})

describe('createConflictFinder', () => {
  test('All conflicts of an entry are found, and none of another one.', async () => {
    const ofMia = row(waiting, { position: 1, newPet: mia })
    const { result } = await change([other(unknown), other(added, { position: 1 })], async (ledger) => {
      const find = await createConflictFinder(ledger, [row(waiting), ofMia])
      return [await find(row(waiting)), await find(ofMia)]
    })
    expect(result.map(idsOf)).toEqual([['other 0', 'other 1'], []])
  })

  test('A row with a problem has no conflicts.', async () => {
    const { result } = await change([other(unknown)], async (ledger) => {
      const problem = row({ kind: 'not-sent', message: '' })
      return (await createConflictFinder(ledger, [problem]))(problem)
    })
    expect(result).toEqual([])
  })

  test('Of two rows that are alike, only the one that was entered later has the conflict.', async () => {
    const between = other(waiting, { sequence: 5 })
    const rows = [row(waiting, { sequence: 4 }), row(waiting, { position: 1, sequence: 6 })]
    const { result } = await change([between, ...rows], async (ledger) => {
      const find = await createConflictFinder(ledger, rows)
      return Promise.all(rows.map(find))
    })
    expect(result.map(idsOf)).toEqual([[], ['other 0']])
  })
})

test('holdConflicting asks for the newest row that each entry has not accepted.', async () => {
  const others = [1, 2].map((sequence) => ofOtherImport(added, { position: sequence, sequence }))
  const accepting = row(waiting, { accepted: { entries: others.slice(1).map(answerKeyOf), imports: [] } })
  const rows = [accepting, row(waiting, { position: 1, sequence: 6 })]
  const { find } = await change([...others, ...rows], (ledger) => holdConflicting(ledger, rows))
  expect(find('file 0')?.state).toMatchObject({ by: ['other file 1'] })
  expect(find('file 1')?.state).toMatchObject({ by: ['other file 2'] })
})

test('holdConflicting holds each row that conflicts, in an import of any length.', async () => {
  const rows = Array.from({ length: 101 }, (_, position) => row(waiting, { position }))
  const { left } = await change([...rows, other(unknown)], (ledger) => holdConflicting(ledger, rows))
  expect(left.filter(({ state }) => state.kind === 'held')).toHaveLength(101)
})

test('holdLookalikes holds what waits in the same visit and is alike, and nothing else.', async () => {
  const entries = [
    other(unknown, { batch: 'a' }),
    own(waiting),
    own(waiting, { position: 1 }),
    own(waiting, { position: 2, newPet: mia }),
    own(added, { position: 3 }),
    own(waiting, { batch: 'visit', sequence: 6 }),
  ]
  const { states } = await change(entries, (ledger) => holdLookalikes(ledger, own(waiting)))
  const heldByIt = { ...held, by: ['a 0'] }
  expect(states).toEqual([unknown, heldByIt, heldByIt, waiting, added, waiting])
})

const conflictsOfRex = async (entries: readonly Entry[]) => {
  const { result } = await change(entries, (ledger) =>
    findConflictsOfNewPets(ledger, ENVIRONMENT, [rex, mia, rex]),
  )
  return [...result].map(([key, conflicts]) => [key, idsOf(conflicts)])
}

describe('The conflicts of a file', () => {
  test('The conflicts of a file come by look-alike key.', async () => {
    expect(await conflictsOfRex([other(added), own(unknown)])).toEqual([
      [own(waiting).lookalikeKey, ['own 0', 'other 0']],
    ])
  })

  test('What waits anywhere may be added before the file.', async () => {
    expect(await conflictsOfRex([own(waiting, { sequence: 1_000_000 })])).toHaveLength(1)
  })

  test('What an import has rejected, or never sent, is no conflict, so that its rows can be corrected.', async () => {
    expect(await conflictsOfRex([row(rejected), row(notSent, { position: 1 })])).toEqual([])
    expect(await conflictsOfRex([row(rejected), row(added, { position: 1 })])).toHaveLength(1)
  })
})

test('What waits in an import and conflicts by now is held before the import is resumed.', async () => {
  const rows = [row(waiting), row(waiting, { position: 1, newPet: mia }), row(added, { position: 2 })]
  const { states } = await change([...rows, other(unknown)], (ledger) => holdWaiting(ledger, idsOf(rows)))
  expect(states).toEqual([held, waiting, added, unknown])
})

test('An entry that waits longer than the newest row of an import has a conflict with an older row of it.', async () => {
  const rows = [3, 7].map((sequence, position) => row(waiting, { position, sequence }))
  const early = own(waiting, { position: 0, sequence: 5 })
  const late = own(waiting, { position: 1, sequence: 10 })
  const { result } = await change([...rows, early, late], async (ledger) => {
    const find = await createConflictFinder(ledger, [early, late])
    return [await find(early), await find(late)]
  })
  expect(result.map(idsOf)).toEqual([['file 0'], ['file 1']])
})
