import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { type Entry, type EntryId, entryIdOf, entryIdOfAnswerKey } from '#src/outbox/entry.ts'
import { answerKeyOf, canBeCorrected, isOpenByHand } from '#src/outbox/entry-rules.ts'
import { isVerdict, type Verdict } from '#src/outbox/lists/verdict.ts'
import { isRunning } from '#src/outbox/run-state.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { Device, Service, ShownPet, Tab } from '#tests/support/device.ts'
import { visitAnswerKeyOf, type History, meantOf } from './history.ts'
import type { World } from './world.ts'

type Truth = { readonly device: Device; readonly service: Service; readonly history: History }

/** Returns the entries that hold an entry back, by the rule of the outbox in its plainest form. */
function conflictsOf(entry: Entry, saved: ReadonlyMap<string, Entry>): readonly string[] {
  const ofVisit = [...saved.values()].filter(
    (other) =>
      entry.importId === '' && other.batch === entry.batch && other.lookalikeKey === entry.lookalikeKey,
  )
  const answers = [entry, ...ofVisit].map(({ accepted }) => accepted)
  const isAccepted = (other: Entry) =>
    answers.some(
      ({ entries, imports }) =>
        entries.includes(answerKeyOf(other)) ||
        (imports.includes(other.importId) && !['unknown', 'discarded'].includes(other.state.kind)),
    )
  const isConflict = (other: Entry) => {
    const { kind } = other.state
    const isElsewhere = other.batch !== entry.batch
    if (kind === 'unknown') return true
    if (kind === 'discarded') return other.wasUnknown
    if (kind === 'sending') return isElsewhere
    if (kind === 'waiting') return isElsewhere && other.sequence < entry.sequence
    return kind === 'added' && isElsewhere && entry.importId !== ''
  }
  return [...saved.values()]
    .filter((other) => other.lookalikeKey === entry.lookalikeKey && entryIdOf(other) !== entryIdOf(entry))
    .filter((other) => isConflict(other) && !isAccepted(other))
    .map(entryIdOf)
}

/**
 * Judges that there was room for one more pet of this kind. That is all that can be said where a
 * person has taken a look-alike for their pet: then it is no matter which pet is whose, and there
 * must not be more than were meant.
 *
 * @param time pets that were created later do not count, on the clock that nobody can set
 */
function judgeRoom(truth: Truth, lookalikeKey: string, what: string, time = Infinity): void {
  const { entries, unprovenSends } = meantOf(truth.history, lookalikeKey)
  const created = countCreated(truth, lookalikeKey, time)
  assert(created < entries.size + unprovenSends, `${what}: ${created} were added of ${entries.size}`)
}

/** Counts the pets of one kind that this device had added by this time. */
function countCreated({ device, service }: Truth, lookalikeKey: string, time = Infinity): number {
  const created = new Set<string>()
  for (const [id, petIds] of device.created)
    for (const [index, petId] of petIds.entries())
      if ((device.createdAt.get(id as EntryId)?.[index] ?? 0) < time) created.add(petId)
  return service.pets.filter((pet) => created.has(pet.id) && lookalikeKeyOf(pet) === lookalikeKey).length
}

/**
 * Judges that a person was asked about each look-alike that another batch has added, whatever the
 * order of the ledger says: for a row and for a correction about all of them, and for any other pet
 * by hand about those that were added since the ledger has it.
 */
function judgeAsked({ device, history }: Truth, claimed: Entry, before: ReadonlyMap<string, Entry>): void {
  const id = entryIdOf(claimed)
  const addedBefore = claimed.importId === '' ? history.addedBefore.get(id) : undefined
  for (const other of before.values()) {
    const otherId = entryIdOf(other)
    const isOtherBatch = other.batch !== claimed.batch && other.lookalikeKey === claimed.lookalikeKey
    const isAdded = other.state.kind === 'added' && (device.created.get(otherId) ?? []).length > 0
    if (!isOtherBatch || !isAdded || addedBefore?.has(otherId) === true) continue
    const isAnswered = isAnsweredIn(before, claimed, other) || isAnsweredIn(before, other, claimed)
    assert(isAnswered, `${id} is sent after a question about ${otherId}`)
  }
}

