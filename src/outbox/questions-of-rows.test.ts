import { expect, test, vi } from 'vitest'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import {
  change,
  otherEntry,
  ownEntry,
  rejected,
  sending,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { mia, rex } from '#tests/support/outbox-scenario.ts'
import { type Entry, type EntryId, entryIdOf, type EntryState, type ImportRow } from './entry.ts'
import { createQuestionsOfRows, readQuestions } from './questions-of-rows.ts'

const OTHER = { batch: 'other', importId: 'other' }

/** Returns a row that another import holds. Its row at the same position stands for all of them. */
function heldRow(newPet = rex, position = 0): ImportRow {
  const state = { kind: 'held', by: [`other ${position}`], imports: ['other'] } as const satisfies EntryState
  const row = { number: position + 2, cells: [newPet.name, newPet.categoryId] }
  return { ...ownEntry(state, { batch: 'file', importId: 'file', newPet, position }), row, state }
}

/** Returns the entries that hold this row, where the ledger has these rows of the other import. */
async function holdersOf(row: ImportRow, rows: readonly Entry[]) {
  const { result } = await change([...rows, row], (ledger) => readQuestions(ledger, [row]))
  const { state } = result.renewed.get(row) ?? row
  return { state, conflicts: [...result.conflicts.keys()] }
}

test('A row is held by what the ledger says while that is a question.', async () => {
  const row = heldRow()
  const first = otherEntry(waiting, { ...OTHER, newPet: rex })
  expect(await holdersOf(row, [first])).toEqual({ state: row.state, conflicts: ['other 0'] })
})

test('Another row of the import takes the place of the one that stood for it, once that was rejected.', async () => {
  const first = otherEntry(rejected, { ...OTHER, newPet: rex })
  const second = otherEntry({ kind: 'added', id: undefined }, { ...OTHER, position: 1, newPet: rex })
  const { state, conflicts } = await holdersOf(heldRow(), [first, second])
  expect(state).toEqual({ kind: 'held', by: [entryIdOf(second)], imports: ['other'] })
  expect(conflicts).toEqual(['other 0', 'other 1'])
})

test.each<EntryState>([{ kind: 'added', id: undefined }, unknown, sending])(
  'A row of the import that is $kind is named beside the waiting row that stands for the import.',
  async (secondState) => {
    const first = otherEntry(waiting, { ...OTHER, newPet: rex })
    const second = otherEntry(secondState, { ...OTHER, position: 1, newPet: rex })
    const { state } = await holdersOf(heldRow(), [first, second])
    expect(state).toMatchObject({ imports: ['other'] })
    expect(state.kind === 'held' && new Set(state.by)).toEqual(new Set(['other 0', 'other 1']))
  },
)

test('The import holds the row no longer once none of its rows is a question.', async () => {
  const first = otherEntry(rejected, { ...OTHER, newPet: rex })
  expect((await holdersOf(heldRow(), [first])).state).toEqual({ kind: 'held', by: ['other 0'] })
})

test('After a change, only the questions about what is like it are read again.', async () => {
  const rows = [rex, mia].map((newPet, position) => heldRow(newPet, position))
  const holders = [rex, mia].map((newPet, position) => otherEntry(waiting, { ...OTHER, newPet, position }))
  const readIds: EntryId[] = []
  await change([...holders, ...rows], async (ledger) => {
    const get = (id: EntryId) => {
      readIds.push(id)
      return ledger.get(id)
    }
    const questions = createQuestionsOfRows({ read: async (task) => task({ ...ledger, get }) })
    await questions.refresh(rows)
    expect(readIds.splice(0)).toEqual(['other 0', 'other 1'])
    questions.noteChanged([lookalikeKeyOf(mia)])
    await questions.refresh(rows)
    expect(readIds.splice(0)).toEqual(['other 1'])
    expect([...questions.conflicts().keys()].toSorted()).toEqual(['other 0', 'other 1'])
    questions.noteChanged(undefined)
    await questions.refresh(rows)
    expect(readIds).toEqual(['other 0', 'other 1'])
  })
})

test('The questions about 120 rows are read in three transactions, so that no claim waits for all of them.', async () => {
  const rows = Array.from({ length: 120 }, (_, position) => heldRow(rex, position))
  await change(rows, async (ledger) => {
    let transactions = 0
    const questions = createQuestionsOfRows({
      read: async (task) => {
        transactions += 1
        return task(ledger)
      },
    })
    await questions.refresh(rows)
    expect(transactions).toBe(3)
    expect(rows.every(questions.isRead)).toBe(true)
  })
})

test('A change is noted without going through all that were noted before, which may be thousands.', async () => {
  const questions = createQuestionsOfRows({ read: () => Promise.reject(new Error('nothing is held')) })
  await questions.refresh([])
  const iterations = vi.spyOn(Set.prototype, Symbol.iterator)
  for (const newPet of [rex, mia]) questions.noteChanged([lookalikeKeyOf(newPet)])
  const count = iterations.mock.calls.length
  iterations.mockRestore()
  expect(count).toBe(0)
})
