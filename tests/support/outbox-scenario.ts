import { expect } from 'vitest'
import type { ByHandItem } from '#src/outbox/by-hand-items.ts'
import { type Entry, type EntryId, entryIdOf, newEntry } from '#src/outbox/entry.ts'
import { pressOf } from '#src/outbox/entry-rules.ts'
import type { SavedImport } from '#src/outbox/imports.ts'
import { type CheckState, maySendAgain } from '#src/outbox/lists/verdict.ts'
import type { OpenImport } from '#src/outbox/open-import.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { type Answer, createDevice, createService, type Device, type Order, type Tab } from './device.ts'
import { int64 } from './int64.ts'
import type { RowToSend } from '#src/outbox/transitions/enter.ts'

// These verbs say what people do in a tab and see there, so that a test reads like the rule that it
// shows.

export const rex: NewPet = { name: 'Rex', categoryId: int64('1'), status: 'available' }
export const mia: NewPet = { ...rex, name: 'Mia' }
export const bo: NewPet = { ...rex, name: 'Bo' }

/**
 * Expects what follows within a few seconds, and looks often, because nothing in these tests takes
 * real time.
 */
export function expectSoon<T>(read: () => T) {
  return expect.poll(read, { interval: 2, timeout: 10_000 })
}

/**
 * Waits until nothing happens any more, in turns of the event loop, so that a busy machine makes no
 * difference.
 */
export async function waitForQuiet(): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Returns so many pets with different names. */
export const pets = (count: number): readonly NewPet[] =>
  Array.from({ length: count }, (_, index) => ({ ...rex, name: `Rex ${index}` }))

/** Returns a device at a service that gives these answers, and then adds everything. */
export function setUpDevice(
  options: { order?: Order; hasLocks?: boolean; hasSession?: boolean },
  ...answers: readonly Answer[]
) {
  const service = createService()
  service.answers.push(...answers)
  return { service, device: createDevice({ service, ...options }) }
}

/** Sets up a device with one open tab. */
export function setUp(...answers: readonly Answer[]) {
  const { service, device } = setUpDevice({}, ...answers)
  return { service, device, tab: device.openTab() }
}

/** Creates a switch that holds back one kind of what happens between a tab and the world. */
export function createHoldSwitch(what: 'read' | 'write' | 'claimed' | 'request' | 'answer' | 'list') {
  let gate: PromiseWithResolvers<void> | undefined
  const order: Order = async (act, happens) => {
    if (happens === what) await gate?.promise
    return act()
  }
  return {
    order,
    open: () => gate?.resolve(),
    close: () => {
      gate = Promise.withResolvers<void>()
    },
  }
}

/**
 * Sets up one tab that has sent Rex, and whose service does not answer until the gate is opened.
 */
export async function setUpSending(
  options: { hasLocks?: boolean; hasSession?: boolean },
  ...answers: readonly Answer[]
) {
  const gate = createHoldSwitch('answer')
  const { service, device } = setUpDevice({ ...options, order: gate.order }, ...answers)
  const tab = device.openTab()
  gate.close()
  enter(tab, rex)
  await expectSoon(() => service.received).toHaveLength(1)
  return { gate, service, device, tab }
}

/** Opens another tab, and the page for pets by hand in it. */
export async function openPage(device: Device, options?: Parameters<Device['openTab']>[0]): Promise<Tab> {
  const tab = device.openTab(options)
  await tab.byHand.open()
  return tab
}

/** Types a pet and presses "Add pet". */
export function enter(tab: Tab, newPet: NewPet, replaces?: ByHandItem['id']): void {
  tab.byHand.add(newPet, replaces, replaces)
}

/** Enters a pet, and waits until it is in this state. */
export async function enterUntil(tab: Tab, newPet: NewPet, kind: Entry['state']['kind']): Promise<void> {
  const countBefore = tab.byHand.get().items.length
  enter(tab, newPet)
  await expectSoon(() => tab.byHand.get().items.length).toBeGreaterThan(countBefore)
  await expectSoon(() => itemNamed(tab, newPet.name).entry).toMatchObject({ newPet, state: { kind } })
}

/** Presses a button of the item with this name. If there are several, it is the newest one. */
export async function press(
  tab: Tab,
  button: 'Add it again' | 'Add it anyway' | 'Discard' | `This is it, ID ${number}`,
  name: string,
): Promise<void> {
  const item = itemNamed(tab, name)
  if (button === 'Add it again') await tab.byHand.sendAgain(item.id)
  else if (button === 'Add it anyway') await pressAddItAnyway(tab, name)
  else if (button === 'Discard') await tab.byHand.discard(item.id)
  else await tab.byHand.markAdded(item.id, int64(button.replace('This is it, ID ', '')))
}

