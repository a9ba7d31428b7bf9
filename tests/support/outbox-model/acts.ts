import type { Entry, EntryId } from '#src/outbox/entry.ts'
import { entryIdOf } from '#src/outbox/entry.ts'
import { canBeLeftOutAgain } from '#src/outbox/answers.ts'
import { isCheckable, pressOf } from '#src/outbox/entry-rules.ts'
import { type CheckState, type ImportVerdict, maySendAgain } from '#src/outbox/lists/verdict.ts'
import type { OpenImport } from '#src/outbox/open-import.ts'
import { isRunning } from '#src/outbox/run-state.ts'
import type { Pet } from '#src/pets/pet.ts'
import { createSharedText, type Tab } from '#tests/support/device.ts'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import { type Form, noteShownAsAdded, visitAnswerKeyOf } from './history.ts'
import { noteEntered, petNumber, type World } from './world.ts'

/** An act of a person, or of the world. `pick` chooses among the possible ones. */
export type Act = (world: World, tab: Tab, pick: number) => void

const ignore = () => undefined

/** Limits an act to pages that are awake: nobody can do anything on one that sleeps. */
const onPage =
  (act: Act): Act =>
  (world, tab, pick) => {
    if (!tab.isAsleep()) act(world, tab, pick)
  }

/** Presses "Add pet" at a form. */
function pressForm(world: World, tab: Tab, form: Form): void {
  const { newPet, correctedId, formId } = form
  if (!world.history.forms.includes(form)) world.history.forms.push(form)
  const { id } = tab.byHand.add(newPet, correctedId, formId)
  noteEntered(world, tab, id)
  // A correction is asked about all that was added, so nothing counts as added before it.
  if (correctedId !== undefined) world.history.addedBefore.set(id, new Set())
}

function add(world: World, tab: Tab, pick: number): void {
  const formId = `form ${world.history.forms.length}`
  pressForm(world, tab, { formId, newPet: petNumber(pick), correctedId: undefined })
}

/** Presses a copy of a form once more, which a duplicated or restored tab has. */
function addFromCopy(world: World, tab: Tab, pick: number): void {
  const { forms } = world.history
  const form = forms[pick % Math.max(1, forms.length)]
  if (form !== undefined) pressForm(world, tab, form)
}

/**
 * Finds the pet of an entry, because people know their pet when they see it. In some histories they
 * now and then take a look-alike for it.
 */
function petOf(
  { device, history }: World,
  entry: Entry,
  check: CheckState | ImportVerdict | undefined,
  pick: number,
): Pet | undefined {
  if (check?.kind !== 'found') return undefined
  const created = device.created.get(entryIdOf(entry)) ?? []
  const isMistake = history.mayMistake && pick % 3 > 0
  const pet = isMistake
    ? check.pets[pick % check.pets.length]
    : check.pets.find(({ id }) => created.includes(id))
  if (pet !== undefined && !created.includes(pet.id)) history.marked.add(entryIdOf(entry))
  return pet
}

function notePress({ history }: World, id: EntryId): void {
  history.presses.set(id, (history.presses.get(id) ?? 0) + 1)
}

/** Decides about one of the items that need it. */
function decide(world: World, tab: Tab, pick: number): void {
  const { byHand } = tab
  const items = byHand
    .get()
    .items.filter(({ entry: { state } }) => !['waiting', 'sending'].includes(state.kind))
  const item = items[pick % items.length]
  if (item === undefined) return
  const { id, entry, check } = item
  const { kind } = entry.state
  if (kind === 'unknown') decideUnconfirmed(world, tab, id, petOf(world, entry, check, pick), check, pick)
  else if (kind === 'held' && pick % 2 === 0) addAnyway(world, tab, item)
  else if (kind === 'rejected' && entry.formId !== undefined && pick % 2 === 0)
    pressForm(world, tab, { formId: entry.formId, newPet: petNumber(Math.floor(pick / 2)), correctedId: id })
  else if (kind === 'held' || kind === 'rejected') byHand.discard(id).catch(ignore)
}

