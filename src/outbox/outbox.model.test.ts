import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NewPet } from '#src/pets/pet.ts'
import {
  type Answer,
  createDevice,
  createEmptyLedger,
  createService,
  type Tab,
} from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import { type CheckState, maySendAgain } from './check.ts'
import { type Entry, isCheckable, isOpenByHand, keyOf } from './entry.ts'
import { isRunning } from './import-activity.ts'

/** Two tabs of one browser, at a petstore that loses, delays and refuses. */
type World = ReturnType<typeof createWorld>

const HAMSTER: NewPet = { name: 'Hamster', categoryId: int64('1'), status: undefined }
const ANIMALS = [
  HAMSTER,
  { ...HAMSTER, name: ' hamster', status: 'available' },
  { name: 'Rex', categoryId: int64('2'), status: 'sold' },
] as const

const animal = (index: number): NewPet => ANIMALS[index] ?? HAMSTER

function createWorld(scheduler: fc.Scheduler, others: number, hasLocks: boolean) {
  const service = createService()
  // With a hundred others, no list is complete.
  for (let i = 0; i < others; i++) service.create({ ...animal(2), name: `Other ${i}` }, 'key 1')
  /** How often the person has asked to send this once more. */
  const presses = new Map<string, number>()
  /** How often it was sent once more although it may have been added. */
  const unproven = new Map<string, number>()
  const entered: { name: string; tab: Tab }[] = []
  const violations: unknown[] = []
  /** Claimed to be sent once more, and not sent yet: whether it may have been added. */
  const claimedAgain = new Map<string, boolean>()

  const device = createDevice({
    service,
    ledger: createEmptyLedger(),
    hasLocks,
    order: async (act, what) => {
      await scheduler.schedule(Promise.resolve(), what)
      return act()
    },
    onClaim(claimed, before) {
      try {
        judge(claimed, before)
      } catch (error) {
        // What is thrown here would count as a full disk.
        violations.push(error)
      }
    },
    onRequest(name) {
      const wasUnknown = claimedAgain.get(name)
      claimedAgain.delete(name)
      if (wasUnknown === undefined) return
      presses.set(name, (presses.get(name) ?? 0) - 1)
      if (wasUnknown) unproven.set(name, (unproven.get(name) ?? 0) + 1)
    },
  })

  /** Whether it may be sent, on what was on the disk before. */
  function judge(claimed: Entry, before: ReadonlyMap<string, Entry>) {
    const name = keyOf(claimed)
    const state = before.get(name)?.state.kind
    const wasSent = (device.sent.get(name) ?? 0) > 0
    if (state === 'waiting') {
      assert.deepEqual(causesOf(claimed, before), [], `${name} is held`)
      assert(claimed.wasUnknown || !wasSent, `${name} is sent once`)
      return
    }
    assert(state === 'unknown' || state === 'added', `${name} is claimed`)
    const busy = (device.told.get(name) ?? []).filter((told) => told.answer === 'busy').length
    assert((presses.get(name) ?? 0) + busy > 0, `${name} is sent again by a press alone`)
    claimedAgain.set(name, claimed.wasUnknown)
    const created = device.created.get(name) ?? []
    const listed = service.list(claimed.keyId, undefined).slice(0, 100)
    assert(!listed.some(({ id }) => created.includes(id)), `${name} is not in the lists`)
    if (!claimed.wasUnknown) {
      service.deliver()
      assert.deepEqual(device.created.get(name) ?? [], [], `${name} was proved absent`)
    }
  }

  const open = (): Tab => {
    const tab = device.openTab()
    void tab.justAdded.open()
    void tab.files.refresh()
    return tab
  }

  return {
    service,
    device,
    presses,
    unproven,
    entered,
    violations,
    wasFull: false,
    tabs: [open(), open()] as [Tab, Tab],
    open,
    /** So many of the tasks that are under way end, in any order; `undefined`: all, and what follows from them. */
    async goOn(tasks?: number) {
      for (let done = 0; done !== tasks; done++) {
        while (scheduler.count() === 0) {
          await new Promise((resolve) => setImmediate(resolve))
          if (device.busy === 0 && scheduler.count() === 0) return
        }
        await scheduler.waitNext(1)
      }
    },
  }
}

/** The gate of the specification, as plain as it can be. */
function causesOf(entry: Entry, saved: ReadonlyMap<string, Entry>): string[] {
  // By hand, an answer holds for all of the animal in the batch.
  const accepted = new Set<string>(entry.accepted)
  for (const { row, batch, animal: other, accepted: more } of saved.values())
    if (row === undefined && batch === entry.batch && other === entry.animal)
      for (const name of more) accepted.add(name)
  return [...saved].flatMap(([name, other]) => {
    const { kind } = other.state
    const isElsewhere = other.batch !== entry.batch
    const isCause =
      kind === 'unknown' ||
      (kind === 'discarded' && other.wasUnknown) ||
      (isElsewhere &&
        (kind === 'sending' ||
          (kind === 'waiting' && other.enteredAt < entry.enteredAt) ||
          (kind === 'added' && entry.row !== undefined)))
    const isSame = name === keyOf(entry)
    return isCause && !isSame && other.animal === entry.animal && !accepted.has(name) ? [name] : []
  })
}

