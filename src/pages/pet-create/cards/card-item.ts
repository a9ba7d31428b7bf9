import type { CheckState } from '#src/outbox/lists/verdict.ts'
import type { Entry, EntryState, EntryId } from '#src/outbox/entry.ts'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'

/** The content of a pet's card, whatever state the pet is in. */
export type CardItem = {
  readonly id: EntryId
  /** The item as the outbox has it, which the buttons of the card need. */
  readonly item: ByHandItem
  readonly kind: EntryState['kind']
  readonly newPet: NewPet
  /** The time when the pet was entered, in milliseconds since 1970. */
  readonly enteredAt: number
  /** The address that the pet was entered for, if the environment has another one now. */
  readonly oldAddress: string | undefined
  /** `false` if no request of it has left, so that it cannot have been added. */
  readonly wasSent: boolean
  readonly isUnsaved: boolean
  /**
   * `false` if the outcome of a pet that was sent could not be saved. There is nothing to discard
   * but that.
   */
  readonly canDiscard: boolean
  /** `true` if the person can do more than discard it. */
  readonly isActionable: boolean
  /** `false` if only another tab can send it, because this one goes on without a record. */
  readonly canBeSent: boolean
  readonly isProvedAbsent: boolean
  /**
   * The check of the lists, or `undefined` if lists cannot tell what became of the pet, or it
   * cannot be sent.
   */
  readonly check: CheckState | undefined
  /** The entries that may already have added this pet. */
  readonly lookalikes: readonly Entry[]
  /** Pets that are like it and answer no entry, if it was added. */
  readonly duplicates: readonly Pet[]
  /** The failure of its last request, if this tab sent it. */
  readonly error: unknown
}

/**
 * Returns what the card of an item shows. Evidence of the lists is left out if nothing can be done
 * with it, because the pet is not saved, or belongs to a former address of the environment.
 */
export function toCardItem(item: ByHandItem, newPet: NewPet, currentAddress: string): CardItem {
  const { id, entry, check, conflicts, duplicates, error } = item
  const isUnsaved = !item.isSaved
  const isOfOldAddress = entry.baseUrl !== currentAddress
  const isActionable = !isUnsaved && !isOfOldAddress
  const shownCheck = isActionable ? check : undefined
  // The entries that hold a pet are known from the ledger, whatever the address is.
  const areConflictsKnown = isActionable || (item.isSaved && entry.state.kind === 'held')
  return {
    id,
    item,
    kind: entry.state.kind,
    newPet,
    enteredAt: entry.enteredAt,
    oldAddress: isOfOldAddress ? entry.baseUrl : undefined,
    wasSent: entry.state.kind !== 'waiting' && entry.state.kind !== 'held',
    isUnsaved,
    canDiscard: item.isSaved || entry.sequence === 0,
    isActionable,
    canBeSent: item.canBeSent,
    isProvedAbsent: shownCheck?.kind === 'not-added',
    check: shownCheck,
    lookalikes: areConflictsKnown ? conflicts : [],
    duplicates: isActionable ? duplicates : [],
    error: isActionable ? error : undefined,
  }
}