function addAnyway({ history: { answers } }: World, { byHand }: Tab, item: ByHandItem): void {
  const key = visitAnswerKeyOf(item.entry)
  answers.set(key, (answers.get(key) ?? 0) + 1)
  byHand.addAnyway(item).catch(ignore)
}

function decideUnconfirmed(
  world: World,
  { byHand }: Tab,
  id: EntryId,
  pet: Pet | undefined,
  check: CheckState | undefined,
  pick: number,
): void {
  if (pet !== undefined) byHand.markAdded(id, pet.id).catch(ignore)
  else if (maySendAgain(check)) {
    notePress(world, id)
    byHand.sendAgain(id).catch(ignore)
  } else if (pick % 5 === 0) byHand.discard(id).catch(ignore)
}

function startImport(_world: World, { imports }: Tab, pick: number): void {
  const rows = Array.from({ length: 1 + (pick % 4) }, (_, index) => ({
    position: index,
    newPet: petNumber(pick + index),
    row: { number: index + 2, cells: [] },
  }))
  imports.start({ fileName: 'pets.csv' }, rows).catch(ignore)
}

function workOnImport(world: World, tab: Tab, pick: number): void {
  const { open } = tab.imports.get()
  if (open === undefined) workOnSavedImport(world, tab, pick)
  else if (isRunning(open.get().run)) {
    world.history.stoppedImports.add(open.record.id)
    if (pick % 2 === 0) open.pause()
    else tab.imports.close().catch(ignore)
  } else decideRows(world, tab, pick)
}

function workOnSavedImport({ history }: World, { imports }: Tab, pick: number): void {
  const [saved] = imports.get().saved
  if (saved === undefined) imports.refresh().catch(ignore)
  else if (pick % 4 === 0) imports.discard(saved).catch(ignore)
  else if (pick % 2 === 0) {
    history.stoppedImports.delete(saved.record.id)
    imports.resume(saved.record.id).catch(ignore)
  } else imports.open(saved.record.id).catch(ignore)
}

function decideRows(world: World, { imports }: Tab, pick: number): void {
  const { open } = imports.get()
  if (open === undefined) return
  const { history, device } = world
  const { id } = open.record
  const { entries, verdicts } = open.get()
  if (device.sessionState.get().kind === 'locked') {
    device.sessionState.set({ kind: 'asking-for-key' })
    open.resumeOnceSignedIn().catch(ignore)
    return
  }
  const unconfirmed = entries.filter(isCheckable)
  const found = unconfirmed.flatMap((entry) => {
    const pet = petOf(world, entry, verdicts.get(entryIdOf(entry)), pick)
    return pet === undefined ? [] : [{ entryId: entryIdOf(entry), petId: pet.id }]
  })
  const sendable = unconfirmed.map(entryIdOf).filter((entryId) => maySendAgain(verdicts.get(entryId)))
  if (found.length > 0) open.markAdded(found).catch(ignore)
  else if (pick % 4 === 1) {
    history.stoppedImports.add(id)
    imports.close().catch(ignore)
  } else {
    history.stoppedImports.delete(id)
    if (sendable.length > 0) {
      for (const entryId of sendable) notePress(world, entryId)
      open.sendAgain(sendable).catch(ignore)
    } else if (pick % 4 === 2) correctRows(imports, id, entries, pick)
    else open.resume().catch(ignore)
  }
}

/**
 * Includes the rows that are held, or leaves out again those that wait by now. Some people change
 * their mind as soon as the rows are included.
 */
function includeOrLeaveOut({ history }: World, tab: Tab, pick: number): void {
  const { open } = tab.imports.get()
  if (open === undefined || isRunning(open.get().run)) return
  const { entries } = open.get()
  const leftOutBefore = entries.filter(canBeLeftOutAgain)
  if (leftOutBefore.length > 0 && pick % 3 > 0) {
    leaveOut(tab, open, leftOutBefore, pick)
    return
  }
  const held = entries.filter(({ state }) => state.kind === 'held')
  for (const row of held) history.includePresses.add(entryIdOf(row))
  const including = open.include(held).catch(ignore)
  if (pick % 2 === 0) void including.then(() => leaveOut(tab, open, held, pick))
}