/**
 * Returns whether somebody has said at this entry, or in its visit, that the other one is another
 * pet.
 */
function isAnsweredIn(saved: ReadonlyMap<string, Entry>, entry: Entry, other: Entry): boolean {
  const ofVisit = [...saved.values()].filter(
    ({ importId, batch, lookalikeKey }) =>
      importId === '' && batch === entry.batch && lookalikeKey === entry.lookalikeKey,
  )
  return [entry, ...ofVisit].some(
    ({ accepted: { entries, imports } }) =>
      entries.some((key) => entryIdOfAnswerKey(key) === entryIdOf(other)) || imports.includes(other.importId),
  )
}

/** Judges that a row which somebody has left out does not wait again before they include it. */
export function judgeRowSaved({ history }: Truth, row: Entry): void {
  const id = entryIdOf(row)
  assert(row.state.kind !== 'waiting' || !history.leftOut.has(id), `${id} stays left out`)
}

/** Judges whether an entry may be sent, by what was on the disk before its claim. */
export function judgeClaim(
  { device, service, history }: Truth,
  claimed: Entry,
  before: ReadonlyMap<string, Entry>,
): void {
  const id = entryIdOf(claimed)
  const stateBefore = before.get(id)?.state.kind
  if (stateBefore === 'waiting') {
    assert.deepEqual(conflictsOf(claimed, before), [], `${id} is held`)
    judgeAsked({ device, service, history }, claimed, before)
    const wasSent = (device.sent.get(id) ?? 0) > 0
    // A row that is corrected takes the place of the one that was rejected.
    const processed = (device.told.get(id) ?? []).filter(
      ({ answer }) => answer !== 'busy' && answer !== 'key-refused',
    )
    const wasRejected = processed.at(-1)?.answer === 'rejected'
    assert(claimed.wasUnknown || !wasSent || wasRejected, `${id} is sent once`)
    return
  }
  assert.equal(stateBefore, 'unknown', `${id} is claimed`)
  const timesBusy = (device.told.get(id) ?? []).filter(
    ({ answer }) => answer === 'busy' || answer === 'key-refused',
  ).length
  assert((history.presses.get(id) ?? 0) + timesBusy > 0, `${id} is sent again by a press alone`)
  history.claimedAgain.set(id, claimed.wasUnknown)
  // Lists that lagged when they were read at the press may have caught up since.
  if (history.mayLag) return
  const created = device.created.get(id) ?? []
  const listed = service.list(claimed.signInId, undefined).slice(0, 100)
  const isListed = listed.some((pet) => created.includes(pet.id))
  assert(history.mayMistake || !isListed, `${id} is not in the lists`)
  if (claimed.wasUnknown) return
  service.deliver(Infinity)
  if (history.mayMistake) judgeRoom({ device, service, history }, claimed.lookalikeKey, `${id} is sent again`)
  else assert.deepEqual(device.created.get(id) ?? [], [], `${id} was proved absent`)
}

/** Judges that a request was pressed for, when it leaves. */
export function judgeRequest({ device, history }: Truth, entry: Entry, hasLocks: boolean): void {
  const id = entryIdOf(entry)
  if (entry.importId === '')
    assert.equal(device.signInId, history.pressedInSignIn, `${id} leaves in the sign-in of the last press`)
  // Without locks, another tab may have the import open, and go on with it.
  else assert(!hasLocks || !history.stoppedImports.has(entry.importId), `${id} leaves by a press`)
}

/** Judges that a page which sleeps holds no lock, for which another page would have to wait. */
export function judgeAsleep(tab: Tab): void {
  assert(!tab.holdsAnyLock(), 'a page that sleeps holds no lock')
}

