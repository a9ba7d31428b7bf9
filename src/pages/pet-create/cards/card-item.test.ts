import { expect, test } from 'vitest'
import { type Entry, newEntry } from '#src/outbox/entry.ts'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import { int64 } from '#tests/support/int64.ts'
import { type CardItem, toCardItem } from './card-item.ts'

const ADDRESS = 'https://staging.test/v1'
const NEW_PET = { name: 'Rex', categoryId: int64('1'), status: undefined }
const FAILURE = new Error('Lost')

function entryFor(baseUrl: string): Entry {
  return newEntry({
    batch: 'visit',
    position: 0,
    environmentId: 'staging',
    baseUrl,
    newPet: NEW_PET,
    enteredAt: 5,
    state: { kind: 'unknown', message: 'Lost.', endedAt: 0 },
  })
}

const LOOKALIKE = entryFor(ADDRESS)

function itemWith(item: Partial<ByHandItem>): ByHandItem {
  return {
    id: 'visit 0',
    entry: entryFor(ADDRESS),
    isSaved: true,
    isAssessed: true,
    conflicts: [LOOKALIKE],
    isAnyConflictLost: false,
    check: { kind: 'not-added', readAt: 0, checkAgainAt: undefined, pets: [], conflicts: [] },
    duplicates: [],
    wasAddedBefore: false,
    canBeSent: true,
    run: { phase: 'idle' },
    error: FAILURE,
    ...item,
  }
}

const WITH_EVIDENCE: Partial<CardItem> = {
  isActionable: true,
  lookalikes: [LOOKALIKE],
  error: FAILURE,
  isUnsaved: false,
  oldAddress: undefined,
}
const WITHOUT_EVIDENCE: Partial<CardItem> = {
  isActionable: false,
  lookalikes: [],
  error: undefined,
  check: undefined,
  isProvedAbsent: false,
}

test.each<[situation: string, item: Partial<ByHandItem>, card: Partial<CardItem>]>([
  ['is saved', {}, WITH_EVIDENCE],
  ['is not saved', { isSaved: false }, { ...WITHOUT_EVIDENCE, isUnsaved: true }],
  [
    'belongs to an old address',
    { entry: entryFor('https://old.test') },
    { ...WITHOUT_EVIDENCE, oldAddress: 'https://old.test' },
  ],
  [
    'belongs to an old address, and is held',
    { entry: { ...entryFor('https://old.test'), state: { kind: 'held', by: ['visit 1'] } } },
    { ...WITHOUT_EVIDENCE, oldAddress: 'https://old.test', lookalikes: [LOOKALIKE] },
  ],
  ['was not found, says a complete list', {}, { isProvedAbsent: true }],
  ['is being looked for', { check: { kind: 'checking' } }, { isProvedAbsent: false }],
])('The card of a pet that %s shows what can be decided about it', (_situation, item, card) => {
  expect(toCardItem(itemWith(item), NEW_PET, ADDRESS)).toMatchObject(card)
})