/** Leaves out these rows, or the first one alone, unless the import was closed meanwhile. */
function leaveOut({ imports }: Tab, open: OpenImport, rows: readonly Entry[], pick: number): void {
  if (imports.get().open !== open) return
  open.leaveOut(pick % 5 === 0 ? rows.slice(0, 1) : rows).catch(ignore)
}

/** Sends rows that were rejected once more, as another pet. */
function correctRows(imports: Tab['imports'], id: string, entries: readonly Entry[], pick: number): void {
  const rejected = entries.filter(({ state }) => state.kind === 'rejected')
  const corrected = rejected.map((entry) => ({
    position: entry.position,
    row: entry.row,
    corrects: pressOf(entry),
    newPet: petNumber(pick),
  }))
  if (corrected.length > 0) imports.sendCorrected(id, corrected).catch(ignore)
}

/**
 * Presses a button about pets by hand, which nobody reaches while the dialog asks for an API key.
 */
const pressByHand = (act: Act): Act =>
  onPage((world, tab, pick) => {
    const { device, history } = world
    if (device.sessionState.get().kind === 'asking-for-key') return
    showAddPage(world, tab)
    history.pressedInSignIn = device.signInId
    act(world, tab, pick)
  })

/** Notes that the open import must not go on by itself, unless another tab has its lock. */
function stopImport({ history }: World, { imports, outbox }: Tab): void {
  const { open } = imports.get()
  if (open === undefined) return
  const { id } = open.record
  if (outbox.senderOf(id).maySend()) history.stoppedImports.add(id)
}

/** Shows "Add a pet" in this tab, where a person sees what was added. */
function showAddPage({ history }: World, tab: Tab): void {
  tab.showAddPage()
  noteShownAsAdded(history, tab)
}

function signIn(world: World, pick: number): void {
  const { device, history } = world
  history.signIns += 1
  device.signInId = `key ${1 + (pick % 2)}, sign-in ${history.signIns}`
  device.sessionState.set({ kind: 'signed-in' })
  // A page that sleeps hears of it when it wakes up.
  for (const { byHand } of awakeTabs(world)) byHand.beginVisit()
}

/** Returns the tabs whose pages are awake. */
const awakeTabs = ({ tabs }: World): readonly Tab[] => tabs.filter((tab) => !tab.isAsleep())

/** Puts another page in the place of the one that a tab shows. */
function showPage({ tabs }: World, tab: Tab, page: Tab): void {
  tabs[tabs.indexOf(tab)] = page
}

/** Follows a link that loads another page of the app. The first one sleeps from then on. */
function leavePage(world: World, tab: Tab): void {
  stopImport(world, tab)
  tab.goToSleep()
  world.pagesBehind(tab).push(tab)
  showPage(world, tab, world.openTab(world.memories.get(tab)))
}

/**
 * Goes back to the page that this tab has shown before. The later one is dropped, or sleeps from
 * then on as the one to which "Back" leads last.
 */
function goBack(world: World, tab: Tab, pick: number): void {
  const behind = world.pagesBehind(tab)
  const page = behind.pop()
  if (page === undefined) return
  stopImport(world, tab)
  if (pick % 3 === 0) world.device.crash(tab)
  else {
    tab.goToSleep()
    behind.unshift(tab)
  }
  showPage(world, tab, page)
  page.wakeUp()
}

/** Follows a link to another site, or comes back from there. */
function leaveOrReturn(world: World, tab: Tab): void {
  if (tab.isAsleep()) {
    tab.wakeUp()
    return
  }
  stopImport(world, tab)
  tab.goToSleep()
}