/** Judges what a tab shows, at the moment at which it shows it. */
export function judgeShown(truth: Truth, tab: Tab): void {
  if (tab.isCrashed() || tab.isAsleep()) return
  const { device, history } = truth
  const { evidence } = tab.outbox.lists.get()
  const isSignedIn = device.sessionState.get().kind === 'signed-in'

  const judgeEntry = (entry: Entry) => {
    const id = entryIdOf(entry)
    const created = device.created.get(id) ?? []
    const isMarked = history.marked.has(id)
    if (entry.state.kind === 'added' && !isMarked)
      assert(created.length > 0, `${id} is shown as added, and was`)
    // Another tab may have corrected the row meanwhile, and sent the corrected pet.
    const isCorrected = device.saved.get(id)?.sequence !== entry.sequence
    if (entry.state.kind === 'rejected' && !isCorrected && !history.mayLag && !history.mayMistake)
      assert.deepEqual(created, [], `${id} is shown as rejected, and was not added`)
  }
  /**
   * Judges whether the lists prove that a pet is absent. `answered` is how many of the pets that
   * the entry created are known to be its own.
   */
  const judgeAbsence = ({ id, lookalikeKey }: { id: EntryId; lookalikeKey: string }, answered: number) => {
    const requestedAt = evidence?.requestedAt ?? Infinity
    const listed = new Set([...(evidence?.byLookalikeKey.values() ?? [])].flat().map((pet) => pet.id))
    const isMissed = ({ pet, signInId, at }: ShownPet) =>
      signInId === evidence?.signInId && at < requestedAt && !listed.has(pet.id)
    const shownPets = [...device.listedPets, ...tab.answeredPets]
    assert(!shownPets.some(isMissed), `${id} is shown as not added, by lists that lack what was shown`)
    if (history.mayLag) return
    if (history.mayMistake) return judgeRoom(truth, lookalikeKey, `${id} is shown as not added`, requestedAt)
    const createdBefore = (device.createdAt.get(id) ?? []).filter((time) => time < requestedAt)
    assert.deepEqual(createdBefore.slice(answered), [], `${id} is shown as not added, and was not`)
  }

  /**
   * Judges a pet that was found. If a list has shown it to this tab, it stays found, whatever later
   * lists lack.
   */
  const judgeFound = (entry: Entry, check: Verdict) => {
    if (history.mayMistake) return
    const created = device.created.get(entryIdOf(entry)) ?? []
    const isShown = ({ pet, signInId, at }: ShownPet) =>
      created.includes(pet.id) && signInId === evidence?.signInId && at < evidence.requestedAt
    const wasFound = tab.listedPets.some(isShown)
    assert(!wasFound || check.kind === 'found', `${entryIdOf(entry)} is found, and stays so`)
  }

  for (const { id, entry, check, duplicates } of tab.byHand.get().items) {
    judgeEntry(entry)
    assert(isSignedIn || duplicates.length === 0, `${id} has duplicates although the API key has ended`)
    if (!isVerdict(check)) continue
    if (entry.state.kind === 'unknown') judgeFound(entry, check)
    assert(isSignedIn, `${id} has a verdict although the API key has ended`)
    // The verdict about an added entry is about a second pet.
    if (check.kind !== 'not-added') continue
    judgeAbsence({ id, lookalikeKey: entry.lookalikeKey }, entry.state.kind === 'added' ? 1 : 0)
    // A tab may not have heard yet that another one has sent it again.
    const isShownAsSaved = isDeepStrictEqual(device.saved.get(id)?.state, entry.state)
    const sinceLastRequest = (evidence?.requestedAt ?? 0) - (device.lastSentAt.get(id) ?? -Infinity)
    assert(!isShownAsSaved || sinceLastRequest >= 60_000, `${id} is shown as not added, and it is too soon`)
  }
  const open = tab.imports.get().open?.get()
  for (const entry of open?.entries ?? []) judgeEntry(entry)
  // An import shows what older lists said until the newer ones are judged, so lists that lag are
  // not held against it.
  if (history.mayLag) return
  for (const entry of open?.entries ?? []) {
    const id = entryIdOf(entry)
    const isNotAdded = open?.verdicts.get(id)?.kind === 'not-added'
    if (isNotAdded) judgeAbsence({ id, lookalikeKey: entry.lookalikeKey }, 0)
  }
}

