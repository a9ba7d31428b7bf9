import { describe, expect, test } from 'vitest'
import { newPetsIn } from '#src/pets/added-pets.ts'
import { int64 } from '#tests/support/int64.ts'
import { entryOf } from '#tests/support/outbox-scenario.ts'
import { linkToAddedPets } from './added-pets.ts'

const WEEK_MS = 7 * 24 * 3_600_000

const added = (id: string, { confirmedTo = 'Anna', age = 0 } = {}) =>
  entryOf({ sentAt: Date.now() - age, state: { kind: 'added', id: int64(id), confirmedTo } })

describe('The list marks', () => {
  test('what was just added.', () => {
    const link = linkToAddedPets('staging', [added('1'), added('2')], 'Anna')
    expect(link?.text).toBe('See them in the list')
    expect(newPetsIn(link?.state, 'Anna')?.added).toEqual(['1', '2'])
  })

  test.each([
    ['in the list of the status that the service has given to the pet', 'sold', /\?status=sold&limit=/],
    ['in the list of all pets if that status is none that can be listed', 'lost&found', /\?limit=/],
  ])('%s.', (_where, status, address) => {
    const savedAs = { name: 'Rex', categoryId: int64('1'), status }
    const state = { kind: 'added', id: int64('1'), confirmedTo: 'Anna', savedAs } as const
    const link = linkToAddedPets('staging', [entryOf({ sentAt: Date.now(), state })], 'Anna')
    expect(link?.to).toMatch(address)
  })

  test.each<[what: string, older: ReturnType<typeof added>]>([
    ['another sign-in has added', added('2', { confirmedTo: 'Ben' })],
    ['was added a week ago', added('2', { age: WEEK_MS })],
  ])('nothing that %s, whichever row it is.', (_what, other) => {
    for (const entries of [
      [added('1'), other],
      [other, added('1')],
    ])
      expect(newPetsIn(linkToAddedPets('staging', entries, 'Anna')?.state, 'Anna')?.added).toEqual(['1'])
    expect(linkToAddedPets('staging', [other], 'Anna')).toBeUndefined()
  })
})