const ignore = () => undefined

type Act = (world: World, tab: Tab, pick: number) => void

const add: Act = ({ entered }, tab, pick) => {
  tab.justAdded.add(animal(pick % 3))
  const [item] = tab.justAdded.get().items
  if (item !== undefined) entered.push({ name: item.key, tab })
}

/** The person knows their pet when they see it. */
function ownPet({ created }: World['device'], entry: Entry, found: CheckState | undefined) {
  const ids = created.get(keyOf(entry))
  return found?.kind === 'found' ? found.pets.find(({ id }) => ids?.includes(id)) : undefined
}

const decide: Act = ({ presses, device, entered }, tab, pick) => {
  const { justAdded } = tab
  const items = justAdded
    .get()
    .items.filter(({ entry: { state } }) => !['waiting', 'sending'].includes(state.kind))
  const item = items[pick % items.length]
  if (item === undefined) return
  const { key, entry, check: found } = item
  const name = key
  if (entry.state.kind === 'rejected' && entry.newPet !== undefined && pick % 2 === 0) {
    justAdded.add(entry.newPet, key)
    const [first] = justAdded.get().items
    if (first !== undefined) entered.push({ name: first.key, tab })
  } else if (entry.state.kind === 'held' && pick % 2 === 0) justAdded.addAnyway(item).catch(ignore)
  else if (isCheckable(entry)) {
    const own = ownPet(device, entry, found)
    if (own !== undefined) justAdded.markAdded(key, own.id).catch(ignore)
    else if (maySendAgain(found)) {
      presses.set(name, (presses.get(name) ?? 0) + 1)
      justAdded.sendAgain(key).catch(ignore)
    } else if (pick % 5 === 0) justAdded.discard(key).catch(ignore)
  } else if (entry.state.kind === 'held' || entry.state.kind === 'rejected')
    justAdded.discard(key).catch(ignore)
}

const startFile: Act = (_world, { files }, pick) => {
  const rows = Array.from({ length: 1 + (pick % 4) }, (_, row) => ({
    position: row,
    newPet: animal((pick + row) % 3),
    row: { number: row + 2, cells: [] },
  }))
  files.start({ fileName: 'pets.csv' }, rows).catch(ignore)
}

const useFile: Act = ({ presses, device }, { files }, pick) => {
  const { current, saved } = files.get()
  if (current === undefined) {
    const [file] = saved
    if (file === undefined) return void files.refresh()
    if (pick % 4 === 0) return void files.discard(file).catch(ignore)
    return void files.open(file.batch.id, { resume: pick % 2 === 0 }).catch(ignore)
  }
  const { run, entries, checks } = current.get()
  if (isRunning(run)) return pick % 2 === 0 ? current.pause() : void files.close()
  const checked = entries
    .filter(isCheckable)
    .map((entry) => ({ entry, own: ownPet(device, entry, checks.states.get(keyOf(entry))) }))
  const found = checked.flatMap(({ entry, own }) =>
    own === undefined ? [] : [{ key: keyOf(entry), id: own.id }],
  )
  if (found.length > 0) return void current.markAdded(found).catch(ignore)
  const again = checked.flatMap(({ entry }) => (maySendAgain(checks.states.get(keyOf(entry))) ? [entry] : []))
  if (again.length > 0) {
    for (const entry of again) {
      const name = keyOf(entry)
      presses.set(name, (presses.get(name) ?? 0) + 1)
    }
    current.sendAgain(again.map(keyOf)).catch(ignore)
  } else if (pick % 4 === 0) current.include(current.get().entries).catch(ignore)
  else if (pick % 4 === 1) void files.close()
  else current.resume().catch(ignore)
}

const ACTS: Readonly<Record<string, Act>> = {
  add,
  decide,
  startFile,
  useFile,
  addWaiting: (_world, { justAdded }) => void justAdded.sendWaiting().catch(ignore),
  retry: (_world, { justAdded }) => void justAdded.retry().catch(ignore),
  giveUp: (_world, { outbox }) => {
    for (const sender of outbox.senders.values()) sender.stopWaiting()
  },
  crash: (world, tab) => {
    world.device.crash(tab)
    world.tabs[world.tabs.indexOf(tab)] = world.open()
  },
  changeKey: ({ device, tabs }, _tab, pick) => {
    for (const one of tabs) one.signOut()
    device.keyId = `key ${1 + (pick % 2)}`
    for (const one of tabs) one.outbox.checks.clear()
  },
  goOffline: (_world, { outbox }) => outbox.pause('offline'),
  fillDisk: (world, _tab, pick) => {
    world.device.isFull = pick % 3 === 0
    world.wasFull ||= world.device.isFull
  },
  wait: ({ device }, _tab, pick) => device.passTime(pick % 2 === 0 ? 61_000 : 5000),
  /** Somebody else sells a pet. */
  sell: ({ service }, _tab, pick) => {
    const at = pick % Math.max(1, service.pets.length)
    const pet = service.pets[at]
    if (pet !== undefined) service.pets[at] = { ...pet, status: 'sold' }
  },
}

