import { describe, expect, test } from 'vitest'
import type { Entry, EntryId } from '#src/outbox/entry.ts'
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
import { mia } from '#tests/support/outbox-scenario.ts'
import { deleteOld, discardImport, findOld } from './forget.ts'

const record = { id: 'file', environmentId: 'staging', baseUrl: 'https://a.example', startedAt: 5 }

test('An import that is discarded stays accounted for, as far as it was sent.', async () => {
  const states = [added, unknown, sending, waiting, rejected, held, notSent, discarded]
  const rows = states.map((state, position) => row(state, { position }))
  const before = row(discarded, { position: 8, wasUnknown: true })
  const { left, result } = await change([...rows, before], async (ledger) => {
    await ledger.putImport(record)
    await discardImport(ledger, 'file')
    return ledger.imports()
  })
  expect(result).toEqual([])
  const rest = { row: undefined, newPet: undefined, lookalikeKey: row(added).lookalikeKey }
  const mayBeAdded = { ...rest, state: discarded, wasUnknown: true }
  expect(left.map(({ position }) => position)).toEqual([0, 1, 2, 8])
  expect(left).toMatchObject([
    { ...rest, state: added, wasUnknown: false },
    mayBeAdded,
    mayBeAdded,
    mayBeAdded,
  ])
})

const isDeleted = async (old: Entry, now: number, ...others: readonly Entry[]) => {
  const { find } = await change([old, ...others], async (ledger) => {
    // This makes it as old as if a thousand others had been entered since.
    await ledger.takeSequence(old.sequence + 1000)
    await deleteOld(ledger, await findOld(ledger, now))
  })
  return find('own 0') === undefined
}

const heldBy = (by: EntryId, part: Partial<Entry>) => own({ kind: 'held', by: [by] }, part)

test('A pet by hand that was held by a row which was never sent waits, and one that another row may have added stays held.', async () => {
  const rows = [row(waiting), row(unknown, { position: 1 })]
  const pets = [heldBy('file 0', { newPet: mia, lookalikeKey: 'mia' }), heldBy('file 1', { position: 1 })]
  const { find } = await change([...rows, ...pets], (ledger) => discardImport(ledger, 'file'))
  expect(find('own 0')?.state).toEqual(waiting)
  expect(find('own 1')?.state).toEqual({ kind: 'held', by: ['file 1'] })
})

describe('deleteOld', () => {
  const DAYS_30 = 30 * 86_400_000
  const inTime = own(added).enteredAt + DAYS_30

  test('What is settled is deleted 30 days after it was entered, and not sooner.', async () => {
    expect(await isDeleted(own(added), inTime)).toBe(true)
    expect(await isDeleted(own(added), inTime - 1)).toBe(false)
    expect(await isDeleted(own(discarded), inTime)).toBe(true)
  })

  test.each([
    ['unconfirmed', own(unknown)],
    ['rejected', own(rejected)],
    ['waiting', own(waiting)],
    ['discarded, and may have been added', own(discarded, { wasUnknown: true })],
    ['a row of an import', row(added, { batch: 'own' })],
  ])('What is %s is not deleted.', async (_what, old) => {
    expect(await isDeleted(old, inTime)).toBe(false)
  })

  test('The newest entries of the ledger are kept, however old they seem to be: the clock may have been wrong.', async () => {
    const { left } = await change([own(added)], async (ledger) =>
      deleteOld(ledger, await findOld(ledger, inTime)),
    )
    expect(left).toHaveLength(1)
  })

  test('What is left of a discarded import is deleted, too.', async () => {
    expect(await isDeleted({ ...row(added, { batch: 'own' }), row: undefined }, inTime)).toBe(true)
  })

  test.each([
    ['unconfirmed', other(unknown), false],
    ['discarded, and may have been added', other(discarded, { wasUnknown: true }), false],
    ['rejected', other(rejected), true],
    ['discarded', other(discarded), true],
    [
      'unconfirmed at another address of the environment',
      other(unknown, { baseUrl: 'https://b.example' }),
      false,
    ],
    [
      'unconfirmed in another environment',
      other(unknown, { environmentId: 'test', baseUrl: 'https://b.example' }),
      true,
    ],
    ['unconfirmed, with another name', other(unknown, { newPet: mia }), true],
  ])('Beside a pet that is %s, what is settled is deleted or not.', async (_what, lookalike, isGone) => {
    expect(await isDeleted(own(added), inTime, lookalike)).toBe(isGone)
  })
})
