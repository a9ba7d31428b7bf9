import { plainText } from '#src/lib/plain-text.ts'
import { isTruncated, type Pet, type PetList } from '#src/pets/pet.ts'
import type { ListAddress } from './list-address.ts'

/**
 * The part below the status line.
 *
 * - `loading`: rows without pets, of the height that they will have.
 * - `rows`: the table of pets.
 * - `empty`: a message that there are none.
 * - `nothing`: an alert says why there are no rows.
 */
type ListBodyKind = 'loading' | 'rows' | 'empty' | 'nothing'

/** The state of the page's query (`useQueryView`). */
export type ListSource = {
  readonly kind: 'loading' | 'ready' | 'failed'
  /** The pets on the page. While a list loads, they are those of the list before. */
  readonly data: PetList | undefined
  readonly isPlaceholder: boolean
  /** The pets of `data` that match the search, at most as many as the page shows. */
  readonly rows: readonly Pet[]
}

/** Everything that the page decides by its query and its address. */
export type ListView = {
  readonly body: ListBodyKind
  /** The list that the address asks for, once it is loaded. */
  readonly list: PetList | undefined
  /** Says whether the service may have more pets than the list has. */
  readonly isCut: boolean
  /** The search, without blanks around it. */
  readonly typed: string
}

export function listView(source: ListSource, { q, limit }: Pick<ListAddress, 'q' | 'limit'>): ListView {
  const list = source.isPlaceholder ? undefined : source.data
  return {
    body: bodyOf(source),
    list,
    isCut: list !== undefined && isTruncated(list, limit),
    typed: plainText(q),
  }
}

function bodyOf({ kind, data, isPlaceholder, rows }: ListSource): ListBodyKind {
  // The empty list from before says nothing about the one that loads.
  const isEmptyPlaceholder = isPlaceholder && data !== undefined && rows.length === 0
  if (kind === 'loading' || isEmptyPlaceholder) return 'loading'
  if (rows.length > 0) return 'rows'
  const hasOnlyUnreadable = data !== undefined && data.unreadable.length > 0 && data.pets.length === 0
  return data === undefined || hasOnlyUnreadable ? 'nothing' : 'empty'
}