/** Presses "Add it anyway". The person first reads which look-alikes hold the pet. */
async function pressAddItAnyway(tab: Tab, name: string): Promise<void> {
  await expectSoon(() => itemNamed(tab, name).conflicts).not.toEqual([])
  await tab.byHand.addAnyway(itemNamed(tab, name))
}

/** Returns the newest item with this name. */
export function itemNamed(tab: Tab, name: string): ByHandItem {
  const item = tab.byHand.get().items.find(({ entry }) => entry.newPet?.name === name)
  if (item === undefined) throw new Error(`nothing is shown of ${name}`)
  return item
}

/** Returns what the tab shows of pets that were entered by hand, oldest first: "Rex unknown". */
export function shown(tab: Tab): readonly string[] {
  const items = tab.byHand.get().items.toReversed()
  return items.map(
    ({ entry, isSaved }) => `${entry.newPet?.name} ${entry.state.kind}${isSaved ? '' : ' (not saved)'}`,
  )
}

/** Waits until the tab shows exactly this. */
export async function expectShown(tab: Tab, ...expected: readonly string[]): Promise<void> {
  await expectSoon(() => shown(tab)).toEqual(expected)
}

/** Waits until the lists say this of the newest pet with this name. */
export async function expectCheck(tab: Tab, name: string, kind: CheckState['kind']): Promise<void> {
  await expectSoon(() => itemNamed(tab, name).check?.kind).toBe(kind)
}

/** Waits until the newest pet with this name may be sent once more. */
export async function expectMaySendAgain(tab: Tab, name: string): Promise<void> {
  await expectSoon(() => maySendAgain(itemNamed(tab, name).check)).toBe(true)
}

/** Waits until "Add N waiting" would send exactly these. */
export async function expectWaiting(tab: Tab, ...names: readonly string[]): Promise<void> {
  const waiting = () => tab.byHand.get().waiting.toReversed()
  await expectSoon(() => waiting().map(({ entry }) => entry.newPet?.name)).toEqual(names)
}

/** Returns the names that the service received, in their order. */
export function namesReceived({ received }: ReturnType<typeof createService>): readonly string[] {
  return received.map(({ newPet }) => newPet.name)
}

/** Lets a minute and a second pass, by which time a lost request has ended. */
export function passMinute(device: Device): void {
  device.passTime(61_000)
}

/** Adds more pets than the lists show. */
export function fillLists({ create }: ReturnType<typeof createService>): void {
  for (let index = 0; index < 100; index += 1)
    create({ ...mia, name: `Other ${index}`, status: undefined }, 'key 1')
}

/** Returns the kinds of state of all entries on the disk. */
export const savedKinds = ({ saved }: Device) => Array.from(saved.values(), ({ state }) => state.kind)

/** Enters a pet while the disk is full. The caller waits for what becomes of it. */
export function enterWithFullDisk(device: Device, tab: Tab, newPet: NewPet): void {
  device.isFull = true
  enter(tab, newPet)
}

/** Waits until the storage is in this state. */
export async function expectStorage(tab: Tab, state: ReturnType<Tab['outbox']['storageState']['get']>) {
  await expectSoon(() => tab.outbox.storageState.get()).toBe(state)
}

// The functions below are about imports.

/** Returns rows of a file, from row 2 on. */
export const rowsOf = (...newPets: readonly NewPet[]) =>
  newPets.map((newPet, index) => ({
    newPet,
    position: index,
    row: { number: index + 2, cells: [newPet.name] },
  }))

/**
 * Returns the same rows as corrections of those that the import has on the disk now, which the
 * person has under review.
 */
export const correctionsOf = ({ saved }: Device, importId: string, ...newPets: readonly NewPet[]) =>
  rowsOf(...newPets).map(({ newPet, position, row }) => {
    const reviewed = saved.get(entryIdOf({ batch: importId, position }))
    return { newPet, position, row, corrects: reviewed && pressOf(reviewed) }
  })

/** Chooses a file with these pets and presses "Add N pets". */
export async function startImport(tab: Tab, ...newPets: readonly NewPet[]): Promise<void> {
  expect(await tab.imports.start({ fileName: 'a.csv' }, rowsOf(...newPets))).toBe('started')
}

