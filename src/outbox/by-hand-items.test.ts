import { describe, expect, test } from 'vitest'
import {
  added,
  discarded,
  held,
  otherEntry as other,
  ownEntry as own,
  petOf,
  rejected,
  sending,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import type { Assessment } from './assess.ts'
import { byHandItems, isHere, type Sources } from './by-hand-items.ts'
import { type Entry, entryIdOf } from './entry.ts'
import type { Verdict } from './lists/verdict.ts'
import type { RunState } from './run-state.ts'

const BASE_URL = own(waiting).baseUrl
const ELSEWHERE = 'https://b.example'

const saved = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry, isSaved: true }))
const unsaved = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry, isSaved: false }))

const itemsOf = (part: Partial<Sources>) =>
  byHandItems({
    entries: [],
    assessments: new Map(),
    beingSentAgain: new Set(),
    addedBefore: new Set(),
    isResultCurrent: true,
    isKeyCurrent: true,
    runOf: () => ({ phase: 'idle' }),
    errorOf: () => undefined,
    canSend: () => true,
    baseUrl: BASE_URL,
    ...part,
  })

const ids = (items: ReturnType<typeof itemsOf>['items']) => items.map(({ id }) => id)

describe('Which items are shown', () => {
  test('Discarded entries and remains of imports are not shown.', () => {
    const states = [waiting, held, sending, rejected, unknown, added, discarded]
    const entries = states.map((state, position) => own(state, { position }))
    const leftOver = own(added, { position: 8, newPet: undefined })
    const { items } = itemsOf({ entries: saved(...entries, leftOver) })
    expect(items.map(({ entry }) => entry.state.kind).toSorted()).toEqual([
      'added',
      'held',
      'rejected',
      'sending',
      'unknown',
      'waiting',
    ])
  })

  test('The newest comes first, in the order of the ledger, whatever the clock says.', () => {
    const entries = saved(
      own(waiting, { sequence: 1, position: 0, enteredAt: 9 }),
      other(waiting, { sequence: 3, position: 0, enteredAt: 1 }),
      own(waiting, { sequence: 2, position: 1, enteredAt: 5 }),
    )
    expect(ids(itemsOf({ entries }).items)).toEqual(['other 0', 'own 1', 'own 0'])
  })

  test('What has no place in the ledger yet is the newest, in the order in which it was entered.', () => {
    const entries = [
      ...unsaved(own(waiting, { sequence: 0, position: 1 }), own(waiting, { sequence: 0, position: 2 })),
      ...saved(other(waiting, { sequence: 9 })),
    ]
    expect(ids(itemsOf({ entries }).items)).toEqual(['own 2', 'own 1', 'other 0'])
  })
})

