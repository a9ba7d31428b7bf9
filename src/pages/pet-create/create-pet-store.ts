import { createStore } from '#src/lib/create-store.ts'
import type { FindUnfinishedRows } from '#src/importer/unfinished-rows.ts'
import type { NewPet, Pet } from '#src/pets/pet.ts'
import type { PetCreation } from '#src/pets/pet-creation.ts'
import type { ListPets } from '#src/pets/stock.ts'
import { isSameNewPet, matchesNewPet } from '#src/pets/same-pet.ts'
import type { DraftStorage } from './draft.ts'
import { EMPTY_VALUES, type PetFormValues } from './pet-form.ts'
import { createUnknownChecks } from './unknown-checks.ts'
import {
  isCovered,
  knownIdsBefore,
  type MayBeAdded,
  mayBeAddedBy,
  NOT_CHECKED,
  type SentPet,
  type UnknownPet,
  unknownAfterRestart,
  unresolvedMatches,
  updateUnknown,
  withKnownId,
  withoutChecks,
  withoutSuperseded,
} from './unknown-pets.ts'

export type AddedPet = {
  readonly kind: 'added'
  /** Milliseconds since 1970; unique. */
  readonly at: number
  readonly newPet: NewPet
  /** `undefined` when the service did not return it. */
  readonly pet: Pet | undefined
}

/** The outcome of the user's last action. */
export type LastResult =
  | AddedPet
  | { readonly kind: 'rejected'; readonly at: number; readonly newPet: NewPet; readonly error: unknown }
  | { readonly kind: 'left'; readonly newPet: NewPet }

export type CreatePetSnapshot = {
  readonly values: PetFormValues
  /** After a pet was added, its category and status stay in the form. */
  readonly isKept: boolean
  /**
   * `at` of the POST whose pet has left the form, so that the next one is typed while it is sent: where category and
   * status stay. Only a rejection puts the name back, unless the next one is there.
   */
  readonly leftFormAt: number | undefined
  /** What the form is to show: another object each time that `values` are changed other than by typing. */
  readonly formValues: PetFormValues
  /** A pet was entered, and what may have added it already is being read. */
  readonly isDeciding: boolean
  /** A pet that may have been added already: the user is asked about it. `at` is another one for each question. */
  readonly asking: { readonly at: number; readonly newPet: NewPet } | undefined
  /** The POST on its way. */
  readonly sending: SentPet | undefined
  readonly unknown: readonly UnknownPet[]
  /** Since signing in, oldest first. */
  readonly added: readonly AddedPet[]
  readonly lastResult: LastResult | undefined
}

/** What the address of the page can fill in. */
type Prefill = Pick<PetFormValues, 'category' | 'status'>

function mayFill(value: string, filledBefore: string | undefined): boolean {
  return value.trim() === '' || value === filledBefore
}

const NOTHING: MayBeAdded = { unknown: [], imports: [] }

function showing(values: PetFormValues) {
  return { values, formValues: { ...values } }
}

type CreatePetOptions = {
  creation: PetCreation
  listPets: ListPets
  /** Every pet in the lists that are loaded. */
  listedPets: () => readonly Pet[]
  /** `undefined` when the form is not valid. */
  parse: (values: PetFormValues) => NewPet | undefined
  drafts: DraftStorage
  /** Reads, after this call, what imports on this device may have added. Never rejects. */
  readUnfinishedRows: () => Promise<FindUnfinishedRows>
  onMayBeAdded: () => void
}

/**
 * The pets added by hand in one environment and tab, and the draft of the next one. It outlives the page, so that no
 * response is lost. An unknown pet stays unknown until the user recognises it, or sends it again after being asked and
 * the service confirms that one.
 */
