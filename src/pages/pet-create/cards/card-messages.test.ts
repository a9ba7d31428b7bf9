import { expect, test } from 'vitest'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatTime } from '#src/lib/format-time.ts'
import type { CheckState, Verdict } from '#src/outbox/lists/verdict.ts'
import type { KeyProblem } from '#src/session/session-context.ts'
import { int64 } from '#tests/support/int64.ts'
import { petOf } from '#tests/support/ledger-entries.ts'
import {
  addedHeadline,
  isStillChecking,
  type NotFoundCheck,
  otherPetsMessage,
  petCheckMessage,
  unconfirmedMessage,
} from './card-messages.ts'

const NEW_PET = { name: 'Rex', categoryId: int64('1'), status: undefined }
const REX = bidiIsolate('Rex')
const AT = new Date(2026, 10, 22, 12, 5).getTime()
const LATER = new Date(2026, 10, 22, 12, 6).getTime()

function verdict(kind: Exclude<Verdict['kind'], 'found'>, checkAgainAt?: number): NotFoundCheck {
  return { kind, readAt: AT, checkAgainAt, pets: [], conflicts: [] }
}

function mayBeTaken(...ids: readonly number[]): NotFoundCheck {
  return {
    kind: 'may-be-taken',
    readAt: AT,
    checkAgainAt: undefined,
    pets: [],
    doubtfulPets: ids.map((id) => petOf(id)),
    conflicts: [],
  }
}

const withOlder = (check: NotFoundCheck, ...ids: readonly number[]) =>
  ({ ...check, olderPets: ids.map((id) => petOf(id)) }) as NotFoundCheck

test.each<[check: NotFoundCheck, message: string]>([
  [{ kind: 'checking' }, 'Checking…'],
  [{ kind: 'failed', error: new Error('x') }, 'The check failed. '],
  [
    verdict('not-found-yet', LATER),
    `Still checking: not found yet, looking again at ${formatTime(LATER)}. You can carry on.`,
  ],
  [
    verdict('not-found-yet'),
    `Still checking: not found yet, looking again at ${formatTime(AT)}. You can carry on.`,
  ],
  [verdict('not-added'), `${REX} was not added (Staging checked at ${formatTime(AT)}).`],
  [verdict('cannot-tell'), 'Not among the pets Staging shows. Adding it again could create a duplicate.'],
  [verdict('may-be-taken'), 'Staging has a pet like it, which may be another one. Adding it again'],
  [mayBeTaken(7), 'Staging has a pet like it (ID 7), which may be another one. Adding it again'],
  [mayBeTaken(7, 8, 9, 10), 'Staging has 4 pets like it, which may be others. Adding it again'],
  [mayBeTaken(7, 8), 'Staging has pets like it (ID 7, ID 8), which may be others. Adding it again'],
  [
    withOlder(mayBeTaken(), 7),
    'Staging has a pet like it (ID 7), whose ID had been seen before. Adding it again',
  ],
  [
    withOlder(mayBeTaken(), 7, 8),
    'Staging has pets like it (ID 7, ID 8), whose IDs had been seen before. Adding it again',
  ],
  [
    withOlder(mayBeTaken(7), 8),
    'Staging has pets like it (ID 7, ID 8), which may be others. Adding it again',
  ],
])('The check %j is put into words', (check, message) => {
  expect(petCheckMessage(NEW_PET, check, 'Staging', 'none')).toContain(message)
})

test.each<[check: NotFoundCheck, message: string]>([
  [{ kind: 'checking' }, 'Not checked: your key no longer works.'],
  [{ kind: 'failed', error: new Error('x') }, 'Not checked: your key no longer works.'],
  [
    verdict('not-found-yet', LATER),
    `Still checking: not found yet, looking again at ${formatTime(LATER)}. You can carry on.`,
  ],
])('The check %j is put into words after the key has ended', (check, message) => {
  expect(petCheckMessage(NEW_PET, check, 'Staging', 'refused')).toBe(message)
})

test.each<[check: CheckState | undefined, keyProblem: KeyProblem, isChecking: boolean]>([
  [{ kind: 'checking' }, 'none', true],
  [{ kind: 'checking' }, 'refused', false],
  [{ kind: 'failed', error: new Error('x') }, 'none', false],
  [verdict('not-found-yet', LATER), 'none', true],
  [verdict('not-added'), 'none', false],
  [undefined, 'none', false],
])(
  'With the check %j and the key problem "%s", nobody has to decide yet: %s',
  (check, keyProblem, isChecking) => {
    expect(isStillChecking(check, keyProblem)).toBe(isChecking)
  },
)

test('If something in between may have refused the key, the words do not blame the key', () => {
  expect(petCheckMessage(NEW_PET, { kind: 'checking' }, 'Staging', 'unclear')).toBe(
    'Not checked: sign in again to continue.',
  )
})

test('The headline says which ID was assigned', () => {
  expect(addedHeadline(int64('981'))).toBe('Added (ID 981)')
  expect(addedHeadline(undefined)).toBe('Added')
})

test('An unconfirmed pet may have been added, which is said with the reason', () => {
  expect(unconfirmedMessage('The answer was not a pet.')).toBe(
    'May have been added: the answer was not a pet.',
  )
  expect(unconfirmedMessage('Theo did not respond.')).toBe('May have been added: Theo did not respond.')
})

test.each<[what: string, others: Pick<Verdict, 'doubtfulPets' | 'olderPets'>, message: string | undefined]>([
  ['none', {}, undefined],
  [
    'an older one',
    { olderPets: [petOf(7)] },
    'Staging also has a pet like it (ID 7), whose ID had been seen before.',
  ],
  [
    'a doubtful one',
    { doubtfulPets: [petOf(7)] },
    'Staging also has a pet like it (ID 7), which may be another one.',
  ],
])('Beside the pets that were found, the others that may be it are named: %s', (_what, others, message) => {
  const found: Verdict = {
    kind: 'found',
    readAt: AT,
    checkAgainAt: undefined,
    pets: [petOf(9)],
    conflicts: [],
  }
  expect(otherPetsMessage({ ...found, ...others }, 'Staging')).toBe(message)
})
