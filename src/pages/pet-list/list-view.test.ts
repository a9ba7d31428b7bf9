import { describe, expect, test } from 'vitest'
import type { PetList } from '#src/pets/pet.ts'
import { petOf } from '#tests/support/ledger-entries.ts'
import { type ListSource, type ListView, listView } from './list-view.ts'

const rex = petOf(1)
const listOf = (part: Partial<PetList> = {}): PetList => ({
  pets: [rex],
  unreadable: [],
  returned: 1,
  ...part,
})
const loaded: ListSource = { kind: 'ready', data: listOf(), isPlaceholder: false, rows: [rex] }
const address = { q: '', limit: 20 }

describe('Below the status line', () => {
  test.each<[body: ListView['body'], when: string, source: Partial<ListSource>]>([
    ['rows', 'pets are loaded', {}],
    ['rows', 'those of the list before are shown while another one loads', { isPlaceholder: true }],
    ['rows', 'a refresh has failed', { kind: 'failed' }],
    ['loading', 'nothing is loaded yet', { kind: 'loading', data: undefined, rows: [] }],
    ['loading', 'the list before had no pets', { isPlaceholder: true, data: listOf({ pets: [] }), rows: [] }],
    ['loading', 'no pet of the list before matches the search', { isPlaceholder: true, rows: [] }],
    ['empty', 'there are no pets', { data: listOf({ pets: [], returned: 0 }), rows: [] }],
    ['empty', 'no pet matches the search', { rows: [] }],
    ['nothing', 'the list could not be loaded', { kind: 'failed', data: undefined, rows: [] }],
    ['nothing', 'no pet could be read', { data: listOf({ pets: [], unreadable: [1] }), rows: [] }],
    ['empty', 'no readable pet matches the search', { data: listOf({ unreadable: [2] }), rows: [] }],
  ])('is "%s" when %s.', (body, _when, source) => {
    expect(listView({ ...loaded, ...source }, address).body).toBe(body)
  })
})

test('The list before is not the list that the address asks for.', () => {
  expect(listView(loaded, address).list).toBe(loaded.data)
  expect(listView({ ...loaded, isPlaceholder: true }, address)).toMatchObject({
    list: undefined,
    isCut: false,
  })
})

test('A list may be cut where it has as many pets as were asked for.', () => {
  expect(listView(loaded, { q: '', limit: 1 }).isCut).toBe(true)
  expect(listView(loaded, { q: '', limit: 2 }).isCut).toBe(false)
})

test('The search has no blanks around it.', () => {
  expect(listView(loaded, { q: ' rex ', limit: 20 }).typed).toBe('rex')
})