describe('What is shown of an item', () => {
  const entry = own(unknown)
  const findings = {
    conflicts: [other(waiting)],
    isAnyConflictLost: false,
    check: { kind: 'failed', error: new Error('down') },
    duplicates: [petOf(2)],
  } as const
  const assessment: Assessment = { entry, ...findings }
  const assessments = new Map([[entryIdOf(entry), assessment]])
  const nothing = { conflicts: [], check: undefined, duplicates: [], isAssessed: false }

  test('It has what the lists say, its run and what its request failed with.', () => {
    const run: RunState = { phase: 'running' }
    const error = new Error('no response')
    const { items } = itemsOf({
      entries: saved(entry),
      assessments,
      runOf: (batch) => (batch === 'own' ? run : { phase: 'idle' }),
      errorOf: (failed) => (failed === entry ? error : undefined),
    })
    const shown = { isSaved: true, isAssessed: true, wasAddedBefore: false, canBeSent: true }
    expect(items).toEqual([{ ...assessment, ...shown, id: 'own 0', run, error }])
  })

  test('Nothing is said of it before the lists were held against it.', () => {
    expect(itemsOf({ entries: saved(entry) }).items).toMatchObject([nothing])
  })

  test('An assessment is dropped when its entry is written again, even if nothing of it is different.', () => {
    const written = { ...entry }
    expect(itemsOf({ entries: saved(written), assessments }).items).toMatchObject([nothing])
  })

  test('Nothing is said of what is not saved.', () => {
    expect(itemsOf({ entries: unsaved(entry), assessments }).items).toMatchObject([nothing])
  })

  test('While it is sent again, the lists are being read.', () => {
    const beingSentAgain = new Set([entryIdOf(entry)])
    const { items } = itemsOf({ entries: saved(entry), assessments, beingSentAgain })
    expect(items).toMatchObject([{ ...findings, check: { kind: 'checking' }, isAssessed: true }])
  })

  test('While it is sent again, nothing is said of what no list can tell.', () => {
    const beingSentAgain = new Set([entryIdOf(entry)])
    expect(itemsOf({ entries: saved(entry), beingSentAgain }).items).toMatchObject([nothing])
  })

  const read = { readAt: 5, checkAgainAt: undefined, pets: [], conflicts: [] }
  const verdicts: readonly Verdict[] = [
    { ...read, kind: 'not-added' },
    { ...read, kind: 'found', pets: [petOf(1)], conflicts: [other(waiting)] },
    { ...read, kind: 'not-found-yet' },
  ]

  test.each(verdicts)(
    'Once the lists were read again, what they said before ($kind) is hidden, and the pet is shown as being checked.',
    (check) => {
      const found = new Map([[entryIdOf(entry), { ...assessment, check }]])
      const { items } = itemsOf({ entries: saved(entry), assessments: found, isResultCurrent: false })
      expect(items).toMatchObject([
        { conflicts: [], duplicates: [], check: { kind: 'checking' }, isAssessed: true },
      ])
    },
  )

  test.each(verdicts)('Until the lists are read again, what they have said ($kind) is shown.', (check) => {
    const found = new Map([[entryIdOf(entry), { ...assessment, check }]])
    expect(itemsOf({ entries: saved(entry), assessments: found }).items).toMatchObject([
      { ...findings, check },
    ])
  })

  test('Once the lists were read again, what holds a pet is still shown, and so is that an earlier reading has failed.', () => {
    const heldEntry = own(held, { position: 1 })
    const ofHeld: Assessment = { ...assessment, entry: heldEntry, check: undefined, duplicates: [] }
    const both = new Map([...assessments, [entryIdOf(heldEntry), ofHeld]])
    const { items } = itemsOf({ entries: saved(entry, heldEntry), assessments: both, isResultCurrent: false })
    expect(items).toMatchObject([ofHeld, findings])
  })

  test('Once the API key has ended, the possible duplicates that it had shown are hidden, and what holds a pet is not.', () => {
    const { items } = itemsOf({
      entries: saved(entry),
      assessments,
      isResultCurrent: false,
      isKeyCurrent: false,
    })
    expect(items).toMatchObject([{ ...findings, duplicates: [] }])
  })
})

const waitingIds = (entries: Sources['entries'], run: RunState = { phase: 'idle' }) =>
  ids(itemsOf({ entries, runOf: () => run }).waiting)

describe('"Add N waiting"', () => {
  test.each<[run: RunState, isOffered: boolean]>([
    [{ phase: 'idle' }, true],
    [{ phase: 'paused', reason: 'consecutive-unknown' }, true],
    [{ phase: 'pausing', reason: 'user' }, false],
    [{ phase: 'running' }, false],
  ])('With a run that is %o, it offers what waits or not: %s.', (run, isOffered) => {
    expect(waitingIds(saved(own(waiting)), run)).toEqual(isOffered ? ['own 0'] : [])
  })

  test('It offers what waits in all visits, and nothing else.', () => {
    const entries = [own(waiting), own(held, { position: 1 }), own(unknown, { position: 2 }), other(waiting)]
    expect(waitingIds(saved(...entries))).toEqual(['own 0', 'other 0'])
  })

  test('It does not offer what is not saved, nor what is for another service.', () => {
    const elsewhere = own(waiting, { baseUrl: ELSEWHERE, position: 1 })
    expect(waitingIds([...unsaved(own(waiting)), ...saved(elsewhere)])).toEqual([])
  })
})

test.each([
  [true, BASE_URL, true],
  [false, BASE_URL, false],
  [true, ELSEWHERE, false],
])('With an entry that is saved (%s) and of %s, something can be done: %s.', (isSaved, baseUrl, expected) => {
  expect(isHere({ entry: own(waiting, { baseUrl }), isSaved }, BASE_URL)).toBe(expected)
})