/** What a person does, and how much of what is under way ends before they do something else. */
const act = (name: string) =>
  fc
    .record({
      isSecond: fc.boolean(),
      pick: fc.nat(59),
      tasks: fc.oneof(fc.nat(8), fc.constant(undefined)),
    })
    .map(({ isSecond, pick, tasks }) => ({
      check: () => true,
      run: async (_model: object, world: World) => {
        ACTS[name]?.(world, world.tabs[isSecond ? 1 : 0], pick)
        await world.goOn(tasks)
      },
      toString: () => `${name}(tab ${isSecond ? 2 : 1}, ${pick}), ${tasks ?? 'all'}`,
    }))

const answerOfService = fc.constantFrom<Answer>(
  'answer-lost',
  'request-lost',
  'late',
  'added',
  'not-a-pet',
  'rejected',
  'key-refused',
  'busy',
)

/** In the tabs that are left, when all that was under way has ended. */
async function checkTabs(world: World): Promise<void> {
  const { device, entered, violations, wasFull } = world
  await world.goOn()
  for (const violation of violations) throw violation
  for (const { name, tab } of entered) {
    const item = tab.justAdded.get().items.find(({ key }) => key === name)
    const isThere = tab.isCrashed() || device.saved.has(name) || item?.isSaved === false
    assert(isThere, `${name} is on the disk, or said not to be`)
  }
  for (const [name, told] of device.told) {
    const isKnown = told.some(({ answer, isCrashed }) => answer === 'added' && !isCrashed())
    const kind = device.saved.get(name)?.state.kind
    const isRight = kind === 'added' || kind === 'discarded' || kind === undefined
    assert(wasFull || !isKnown || isRight, `${name} is known to be added`)
  }
}

/** In a tab that is opened after all others are gone. */
async function checkNextTab(world: World): Promise<void> {
  const { device, service, tabs, unproven } = world
  device.isFull = false
  for (const tab of tabs) device.crash(tab)
  // Without locks, nobody knows sooner that a tab is gone.
  device.passTime(61_000)
  await world.goOn()
  const { length: before } = service.received
  const last = world.open()
  await world.goOn()
  const { items } = last.justAdded.get()
  assert.equal(service.received.length, before, 'opening a tab sends nothing')

  const shown = new Set<string>(items.map(({ key }) => key))
  const offered = new Set(
    items.flatMap(({ check: found }) => (found?.kind === 'found' ? found.pets.map(({ id }) => id) : [])),
  )
  const ids = new Set<string>()
  for (const [name, entry] of device.saved) {
    const { state, wasUnknown, row } = entry
    const created = device.created.get(name) ?? []
    const told = (device.told.get(name) ?? []).map(({ answer }) => answer)
    assert(row !== undefined || state.kind !== 'sending', `${name} is recovered`)
    assert(!isOpenByHand(entry) || shown.has(name), `${name} is on the screen`)
    assert(created.length <= 1 + (unproven.get(name) ?? 0), `${name} is not added twice`)
    assert(state.kind !== 'rejected' || told.includes('rejected'), `${name} was rejected`)
    const isOpen = state.kind === 'unknown' || state.kind === 'sending' || wasUnknown
    if (state.kind !== 'added') assert(isOpen || created.length === 0, `${name} is ${state.kind}`)
    else if (state.id !== undefined) {
      assert(created.includes(state.id), `${name} is added`)
      assert(!ids.has(state.id), 'each pet answers one entry')
      assert(!offered.has(state.id), 'what answers one entry is offered to no other')
      ids.add(state.id)
    }
  }
}

const RUNS = Number(process.env['MODEL_RUNS'] ?? 1000)

test(
  'whatever happens to two tabs, no pet is added twice, lost, or said to be there or not there without proof',
  async () => {
    const often = ['add', 'add', 'decide', 'decide', 'decide', 'decide', 'useFile', 'wait', 'wait']
    const model = fc.asyncProperty(
      fc.scheduler(),
      fc.commands([...Object.keys(ACTS), ...often].map(act), { maxCommands: 40, size: 'max' }),
      fc.array(answerOfService, { maxLength: 12, size: 'max' }),
      fc.constantFrom(0, 0, 0, 100),
      fc.constantFrom(true, true, true, false),
      async (scheduler, commands, answers, others, hasLocks) => {
        const world = createWorld(scheduler, others, hasLocks)
        world.service.answers.push(...answers)
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        await checkTabs(world)
        await checkNextTab(world)
      },
    )
    await expect(fc.assert(model, { numRuns: RUNS })).resolves.toBeUndefined()
  },
  Math.max(600_000, 60 * RUNS),
)