/** Returns what became of a tab: itself, or the one that was loaded again in its place, if any. */
function tabAfter({ tabs, memories }: World, tab: Tab): Tab | undefined {
  return tabs.find((candidate) => memories.get(candidate) === memories.get(tab))
}

/** Judges the tabs that are left, when all that was under way has ended. */
export async function judgeTabs(world: World): Promise<void> {
  const { device, history, violations } = world
  await world.goOn()
  for (const tab of world.tabs) {
    world.dropPagesBehind(tab)
    tab.wakeUp()
  }
  await world.goOn()
  for (const violation of violations) throw violation
  for (const { id, tab } of history.entered) {
    const tabNow = tabAfter(world, tab)
    const isShown = tabNow?.byHand.get().items.some((item) => item.id === id && !item.isSaved) === true
    assert(tabNow === undefined || device.saved.has(id) || isShown, `${id} is on the disk, or said not to be`)
  }
  for (const [id, told] of device.told) {
    const isKnown = told.some(({ answer, isCrashed }) => answer === 'added' && !isCrashed())
    const kind = device.saved.get(id)?.state.kind
    const isRight = kind === 'added' || kind === 'discarded' || kind === undefined || history.doubted.has(id)
    assert(history.wasFull || !isKnown || isRight, `${id} is known to be added`)
  }
  await judgeOpenImports(world)
}

/**
 * Judges that each open import which sends nothing shows its rows, and the entries that hold them,
 * in the states that they have on the disk. No tab can know what a tab has written that crashed
 * before it told the others.
 */
async function judgeOpenImports(world: World): Promise<void> {
  const { device, history, tabs } = world
  // A tab may wait for a second before it reads what another one has written.
  for (let readings = 0; readings < 2; readings += 1) {
    device.passTime(1000)
    await world.goOn()
  }
  // A tab also shows what it could not write, and the disk does not have that.
  if (history.wasFull) return
  for (const tab of tabs) {
    const open = tab.imports.get().open?.get()
    if (open === undefined || isRunning(open.run)) continue
    for (const row of open.entries) {
      const id = entryIdOf(row)
      if (device.neverTold.has(id)) continue
      assert.equal(row.state.kind, device.saved.get(id)?.state.kind, `${id} is shown as it is`)
    }
    for (const [id, conflict] of open.conflicts) {
      const saved = device.saved.get(id)
      if (device.neverTold.has(id) || isCorrectedToOtherPet(conflict, saved)) continue
      assert.deepEqual(conflict?.state, saved?.state, `${id} holds a row, and is shown as it is`)
    }
  }
}

/**
 * Returns whether a row that was rejected has been corrected to another pet since it was shown. It
 * is shown as rejected on, which is true, and is a question neither before nor after that.
 */
function isCorrectedToOtherPet(shown: Entry | undefined, saved: Entry | undefined): boolean {
  if (shown === undefined || saved === undefined) return false
  return canBeCorrected(shown) && shown.lookalikeKey !== saved.lookalikeKey
}