export function createCreatePetStore(options: CreatePetOptions) {
  const { creation, listPets, listedPets, parse, drafts, readUnfinishedRows, onMayBeAdded } = options
  const draft = drafts.read()
  const { get, set, subscribe } = createStore<CreatePetSnapshot>({
    values: draft.values,
    isKept: draft.isKept,
    leftFormAt: undefined,
    formValues: draft.values,
    isDeciding: false,
    asking: undefined,
    sending: undefined,
    unknown: unknownAfterRestart(draft.sent, Date.now()),
    added: [],
    lastResult: undefined,
  })
  let lastAt = Math.max(0, ...draft.sent.map(({ at }) => at))
  let posting = new AbortController()
  /** The one that is under way; another in its place drops it. */
  let decision: object | undefined
  /** What the address has filled in last; not what was typed. */
  let filled: Partial<Prefill> = {}
  const checks = createUnknownChecks(listPets, creation.mayStillArrive, (at, check) =>
    changeUnknown(at, { check }),
  )

  let isSaved = true
  subscribe(() => {
    isSaved = drafts.write({ values: get().values, isKept: get().isKept, sent: allSent() })
  })

  const change = (part: Partial<CreatePetSnapshot>) => set({ ...get(), ...part })

  const changeUnknown = (at: number, part: Parameters<typeof updateUnknown>[2]) =>
    change({ unknown: updateUnknown(get().unknown, at, part) })

  function allSent(): readonly SentPet[] {
    const { unknown, sending } = get()
    return sending === undefined ? unknown : [...unknown, sending]
  }

  /** Unique, whatever the clock does. */
  function nextAt(): number {
    lastAt = Math.max(Date.now(), lastAt + 1)
    return lastAt
  }

  /** Nothing is sent for it. What comes next takes the place of its name, which stays in the form. */
  function droppedDecision(): Partial<CreatePetSnapshot> {
    const { isDeciding, leftFormAt } = get()
    decision = undefined
    return { isDeciding: false, leftFormAt: isDeciding ? undefined : leftFormAt }
  }

  /** `undefined` also while the same pet is being sent again. */
  function findUnknown(at: number): UnknownPet | undefined {
    const { unknown, sending } = get()
    const pet = unknown.find((candidate) => candidate.at === at)
    const isResent = sending !== undefined && pet !== undefined && isSameNewPet(pet.newPet, sending.newPet)
    return isResent ? undefined : pet
  }

  async function post(sent: SentPet) {
    posting = new AbortController()
    const outcome = await creation.createPet(sent.newPet, posting.signal)
    // Signed out in the meantime.
    if (get().sending !== sent) return
    const { unknown } = get()
    const { at, newPet } = sent
    switch (outcome.kind) {
      case 'unknown': {
        const pet = { ...sent, error: outcome.error, check: NOT_CHECKED }
        change({ sending: undefined, unknown: withoutSuperseded([...unknown, pet]) })
        return onMayBeAdded()
      }
      case 'rejected':
        return change({
          ...returnedToForm(sent),
          sending: undefined,
          lastResult: { kind: 'rejected', at, newPet, error: outcome.error },
        })
      case 'added':
      case 'added-without-id': {
        const pet = outcome.kind === 'added' ? outcome.pet : undefined
        // Only an unknown pet with the same fields is resolved, although the user was asked about every match.
        const unresolved = unknown.filter(
          (other) => !(matchesNewPet(other.newPet, newPet) && matchesNewPet(newPet, other.newPet)),
        )
        return add(
          { kind: 'added', at, newPet, pet },
          pet === undefined ? unresolved : withKnownId(unresolved, pet.id),
        )
      }
    }
  }

  // An import may have sent it.
  creation.onPost((newPet) => {
    const { unknown } = get()
    const outdated = unresolvedMatches(unknown, newPet).filter(({ check }) => check.kind !== 'none')
    for (const { at } of outdated) checks.stop(at)
    if (outdated.length > 0) change({ unknown: withoutChecks(unknown, outdated) })
  })

  /** The user may have typed this pet, and another one since. */
  function isInForm(newPet: NewPet): boolean {
    const typed = parse(get().values)
    return typed !== undefined && isSameNewPet(typed, newPet)
  }

  function returnedToForm({ at, newPet }: SentPet): Partial<CreatePetSnapshot> {
    const { values, leftFormAt } = get()
    const returned = { ...values, name: newPet.name }
    const typed = parse(returned)
    // Beside the category or status of the next pet, it would be another one, about which nothing is asked.
    const isSame = typed?.categoryId === newPet.categoryId && typed.status === newPet.status
    if (leftFormAt === at && values.name.trim() === '' && isSame)
      return { ...showing(returned), leftFormAt: undefined }
    return isInForm(newPet) ? {} : { leftFormAt: at }
  }

  function add(pet: AddedPet, unknown: readonly UnknownPet[]) {
    const { values, isKept, leftFormAt, added } = get()
    const isDraft = leftFormAt !== pet.at && isInForm(pet.newPet)
    change({
      ...showing(!isDraft ? values : isKept ? { ...values, name: '' } : EMPTY_VALUES),
      // Also where a match was confirmed in the question.
      asking: undefined,
      sending: undefined,
      unknown,
      added: [...added, pet],
      lastResult: pet,
    })
    onMayBeAdded()
  }

  return {
    get,
    subscribe,

    /** Whether a reload keeps what is typed, and what is unknown. */
    isSaved: (): boolean => isSaved,

    type: (typed: Partial<PetFormValues>): void => change({ values: { ...get().values, ...typed } }),

    /** Whether category and status stay in the form after a pet was added. */
    keep: (isKept: boolean): void => change({ isKept }),

    /**
     * What the address may fill in: fields that are empty, or hold what another address has filled in. What was typed
     * stays.
     */
    prefill: (wanted: Prefill): Partial<Prefill> => {
      const { category, status } = get().values
      const part: { -readonly [Field in keyof Prefill]?: Prefill[Field] } = {}
      if (wanted.category !== '' && mayFill(category, filled.category)) part.category = wanted.category
      // "Not set" is a status, too: that of another pet goes.
      if (wanted.category !== '' || wanted.status !== '')
        if (mayFill(status, filled.status)) part.status = wanted.status
      filled = { ...filled, ...part }
      return part
    },

    /**
     * Sends one POST, unless one is on its way or about to be. What may have been added already is asked about first,
     * unless `seen` covers it: what the user saw when they confirmed.
     */
    send: async (newPet: NewPet, seen: MayBeAdded = NOTHING): Promise<'sent' | 'busy' | 'asking'> => {
      if (get().sending !== undefined || get().isDeciding) return 'busy'
      const own = {}
      decision = own
      change({ isDeciding: true })
      const findRows = await readUnfinishedRows()
      if (decision !== own) return 'busy'
      const { values, isKept, leftFormAt, unknown, added } = get()
      const mayBeAdded = mayBeAddedBy(newPet, unknown, findRows)
      if (!isCovered(mayBeAdded, seen)) {
        // What is typed next takes the place of a name that is still there.
        change({
          isDeciding: false,
          asking: { at: nextAt(), newPet },
          leftFormAt: isInForm(newPet) ? undefined : leftFormAt,
        })
        return 'asking'
      }
      const unresolved = mayBeAdded.unknown
      const existing = [...listedPets(), ...added.flatMap(({ pet }) => pet ?? [])]
      const sent = { at: nextAt(), newPet, knownIds: knownIdsBefore(newPet, existing, unresolved) }
      // Before the POST, because this also writes the draft: a reload then leaves an unknown pet.
      change({
        ...(isKept && isInForm(newPet) ? showing({ ...values, name: '' }) : {}),
        leftFormAt: isKept ? sent.at : undefined,
        isDeciding: false,
        asking: undefined,
        sending: sent,
        lastResult: undefined,
      })
      void post(sent)
      return 'sent'
    },

    /** There is nothing to ask about any more, or nobody is there to answer. */
    stopAsking: (): void => {
      if (get().asking !== undefined) change({ asking: undefined })
    },

    /** The user decides not to send what was asked about. */
    cancelSend: (): void => change({ ...droppedDecision(), asking: undefined }),

    /** Gives up the POST on its way: its outcome is then unknown. */
    stopWaiting: (): void => posting.abort(),

    /** Looks for an unknown pet in the lists, which are read from the service, never from the cache. */
    check: async (at: number): Promise<void> => {
      const pet = findUnknown(at)
      if (pet === undefined) return
      changeUnknown(at, { isLeft: undefined })
      await checks.start(pet)
    },

    cancelCheck: (at: number): void => {
      if (checks.stop(at)) changeUnknown(at, { check: { kind: 'cancelled' } })
    },

    /** The user says that `found`, which the check has shown, is the pet whose response was lost. */
    confirmMatch: (at: number, found: Pet): void => {
      const pet = findUnknown(at)
      const { isDeciding, sending, unknown } = get()
      if (isDeciding || sending !== undefined) return
      if (pet?.check.kind !== 'found' || !pet.check.pets.includes(found)) return
      const others = unknown.filter((other) => other !== pet)
      add({ kind: 'added', at: nextAt(), newPet: pet.newPet, pet: found }, withKnownId(others, found.id))
    },

    /** Closes the alert of an unknown pet. It stays unresolved: sending it again still asks first. */
    leave: (at: number): void => {
      const pet = findUnknown(at)
      if (pet === undefined) return
      checks.stop(at)
      change({
        unknown: updateUnknown(get().unknown, at, { check: NOT_CHECKED, isLeft: true }),
        lastResult: { kind: 'left', newPet: pet.newPet },
      })
    },

    dismissRejection: (): void => {
      if (get().lastResult?.kind === 'rejected') change({ lastResult: undefined })
    },

    /** The lists that one key may see are no evidence for another. */
    keyChanged: (): void => {
      checks.stopAll()
      const { unknown } = get()
      change({ ...droppedDecision(), unknown: withoutChecks(unknown, unknown) })
    },

    /** Only the draft and what is unknown outlive the key. */
    signedOut: (): void => {
      posting.abort()
      checks.stopAll()
      const unknown = unknownAfterRestart(allSent(), Date.now())
      change({
        ...droppedDecision(),
        asking: undefined,
        sending: undefined,
        unknown,
        added: [],
        lastResult: undefined,
      })
    },
  }
}

export type CreatePetStore = ReturnType<typeof createCreatePetStore>
