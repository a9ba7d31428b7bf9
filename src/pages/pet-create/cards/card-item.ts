import type { CheckState } from '#src/outbox/check.ts'
import type { Entry, EntryState, Key } from '#src/outbox/entry.ts'
import type { JustAddedItem } from '#src/outbox/just-added.ts'
import type { NewPet } from '#src/pets/pet.ts'

/** What the card of a pet shows, whatever state the pet is in. */
export type CardItem = {
  readonly key: Key
  /** The item as the outbox has it, for what the buttons of the card do. */
  readonly item: JustAddedItem
  readonly kind: EntryState['kind']
  readonly newPet: NewPet
  /** Milliseconds since 1970. */
  readonly enteredAt: number
  /** The address that the pet was entered for, where the environment has another one now. */
  readonly oldAddress: string | undefined
  readonly isUnsaved: boolean
  /** Whether the person can do more than discard it. */
  readonly isActionable: boolean
  readonly isProvedAbsent: boolean
  /** `undefined` where lists cannot tell what became of the pet, or where it cannot be sent. */
  readonly check: CheckState | undefined
  /** The entries that may already have added this pet. */
  readonly lookalikes: readonly Entry[]
  /** The failure of its last request, if this tab sent it. */
  readonly error: unknown
}

/**
 * Returns what the card of an item shows. Evidence is left out where nothing can be done with it:
 * the pet is not saved, or belongs to an address that the environment no longer has.
 */
export function toCardItem(item: JustAddedItem, newPet: NewPet, currentAddress: string): CardItem {
  const { key, entry, check, causes, error } = item
  const isUnsaved = item.isSaved === false
  const isOfOldAddress = entry.baseUrl !== currentAddress
  const isActionable = !isUnsaved && !isOfOldAddress
  return {
    key,
    item,
    kind: entry.state.kind,
    newPet,
    enteredAt: entry.enteredAt,
    oldAddress: isOfOldAddress ? entry.baseUrl : undefined,
    isUnsaved,
    isActionable,
    isProvedAbsent: check?.kind === 'not-added',
    check: isActionable ? check : undefined,
    lookalikes: isActionable ? causes : [],
    error: isActionable ? error : undefined,
  }
}
