import { describe, expect, test } from 'vitest'
import { HttpError, InvalidResponseError, NoResponseError } from '#src/http/errors.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import { int64 } from '#tests/support/int64.ts'
import { ONE, ownEntry as own, petOf, sending, TWO, waiting } from '#tests/support/ledger-entries.ts'
import { isUnknownText, outcomeOf } from './outcome.ts'
import type { Claim } from './transitions/claim.ts'
import type { Outcome } from './transitions/record-outcome.ts'

const claimThat = (mayHaveBeenAccepted: boolean): Claim => ({
  entry: own(waiting),
  claimed: own(sending),
  state: sending,
  mayHaveBeenAccepted,
  signInId: 'key 1',
})

const circumstances = { environmentName: 'Staging', idsBefore: new Set<Int64>(), now: 7 }

const outcome = (
  result: CreatePetOutcome,
  { mayHaveBeenAccepted = false, idsBefore = new Set([petOf(8).id, petOf(9).id]) } = {},
) => outcomeOf(claimThat(mayHaveBeenAccepted), result, { ...circumstances, idsBefore })

const isStaging = (name: string) => name === 'Staging'

const refusedWith = (status: number): CreatePetOutcome => ({
  kind: 'rejected',
  error: new HttpError('POST /pets', status, { code: 'no', message: 'Full.' }),
})

const lost = (error: unknown): CreatePetOutcome => ({ kind: 'unknown', error })

describe('An answer that is a pet', () => {
  test('The pet was added, with its ID, and is confirmed to the sign-in that sent it.', () => {
    expect(outcome({ kind: 'added', pet: petOf(1) })).toEqual({
      kind: 'added',
      id: ONE,
      confirmedTo: 'key 1',
    })
  })

  test.each([
    ['another name', petOf(1, { name: 'Mia' }), 'Saved as “Mia”, category 1.'],
    ['another category', petOf(1, { categoryId: int64('2') }), 'Saved as “Rex”, category 2.'],
    ['a name with a blank more', petOf(1, { name: 'Rex ' }), 'Saved as “Rex ”, category 1.'],
    ['another status', petOf(1, { status: 'sold' }), undefined],
    ['an ID that had been seen before', petOf(9), 'ID 9 had been seen before this pet was sent.'],
    [
      'another name, and an ID that a list had before',
      petOf(9, { name: 'Mia' }),
      'Saved as “Mia”, category 1. ID 9 had been seen before this pet was sent.',
    ],
  ])('A pet that was saved with %s says so.', (_what, pet, note) => {
    expect(outcome({ kind: 'added', pet })).toMatchObject({ id: pet.id, note })
  })

  test('After an earlier request that may have been accepted, it was added, too.', () => {
    expect(outcome({ kind: 'added', pet: petOf(2) }, { mayHaveBeenAccepted: true })).toMatchObject({
      id: TWO,
    })
  })
})

describe('A failure', () => {
  test.each<[status: number, expected: Outcome]>([
    [401, 'not-acted-on'],
    [429, 'not-acted-on'],
  ])('After %i the service has not acted: the same entry is sent later.', (status, expected) => {
    expect(outcome(refusedWith(status))).toBe(expected)
    expect(outcome(refusedWith(status), { mayHaveBeenAccepted: true })).toBe(expected)
  })

  test('A 4xx that proves it means that the pet was rejected.', () => {
    expect(outcome(refusedWith(400))).toMatchObject({ kind: 'rejected' })
  })

  test('A 4xx proves nothing about an earlier request that may have been accepted.', () => {
    expect(outcome(refusedWith(400), { mayHaveBeenAccepted: true })).toMatchObject({
      kind: 'unknown',
      endedAt: 7,
    })
  })

  test.each([
    ['no response', new NoResponseError('POST /pets', 'unreachable'), 'Staging did not respond.'],
    ['a timeout', new NoResponseError('POST /pets', 'too-late', { seconds: 30 }), 'Staging did not respond.'],
    [
      'an abort',
      new DOMException('The operation was aborted.', 'AbortError'),
      'Cancelled before Staging responded.',
    ],
    [
      'an answer that is no pet',
      new InvalidResponseError('POST /pets', 'not-json'),
      'The answer was not a pet.',
    ],
    ['anything else', new Error('?'), 'Staging did not respond.'],
  ])('After %s, nobody knows what became of the pet.', (_what, error, message) => {
    expect(outcome(lost(error))).toEqual({ kind: 'unknown', message, endedAt: 7 })
    expect(isUnknownText(message, isStaging)).toBe(true)
  })

  test.each([408, 409, 500, 511])(
    'A %i without the body of the service blames nobody, and does not say to try again.',
    (status) => {
      const message = `Something between you and Staging may have answered (HTTP ${status}).`
      const error = new HttpError('POST /pets', status, undefined)
      expect(outcome(lost(error))).toEqual({ kind: 'unknown', message, endedAt: 7 })
      expect(isUnknownText(message, isStaging)).toBe(true)
    },
  )

  test.each(['Owner did not respond.', 'Cancelled before the owner responded.', 'It did not respond'])(
    'This app writes no such text: %s',
    (text) => {
      expect(isUnknownText(text, isStaging)).toBe(false)
    },
  )

  test('A 503 of the service that says when to try again does not say so: that could add the pet twice.', () => {
    const error = new HttpError('POST /pets', 503, { code: 'down', message: 'Down.' }, 120)
    const message = expect.not.stringContaining('again') as string
    expect(outcome(lost(error))).toEqual({ kind: 'unknown', message, endedAt: 7 })
    expect(outcome(lost(error))).toMatchObject({ message: expect.stringContaining('Down.') as string })
    expect(isUnknownText('Staging said: Down. (HTTP 503, down)', isStaging)).toBe(true)
  })

  test.each([400, 408, 409])('The words of the service are kept, with a %i.', (status) => {
    expect(outcome(refusedWith(status))).toMatchObject({
      message: expect.stringContaining('Full.') as string,
    })
  })
})