export const ACTS: Readonly<Record<string, Act>> = {
  add: pressByHand(add),
  addFromCopy: pressByHand(addFromCopy),
  decide: pressByHand(decide),
  startImport: onPage(startImport),
  workOnImport: onPage(workOnImport),
  includeOrLeaveOut: onPage(includeOrLeaveOut),
  addWaiting: pressByHand((_world, { byHand }) => void byHand.sendWaiting().catch(ignore)),
  tryAgain: pressByHand((_world, { byHand }) => void byHand.tryAgain().catch(ignore)),
  giveUp: onPage((_world, { byHand, outbox }) => {
    for (const { entry } of byHand.get().items) outbox.senderOf(entry.batch).abortRequest()
  }),
  crash(world, tab) {
    stopImport(world, tab)
    world.dropPagesBehind(tab)
    world.device.crash(tab)
    showPage(world, tab, world.openTab())
  },
  /** Ends a tab and loads it again, as a phone does that needs memory. */
  loadAgain(world, tab) {
    stopImport(world, tab)
    world.device.crash(tab)
    showPage(world, tab, world.openTab(world.memories.get(tab)))
  },
  /** Closes the other tab, and opens a duplicate of this one. */
  duplicate: onPage((world, tab) => {
    const other = tab === world.tabs[0] ? world.tabs[1] : world.tabs[0]
    stopImport(world, other)
    world.dropPagesBehind(other)
    world.device.crash(other)
    const copy = createSharedText()
    const text = world.memories.get(tab)?.read() ?? null
    if (text !== null) copy.write(text)
    showPage(world, other, world.openTab(copy))
  }),
  leavePage: onPage(leavePage),
  goBack: onPage(goBack),
  leaveOrReturn,
  /** Shows "Add a pet", also after another page. */
  openPage: onPage((world, tab) => {
    showAddPage(world, tab)
    void tab.byHand.open().catch(ignore)
  }),
  showOtherPage: onPage((_world, tab) => tab.showOtherPage()),
  signInWithAnotherKey(world, _tab, pick) {
    for (const tab of awakeTabs(world)) {
      stopImport(world, tab)
      tab.signOut()
    }
    signIn(world, pick)
    for (const tab of awakeTabs(world)) tab.outbox.lists.clear()
  },
  /** Signs in at the dialog, or in another tab. */
  signInAgain: (world, _tab, pick) => signIn(world, pick),
  /** Lets the service reject the key. Everything that was read with it is forgotten. */
  endKey({ device }) {
    device.sessionState.set({ kind: 'asking-for-key' })
  },
  /** Closes the dialog that asks for a key. */
  notNow({ device }) {
    if (device.sessionState.get().kind === 'asking-for-key') device.sessionState.set({ kind: 'locked' })
  },
  goOffline: onPage((world, tab) => {
    stopImport(world, tab)
    tab.outbox.pauseOffline()
  }),
  fillDisk({ device, history }, _tab, pick) {
    device.isFull = pick % 3 === 0
    history.wasFull ||= device.isFull
  },
  wait: ({ device }, _tab, pick) => device.passTime(pick % 2 === 0 ? 61_000 : 5000),
  setClock({ device }, _tab, pick) {
    device.now += (pick % 2 === 0 ? -2 : 2) * 3_600_000
  },
  /** Lets a request arrive that was on its way. */
  deliver: ({ service }) => service.deliver(Infinity),
  /** Makes the lists lag from now on, or lets them catch up. */
  lag({ service, history }, _tab, pick) {
    if (!history.mayLag) return
    const isLagging = pick % 3 > 0
    service.lag.shownCount = isLagging ? Math.max(0, service.pets.length - (pick % 2)) : Infinity
  },
  /** Lets somebody else sell a pet. */
  sell({ service }, _tab, pick) {
    const index = pick % Math.max(1, service.pets.length)
    const pet = service.pets[index]
    if (pet !== undefined) service.pets[index] = { ...pet, status: 'sold' }
  },
}