/** Judges a tab that is opened after all others are gone. */
export async function judgeNextTab(world: World): Promise<void> {
  const { device, service, tabs } = world
  device.isFull = false
  for (const tab of tabs) device.crash(tab)
  device.sessionState.set({ kind: 'signed-in' })
  const requestsBefore = service.received.length
  const last = world.openTab()
  await world.goOn()
  // Without locks, a tab takes a claim for lost a minute after it has first seen it.
  device.passTime(61_000)
  await world.goOn()
  assert.equal(service.received.length, requestsBefore, 'opening a tab sends nothing')
  for (const violation of world.violations) throw violation
  judgeRecord(world, last)
}

/**
 * Judges that no form has added a second pet, unless somebody has said that it is one. What is in
 * memory alone is not seen by other tabs.
 */
function judgeForms({ device, history }: World): void {
  if (history.wasFull || history.mayMistake || history.mayLag) return
  const ofForms = Map.groupBy(device.saved.values(), ({ formId }) => formId)
  for (const [formId, entries] of ofForms) {
    if (formId === undefined) continue
    const added = entries.flatMap((entry) => device.created.get(entryIdOf(entry)) ?? []).length
    const again = entries.reduce((sum, entry) => sum + (history.unprovenSends.get(entryIdOf(entry)) ?? 0), 0)
    const answerKeys = new Set(entries.map(visitAnswerKeyOf))
    const answers = [...answerKeys].reduce((sum, key) => sum + (history.answers.get(key) ?? 0), 0)
    const allowed = 1 + again + answers
    assert(added <= allowed, `${formId}: ${added} were added of ${allowed}`)
  }
}

/** Judges what is on the disk, and what the tab shows of it. */
function judgeRecord(world: World, tab: Tab): void {
  const { device, history } = world
  const { items } = tab.byHand.get()
  const shownIds = new Set<string>(items.map(({ id }) => id))
  const offered = new Set(
    items.flatMap(({ check }) => (check?.kind === 'found' ? check.pets : [])).map(({ id }) => id),
  )
  const answered = new Set<string>()
  for (const [lookalikeKey, { entries, unprovenSends }] of history.meant) {
    const created = countCreated(world, lookalikeKey)
    assert(
      created <= entries.size + unprovenSends,
      `${lookalikeKey}: ${created} are not more than were meant`,
    )
  }
  judgeForms(world)
  for (const [name, entry] of device.saved) {
    const id = entryIdOf(entry)
    const { state, wasUnknown, importId } = entry
    const created = device.created.get(id) ?? []
    const answers = (device.told.get(id) ?? []).map(({ answer }) => answer)
    assert(importId !== '' || state.kind !== 'sending', `${name} is recovered`)
    assert(!isOpenByHand(entry) || shownIds.has(id), `${name} is on the screen`)
    // Whoever has marked a pet as added knows of it.
    const mustHaveBeenShown = importId === '' && state.kind === 'added' && state.isByPerson !== true
    assert(!mustHaveBeenShown || history.shownAsAdded.has(id), `${name} was shown as added by some page`)
    const isOnce = created.length <= 1 + (history.unprovenSends.get(id) ?? 0)
    assert(history.mayMistake || isOnce, `${name} is not added twice`)
    assert(state.kind !== 'rejected' || answers.includes('rejected'), `${name} was rejected`)
    if (state.kind !== 'added') {
      const isOpenQuestion = state.kind === 'unknown' || state.kind === 'sending' || wasUnknown
      const isLost = !isOpenQuestion && created.length > 0
      assert(!isLost || history.mayLag || history.mayMistake, `${name} is ${state.kind}`)
    } else if (state.id !== undefined) {
      assert(created.includes(state.id) || history.marked.has(id), `${name} is added`)
      const isAddedTwice = importId === '' && created.length > 1 && !history.mayMistake
      const isDoubtKept = wasUnknown || state.note?.includes('Possible duplicate') === true
      assert(!isAddedTwice || isDoubtKept || history.mayLag, `${name} may be added twice`)
      assert(!answered.has(state.id), 'each pet answers one entry')
      assert(!offered.has(state.id), 'what answers one entry is offered to no other')
      answered.add(state.id)
    }
  }
}
