import { formatNumber } from '#src/lib/format-number.ts'
import { truncate } from '#src/lib/truncate.ts'
import { isTruncated, LIMIT_MAX, type PetList, type PetStatus } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'

/** The longest part of an environment's name in the count, in characters. */
const MAX_NAME_LENGTH = 20

/** The most unreadable pets that are named by their positions. */
const MAX_POSITIONS = 5

type Count = {
  /** The number of pets that could be read. */
  readonly loaded: number
  /** The number of pets in the response, whether or not they could be read. */
  readonly returned: number
  /** Says whether the service may have more. */
  readonly isCut: boolean
  readonly status: PetStatus | undefined
  readonly environmentName: string
  readonly format: typeof formatNumber
}

/**
 * Returns what the list has: "All 34 pending pets", or that there may be more.
 *
 * @param format writes counts as the person does
 */
export function countMessage(
  list: Pick<PetList, 'returned' | 'pets'>,
  filter: PetFilter,
  environmentName: string,
  format = formatNumber,
): string {
  const count = countOf(list, filter, environmentName, format)
  return withCutNote(count, rowsSentence(count))
}

/**
 * Returns how many pets of the list match a search, and whether there may be more.
 *
 * @param matchCount how many loaded pets match
 * @param format writes counts as the person does
 */
export function matchesMessage(
  matchCount: number,
  list: Pick<PetList, 'returned' | 'pets'>,
  filter: PetFilter,
  environmentName: string,
  format = formatNumber,
): string {
  const count = countOf(list, filter, environmentName, format)
  return withCutNote(count, matchesSentence(count, matchCount))
}

function countOf(
  list: Pick<PetList, 'returned' | 'pets'>,
  { limit, status }: PetFilter,
  environmentName: string,
  format: typeof formatNumber,
): Count {
  const { returned, pets } = list
  const isCut = isTruncated(list, limit)
  return { loaded: pets.length, returned, isCut, status, environmentName, format }
}

function withCutNote(count: Count, sentence: string): string {
  const { isCut } = count
  if (!isCut) return sentence
  return `${sentence}. ${maximumNote(count) || 'There may be more.'}`
}

/** Returns "All 34 pets", "First 20 pets" or "Showing 6 of 8 pets, 2 unreadable". */
function rowsSentence(count: Count): string {
  const { returned, isCut, format } = count
  const ofPets = `${format(returned)} ${petsOf(count, returned)}`
  if (!hasRowForEach(count)) return `Showing ${format(rowsOf(count))} of ${ofPets}${unreadableNote(count)}`
  if (isCut) return `First ${firstPets(count)}`
  return returned < 2 ? ofPets : `All ${ofPets}`
}

/** Returns "3 matches in 34 loaded pets" or "3 matches in the first 20 pets". */
function matchesSentence(count: Count, matchCount: number): string {
  const { loaded, isCut, format } = count
  const matches = `${format(matchCount)} ${matchCount === 1 ? 'match' : 'matches'}`
  if (isCut && hasRowForEach(count)) return `${matches} in the first ${firstPets(count)}`
  return `${matches} in ${format(loaded)} loaded ${petsOf(count, loaded)}`
}

/** Returns "20 pending pets", or "pending pet" after "the first". */
function firstPets(count: Count): string {
  const { returned, format } = count
  const number = returned === 1 ? '' : `${format(returned)} `
  return `${number}${petsOf(count, returned)}`
}

function petsOf({ status }: Count, number: number): string {
  const pets = number === 1 ? 'pet' : 'pets'
  return status === undefined ? pets : `${status} ${pets}`
}

/**
 * Returns how many rows the page shows, which are no more than a list should have, even if the
 * service returns more.
 */
function rowsOf({ loaded }: Count): number {
  return Math.min(loaded, LIMIT_MAX)
}

function hasRowForEach(count: Count): boolean {
  return rowsOf(count) === count.returned
}

/** Says why a larger page would not have more pets, or returns ''. */
function maximumNote({ returned, environmentName, format }: Count): string {
  if (returned !== LIMIT_MAX) return ''
  return `${truncate(environmentName, MAX_NAME_LENGTH)} shows no more than ${format(LIMIT_MAX)} at a time.`
}

function unreadableNote({ returned, loaded, format }: Count): string {
  const isExplained = returned <= LIMIT_MAX && loaded < returned
  return isExplained ? `, ${format(returned - loaded)} unreadable` : ''
}

/**
 * Says which elements of the response are not shown.
 *
 * @param positions from 1
 */
export function unreadableMessage(
  positions: readonly number[],
  returned: number,
  format = formatNumber,
): string {
  const isOne = positions.length === 1
  const count = `${format(positions.length)} of ${format(returned)} pets`
  const reason = isOne ? 'is not shown because its' : 'are not shown because their'
  const more = positions.length > MAX_POSITIONS ? ', …' : ''
  const items = `${isOne ? 'item' : 'items'} ${positions.slice(0, MAX_POSITIONS).join(', ')}${more}`
  return `${count} ${reason} data could not be read (${items}).`
}
