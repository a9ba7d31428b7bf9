import { expect, test } from 'vitest'
import type { Pet } from '#src/pets/pet.ts'
import { petOf } from '#tests/support/ledger-entries.ts'
import { offerPets } from './offer-pets.ts'

/**
 * Returns the IDs of the pets that are offered, in the order of the entries. `-` stands for none.
 */
function offers(...candidates: readonly (readonly Pet[])[]): string {
  const offered = offerPets(new Map(candidates.map((pets, index) => [index, pets])))
  return candidates.map((_, index) => offered.get(index)?.id ?? '-').join(' ')
}

test.each<[title: string, candidates: readonly (readonly Pet[])[], ids: string]>([
  ['The first entry is offered the pet that is most like it', [[petOf(2), petOf(1)]], '2'],
  ['A pet is offered to one entry alone, the first', [[petOf(1)], [petOf(1)]], '1 -'],
  [
    'The second entry is offered what is left',
    [
      [petOf(1), petOf(2)],
      [petOf(1), petOf(2)],
    ],
    '1 2',
  ],
  ['Who can be one pet alone is offered it', [[petOf(2), petOf(1)], [petOf(2)]], '1 2'],
  [
    'That goes on from one entry to the next',
    [[petOf(1), petOf(2)], [petOf(2), petOf(3)], [petOf(1)], [petOf(2)]],
    '2 3 1 -',
  ],
  ['No pet is offered twice where one is missing', [[petOf(1)], [petOf(1), petOf(2)], [petOf(2)]], '1 2 -'],
  ['Two pets of one ID are two pets', [[petOf(1)], [petOf(1, { name: 'Mia' })]], '1 1'],
])('%s.', (_title, candidates, ids) => {
  expect(offers(...candidates)).toBe(ids)
})
