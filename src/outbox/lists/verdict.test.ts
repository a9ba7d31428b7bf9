import { describe, expect, test } from 'vitest'
import { SEVERAL_SIGN_INS } from '#src/outbox/entry.ts'
import {
  added,
  otherEntry as other,
  ownEntry as own,
  petOf,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import {
  type CheckState,
  type Facts,
  isSendableAfter,
  isVerdict,
  maySendAgain,
  type Verdict,
  judgeEntry,
} from './verdict.ts'

const entry = own(unknown, { signInId: 'key 1' })

type FactsPart = Partial<Omit<Facts, 'evidence'>> & { readonly evidence?: Partial<Facts['evidence']> }

/** Complete lists without a look-alike, requested a minute after the end at 100. */
const factsOf = ({ evidence, ...part }: FactsPart): Facts => ({
  evidence: {
    readAt: 1_060_200,
    requestedAt: 60_100,
    signInId: 'key 1',
    completeness: 'complete',
    ...evidence,
  },
  pets: [],
  olderPets: [],
  doubtfulPets: [],
  reservedPets: [],
  mayBeTaken: false,
  conflicts: [],
  endedAtElapsed: 100,
  toWallTime: (elapsed) => 1_000_000 + elapsed,
  ...part,
})

const tooSoon = { evidence: { requestedAt: 60_099 } }

describe('What the lists say', () => {
  test.each<[kind: Verdict['kind'], when: string, part: FactsPart]>([
    ['not-added', 'they are complete, with the same API key, and a minute old', {}],
    ['not-added', 'that was long ago', { evidence: { requestedAt: 9_000_000 } }],
    ['not-found-yet', 'they were requested less than a minute after the end', tooSoon],
    [
      'not-found-yet',
      'they were answered after the minute, and requested before',
      { evidence: { requestedAt: 60_099, readAt: 9_000_000 } },
    ],
    [
      'not-found-yet',
      'it is too soon, and they are cut',
      { evidence: { requestedAt: 0, completeness: 'incomplete' } },
    ],
    ['may-be-taken', 'they have only a pet that had been seen before it was sent', { olderPets: [petOf(1)] }],
    ['found', 'they have a newer pet, too', { pets: [petOf(2)], olderPets: [petOf(1)] }],
    ['cannot-tell', 'they are not complete', { evidence: { completeness: 'incomplete' } }],
    ['cannot-tell', 'they are cut', { evidence: { completeness: 'cut' } }],
    ['cannot-tell', 'another API key has read them', { evidence: { signInId: 'key 2' } }],
    ['may-be-taken', 'a person may have taken its pet for another entry', { mayBeTaken: true }],
    ['found', 'they have a look-alike that answers nothing else', { pets: [petOf(1)] }],
    ['found', 'they have one, and it is too soon', { ...tooSoon, pets: [petOf(1)] }],
    ['found', 'they have one, and are cut', { evidence: { completeness: 'cut' }, pets: [petOf(1)] }],
  ])('is "%s" when %s.', (kind, _when, part) => {
    expect(judgeEntry(entry, factsOf(part)).kind).toBe(kind)
  })

  test.each([SEVERAL_SIGN_INS, ''])('is "cannot-tell" when the entry was sent by "%s".', (signInId) => {
    expect(judgeEntry({ ...entry, signInId }, factsOf({})).kind).toBe('cannot-tell')
  })

  test.each([
    ['a minute after the end, where they came too soon', tooSoon, 1_060_100],
    ['never, where they came late enough', {}, undefined],
  ])('names when they are read again: %s.', (_when, part, at) => {
    expect(judgeEntry(entry, factsOf(part)).checkAgainAt).toBe(at)
  })

  test('names when they were read, and the conflicts.', () => {
    const conflicts = [other(waiting)]
    expect(judgeEntry(entry, factsOf({ conflicts }))).toMatchObject({ readAt: 1_060_200, conflicts })
  })

  test('has the pets first that are exactly alike, then the oldest.', () => {
    const pets = [
      petOf(9, { status: 'sold' }),
      petOf(10),
      petOf(2, { name: 'REX' }),
      petOf(3),
      petOf(1, { status: undefined }),
    ]
    const { pets: inOrder } = judgeEntry(entry, factsOf({ pets }))
    expect(inOrder.map(({ id }) => id)).toEqual(['3', '10', '1', '2', '9'])
  })
})

const verdict = (part: Partial<Verdict> = {}): Verdict => ({
  kind: 'not-added',
  readAt: 1,
  checkAgainAt: undefined,
  pets: [],
  conflicts: [],
  ...part,
})

test('A row whose pet is offered to another row may not be sent again.', () => {
  expect(maySendAgain({ ...verdict(), kind: 'taken-by-another-row' })).toBe(false)
})

test.each<[check: CheckState | undefined, isAVerdict: boolean, maySend: boolean]>([
  [undefined, false, false],
  [{ kind: 'checking' }, false, false],
  [{ kind: 'failed', error: new Error('down') }, false, false],
  [verdict(), true, true],
  [verdict({ kind: 'found', pets: [petOf(1)] }), true, true],
  [verdict({ kind: 'cannot-tell' }), true, true],
  [verdict({ kind: 'not-found-yet', checkAgainAt: 2 }), true, false],
  [verdict({ kind: 'found', checkAgainAt: 2 }), true, false],
])('Only a verdict that does not come too soon allows to send again: %o.', (check, isAVerdict, maySend) => {
  expect(isVerdict(check)).toBe(isAVerdict)
  expect(maySendAgain(check)).toBe(maySend)
})

const found = (...ids: readonly number[]) => verdict({ kind: 'found', pets: ids.map((id) => petOf(id)) })
const cannotTell = verdict({ kind: 'cannot-tell' })
const mayBeTaken = (...ids: readonly number[]) =>
  verdict({ kind: 'may-be-taken', doubtfulPets: ids.map((id) => petOf(id)) })
const withConflict = (position: number) => verdict({ conflicts: [other(added, { position })] })

test.each<[what: string, shown: Verdict, current: Verdict, isSame: boolean]>([
  ['nothing, as before', verdict(), verdict(), true],
  ['the same pet', found(1), found(1), true],
  ['a pet less', found(1, 2), found(2), true],
  ['another pet', found(1), found(2), false],
  ['one more pet', found(1), found(1, 2), false],
  ['a pet where nothing was on the screen', verdict(), found(1), false],
  ['the same conflict', withConflict(0), withConflict(0), true],
  ['another conflict', withConflict(0), withConflict(1), false],
  ['a conflict that has gone', withConflict(0), verdict(), true],
  ['nothing, and come too soon', verdict(), verdict({ checkAgainAt: 2 }), false],
  ['what was on the screen too soon', verdict({ checkAgainAt: 2 }), verdict(), true],
  ['that they cannot tell, as before', cannotTell, cannotTell, true],
  ['that it was not added, where they could not tell before', cannotTell, verdict(), true],
  ['that they can no longer tell whether it was added', verdict(), cannotTell, false],
  ['the same pet that may be another one', mayBeTaken(1), mayBeTaken(1), true],
  ['one more pet that may be another one', mayBeTaken(1), mayBeTaken(1, 2), false],
  ['a pet that may be another one, where they could not tell before', cannotTell, mayBeTaken(1), false],
  ['a pet that may be another one beside the same pet', found(1), { ...found(1), ...mayBeTaken(2) }, false],
  ['that a pet seems to be the one that may be another one', mayBeTaken(1), found(1), true],
  ['the same of the same request', verdict({ claim: 'a' }), verdict({ claim: 'a' }), true],
  ['the same of another request', verdict({ claim: 'a' }), verdict({ claim: 'b' }), false],
])(
  'isSendableAfter tells whether the person has seen it when the lists show %s.',
  (_what, shown, current, isSame) => {
    expect(isSendableAfter(shown, current)).toBe(isSame)
  },
)
