import { formatNumber } from '#src/lib/format-number.ts'
import type { Import } from '#src/outbox/entry.ts'
import type { Counts } from '#src/outbox/entry-rules.ts'

/**
 * Says of an import that is on the disk why a tab that goes on without a record cannot change it.
 */
export const FOR_ANOTHER_TAB =
  'This import was saved before. This tab cannot save, so only another tab can continue it.'

export function importName({ fileName }: Pick<Import, 'fileName'>): string {
  return fileName ?? 'Pasted rows'
}

/**
 * Example: "1,204 added, 2 rejected". A count of 0 is left out, except for the rows that were
 * added.
 *
 * @param checkingCount the unknown rows about which the lists may still tell by themselves
 */
export function countsText(counts: Counts, checkingCount = 0): string {
  const { added, rejected, held, unknown, waiting } = counts
  const undecided = unknown - checkingCount
  const texts = [
    `${formatNumber(added)} added`,
    countText(undecided, undecided === 1 ? 'needs your decision' : 'need your decision'),
    countText(checkingCount, 'still being checked'),
    countText(rejected, 'rejected'),
    countText(counts['not-sent'], 'not sent'),
    countText(held, 'left out'),
    countText(waiting, 'waiting'),
  ]
  return texts.filter((text) => text !== '').join(', ')
}

function countText(count: number, outcome: string): string {
  return count === 0 ? '' : `${formatNumber(count)} ${outcome}`
}
