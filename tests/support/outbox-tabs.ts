import { expect } from 'vitest'
import { type Entry, type Key, newEntry } from '#src/outbox/entry.ts'
import type { SavedFile } from '#src/outbox/files.ts'
import type { NewPet } from '#src/pets/pet.ts'
import {
  type Answer,
  createDevice,
  createEmptyLedger,
  createService,
  type Device,
  type Order,
  type Tab,
} from './device.ts'
import { int64 } from './int64.ts'

export const rex: NewPet = { name: 'Rex', categoryId: int64('1'), status: 'available' }
export const mia: NewPet = { ...rex, name: 'Mia' }

/** Rex, by hand, in the batch "own". */
export const entryOf = (part: Partial<Entry> = {}): Entry =>
  newEntry({
    batch: 'own',
    position: 0,
    environmentId: 'staging',
    baseUrl: 'https://a.example',
    newPet: rex,
    enteredAt: 5,
    ...part,
  })

export function setUpDevice(options: { order?: Order; hasLocks?: boolean }, ...answers: Answer[]) {
  const service = createService()
  service.answers.push(...answers)
  return { service, device: createDevice({ service, ledger: createEmptyLedger(), ...options }) }
}

/** A device at a service that answers so; then everything is added. */
export function setUp(...answers: Answer[]) {
  const { service, device } = setUpDevice({}, ...answers)
  return { service, device, tab: device.openTab() }
}

/** Holds back one kind of what happens. */
export function createGate(what: string) {
  let gate: PromiseWithResolvers<void> | undefined
  const order: Order = async (act, happens) => {
    if (happens === what) await gate?.promise
    return act()
  }
  return { order, open: () => gate?.resolve(), close: () => (gate = Promise.withResolvers<void>()) }
}

/** A tab that waits for the service's answer to its first pet. */
export async function setUpSending() {
  const gate = createGate('answer')
  gate.close()
  const { service, device } = setUpDevice({ order: gate.order })
  const tab = device.openTab()
  tab.justAdded.add(rex)
  await expect.poll(() => service.received).toHaveLength(1)
  return { gate, service, device, tab }
}

/** The disk is full, and the person is asked. */
export async function addUnsaved(device: Device, tab: Tab, newPet: NewPet) {
  device.isFull = true
  device.passTime(1)
  tab.justAdded.add(newPet)
  await expect.poll(() => tab.outbox.storage.get()).toBe('asking')
}

export const savedKinds = ({ saved }: Device) => [...saved.values()].map(({ state }) => state.kind)

export const states = ({ justAdded }: Tab) =>
  justAdded
    .get()
    .items.toReversed()
    .map(({ entry }) => `${entry.newPet?.name} ${entry.state.kind}`)
export async function expectStates(tab: Tab, expected: readonly string[]) {
  await expect.poll(() => states(tab)).toEqual(expected)
}
export const item = ({ justAdded }: Tab, index = 0) => {
  const found = justAdded.get().items[index]
  if (found === undefined) throw new Error(`there is no item ${index}`)
  return found
}
export const indexOf = ({ justAdded }: Tab, key: Key) =>
  justAdded.get().items.findIndex((one) => one.key === key)
export const checkOf = (tab: Tab) => item(tab).check
export const rows = (...pets: readonly NewPet[]) =>
  pets.map((newPet, index) => ({ newPet, position: index, row: { number: index + 2, cells: [newPet.name] } }))
export const outcomes = ({ files }: Tab) =>
  files
    .get()
    .current?.get()
    .entries.map(({ state }) => state.kind)
/** More than the lists show. */
export const fillLists = ({ create }: ReturnType<typeof createService>) => {
  for (let i = 0; i < 100; i++) create({ ...mia, name: `Other ${i}`, status: undefined }, 'key 1')
}
export const expectFinished = async (tab: Tab) => {
  await expect.poll(() => tab.files.get().current?.get().run.phase).toBe('idle')
  await expect.poll(() => tab.files.get().current?.get().checks.batch.kind).toBe('checked')
}

/** A saved file whose rows wait, because their key was refused. */
export async function saveWaitingFile(tab: Tab, ...pets: readonly NewPet[]): Promise<SavedFile> {
  await tab.files.start({ fileName: 'a.csv' }, rows(...pets))
  await expect.poll(() => tab.files.get().current?.get().run.phase).toBe('paused')
  await tab.files.close()
  const [file] = tab.files.get().saved
  if (file === undefined) throw new Error('no file is saved')
  return file
}

/** Until nothing happens any more. */
export const quiet = () => new Promise((resolve) => setTimeout(resolve, 200))

export function openFileOf(tab: Tab) {
  const { current } = tab.files.get()
  if (current === undefined) throw new Error('no file is open')
  return current
}