/** Returns the import that is open in the tab. */
export function openImport(tab: Tab): OpenImport {
  const { open } = tab.imports.get()
  if (open === undefined) throw new Error('no import is open')
  return open
}

/** Presses "Include them" once the screen says which entries hold the rows. */
export async function includeRows(
  tab: Tab,
  rows: readonly Entry[] = openImport(tab).get().entries,
): Promise<void> {
  const open = openImport(tab)
  const holdingIds = rows.flatMap(({ state }) => (state.kind === 'held' ? state.by : []))
  await expectSoon(() => holdingIds.every((id) => open.get().conflicts.has(id))).toBe(true)
  await open.include(rows)
}

/** Returns the states of its rows, in their order. */
export const rowStates = (tab: Tab) =>
  tab.imports
    .get()
    .open?.get()
    .entries.map(({ state }) => state.kind)

/** Waits until its rows have exactly these states. */
export async function expectRows(tab: Tab, ...kinds: readonly string[]): Promise<void> {
  await expectSoon(() => rowStates(tab)).toEqual(kinds)
}

/** Returns the entries of its rows in this state. */
export const rowIds = (tab: Tab, kind: Entry['state']['kind']): readonly EntryId[] =>
  idsOf(
    openImport(tab)
      .get()
      .entries.filter(({ state }) => state.kind === kind),
  )

/**
 * Starts an import whose service leaves some rows unconfirmed, and waits until they may be sent
 * once more.
 */
export async function importUntilMaySendAgain(
  device: Device,
  tab: Tab,
  ...newPets: readonly NewPet[]
): Promise<readonly EntryId[]> {
  await startImport(tab, ...newPets)
  await expectFinished(tab)
  passMinute(device)
  const ids = rowIds(tab, 'unknown')
  const { get } = openImport(tab)
  await expectSoon(() => ids.every((id) => maySendAgain(get().verdicts.get(id)))).toBe(true)
  return ids
}

/** Waits until nothing of it waits, and the lists were checked. */
export async function expectFinished(tab: Tab): Promise<void> {
  await expectSoon(() => tab.imports.get().open?.get().run.phase).toBe('idle')
  await expectSoon(() => tab.imports.get().open?.get().check.kind).toBe('checked')
}

/**
 * Waits until it is paused, and its run has ended, because a run that waits for an API key is
 * paused for a moment, too.
 */
export async function expectPaused(tab: Tab): Promise<void> {
  const phase = () => tab.imports.get().open?.get().run.phase
  await expectSoon(() => (tab.outbox.isBusy() ? 'sending' : phase())).toBe('paused')
}

/** Starts an import whose API key is refused, and closes it, so that its rows wait. */
export async function saveWaitingImport(tab: Tab, ...newPets: readonly NewPet[]): Promise<SavedImport> {
  await startImport(tab, ...newPets)
  await expectPaused(tab)
  await tab.imports.close()
  const [saved] = tab.imports.get().saved
  if (saved === undefined) throw new Error('no import is saved')
  return saved
}

// The functions below are for tests of single transactions.

/** Returns Rex, entered by hand in the visit "own". */
export const entryOf = (part: Partial<Entry> = {}): Entry =>
  newEntry({
    batch: 'own',
    position: 0,
    environmentId: 'staging',
    baseUrl: 'https://a.example',
    newPet: rex,
    enteredAt: 5,
    sequence: 5,
    ...part,
  })

export const idsOf = (entries: readonly Entry[]) => entries.map(entryIdOf)

/** "Add without saving", once the person is asked. */
export async function goOnWithoutRecord(tab: Tab): Promise<void> {
  await expectStorage(tab, 'asking')
  await tab.byHand.continueWithoutRecord()
  await waitForQuiet()
}

/**
 * Starts an import of Rex and Mia that is paused, because the disk was full when Rex was answered.
 */
export async function setUpUnsavedRow(answer: Answer) {
  const gate = createHoldSwitch('answer')
  const { service, device } = setUpDevice({ order: gate.order }, answer)
  const tab = device.openTab()
  gate.close()
  await startImport(tab, rex, mia)
  await expectSoon(() => service.received).toHaveLength(1)
  device.isFull = true
  gate.open()
  await expectStorage(tab, 'failed')
  await expectPaused(tab)
  return { service, device, tab }
}

/** A row without a name, which cannot be sent. */
export const rowWithProblem = (position: number): RowToSend => ({
  position,
  newPet: undefined,
  row: { number: position + 2, cells: [''] },
  state: { kind: 'not-sent', message: 'Name is missing.' },
})
