import { int64FromText } from '#src/lib/int64.ts'
import { isPetStatus, type NewPet } from '#src/pets/pet.ts'
import type { Entry, EntryId } from './entry.ts'

/** One text that a tab keeps through a reload or a crash, and that its duplicate has a copy of. */
export type TabText = {
  /** Returns `null` where nothing is stored, or storage is blocked. */
  readonly read: () => string | null
  readonly write: (text: string) => void
}

/** A pet for which "Add pet" was pressed. */
export type PendingPet = Pick<
  Entry,
  'batch' | 'position' | 'environmentId' | 'baseUrl' | 'newPet' | 'enteredAt' | 'formId'
> & {
  /** The rejected pet that it corrects. */
  readonly correctedId?: EntryId | undefined
}

/** The content of the text. A new version reads that of an older one, so no name may change. */
type Stored = {
  readonly signInId: string
  readonly visits: readonly string[]
  readonly pressed: readonly PendingPet[]
}

const NOTHING: Stored = { signInId: '', visits: [], pressed: [] }

/**
 * The number of visits that are remembered. A phone discards a tab whenever it needs memory, and
 * each time begins another visit. This is more than anybody needs, because only pets of the last
 * hour are shown again.
 */
const MAX_VISITS = 100

/**
 * Remembers what a tab has done by hand, so that neither a crash nor a phone that discards the tab
 * loses it: the visits before, whose added pets nobody may have seen yet, and the pets that the
 * ledger does not have yet although they have left the form.
 */
export function createTabMemory(text: TabText) {
  const read = (): Stored => parse(text.read())

  function change(part: Partial<Stored>): void {
    text.write(JSON.stringify({ ...read(), ...part }))
  }

  return {
    /** Returns the visits of this sign-in in this tab, the last one last. */
    visits: (signInId: string): readonly string[] => {
      const stored = read()
      return stored.signInId === signInId ? stored.visits : []
    },

    /** Remembers a visit of this sign-in. Another sign-in is not shown what was added before. */
    noteVisit(signInId: string, visit: string): void {
      const stored = read()
      const before = stored.signInId === signInId ? stored.visits : []
      if (!before.includes(visit)) change({ signInId, visits: [...before, visit].slice(-MAX_VISITS) })
    },

    /**
     * Returns the pets that were pressed, and of which nobody has said that the ledger has them.
     */
    pressed: (): readonly PendingPet[] => read().pressed,

    notePending(pet: PendingPet): void {
      change({ pressed: [...read().pressed, pet] })
    },

    /** Forgets the pets that the ledger has, or that were discarded. */
    forgetPending(isSettled: (pet: PendingPet) => boolean): void {
      const { pressed } = read()
      const left = pressed.filter((pet) => !isSettled(pet))
      if (left.length < pressed.length) change({ pressed: left })
    },
  }
}

function parse(text: string | null): Stored {
  try {
    const stored = JSON.parse(text ?? 'null') as Stored | null
    if (stored === null || !isComplete(stored)) return NOTHING
    // One that cannot be read must not keep the others from being entered.
    return { ...stored, pressed: stored.pressed.filter(isPendingPet) }
  } catch {
    // Something else has stored a text under this name.
    return NOTHING
  }
}

function isComplete({ signInId, visits, pressed }: Stored): boolean {
  return typeof signInId === 'string' && Array.isArray(visits) && Array.isArray(pressed)
}

/** Says whether an element of a stored text is a pet that can be entered. */
function isPendingPet(element: unknown): element is PendingPet {
  if (typeof element !== 'object' || element === null) return false
  const { batch, position, environmentId, baseUrl, newPet, enteredAt, formId, correctedId } =
    element as Partial<Record<keyof PendingPet, unknown>>
  return (
    [batch, environmentId, baseUrl].every((text) => typeof text === 'string') &&
    [position, enteredAt].every(Number.isFinite) &&
    [formId, correctedId].every((text) => text === undefined || typeof text === 'string') &&
    isNewPet(newPet)
  )
}

function isNewPet(value: unknown): value is NewPet {
  if (typeof value !== 'object' || value === null) return false
  const { name, categoryId, status } = value as Partial<Record<keyof NewPet, unknown>>
  const isCategoryId = typeof categoryId === 'string' && int64FromText(categoryId) === categoryId
  const isStatus = status === undefined || isPetStatus(status)
  return typeof name === 'string' && isCategoryId && isStatus
}
