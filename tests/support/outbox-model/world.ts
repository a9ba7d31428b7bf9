import type * as fc from 'fast-check'
import type { EntryId } from '#src/outbox/entry.ts'
import type { TabText } from '#src/outbox/tab-memory.ts'
import type { NewPet } from '#src/pets/pet.ts'
import { createDevice, createService, createSharedText, type Tab } from '#tests/support/device.ts'
import { int64 } from '#tests/support/int64.ts'
import { type History, noteMeant, noteRequest, noteRowSaved, noteSaved, noteShownAsAdded } from './history.ts'
import { judgeAsleep, judgeClaim, judgeRequest, judgeRowSaved, judgeShown } from './invariants.ts'

const HAMSTER: NewPet = { name: 'Hamster', categoryId: int64('1'), status: undefined }

/** The pets, of which the first two are look-alikes. */
const PETS = [
  HAMSTER,
  { ...HAMSTER, name: ' hamster', status: 'available' },
  { name: 'Rex', categoryId: int64('2'), status: 'sold' },
] as const

export const petNumber = (index: number): NewPet => PETS[index % PETS.length] ?? HAMSTER

export type World = ReturnType<typeof createWorld>

export type Circumstances = Pick<History, 'mayLag' | 'mayMistake'> & {
  /** The number of pets that are there before. */
  readonly otherPets: number
  readonly hasLocks: boolean
}

/** Creates two tabs of one browser, at a petstore that loses, delays and refuses. */
export function createWorld(
  scheduler: fc.Scheduler,
  { otherPets, hasLocks, mayLag, mayMistake }: Circumstances,
) {
  const service = createService()
  // If there are a hundred others, no list is complete.
  for (let index = 0; index < otherPets; index += 1)
    service.create({ ...petNumber(2), name: `Other ${index}` }, 'key 1')
  const history: History = {
    presses: new Map(),
    unprovenSends: new Map(),
    entered: [],
    addedBefore: new Map(),
    doubted: new Set(),
    shownAsAdded: new Set(),
    claimedAgain: new Map(),
    marked: new Set(),
    meant: new Map(),
    forms: [],
    answers: new Map(),
    pressedInSignIn: 'key 1',
    stoppedImports: new Set(),
    includePresses: new Set(),
    leftOut: new Set(),
    signIns: 0,
    wasFull: false,
    mayLag,
    mayMistake,
  }
  /**
   * The errors of judges. One that is thrown within the app would count as a fault of the disk, so
   * it is kept until the end.
   */
  const violations: unknown[] = []
  const guard = (judge: () => void) => {
    try {
      judge()
    } catch (error) {
      violations.push(error)
    }
  }

  const device = createDevice({
    service,
    hasLocks,
    async order(act, what) {
      await scheduler.schedule(Promise.resolve(), what)
      return act()
    },
    onSaved(entry, before) {
      if (entry.importId === '') noteSaved(history, entry, before)
      else {
        noteRowSaved(history, entry)
        guard(() => judgeRowSaved({ device, service, history }, entry))
      }
    },
    onClaim(claimed, before) {
      noteMeant(history, claimed)
      guard(() => judgeClaim({ device, service, history }, claimed, before))
    },
    onRequest(entry) {
      noteRequest(history, entry)
      guard(() => judgeRequest({ device, service, history }, entry, hasLocks))
    },
    hasSession: true,
  })

  /** What each tab remembers of itself through a reload. */
  const memories = new Map<Tab, TabText>()

  /** The pages that sleep behind the one that a tab shows, by what the tab remembers. */
  const pagesBehindOf = new Map<TabText | undefined, Tab[]>()

  /**
   * Returns the pages that sleep in the back/forward cache behind the one that this tab shows.
   * "Back" leads to the last one.
   */
  const pagesBehind = (tab: Tab): Tab[] => pagesBehindOf.get(memories.get(tab)) ?? []

  function openTab(tabText: TabText = createSharedText()): Tab {
    const tab = device.openTab({ tabText })
    memories.set(tab, tabText)
    pagesBehindOf.set(tabText, pagesBehindOf.get(tabText) ?? [])
    const judge = () => {
      noteShownAsAdded(history, tab)
      guard(() => judgeShown({ device, service, history }, tab))
    }
    tab.byHand.subscribe(judge)
    tab.imports.subscribe(() => tab.imports.get().open?.subscribe(judge))
    void tab.byHand.open()
    void tab.imports.refresh()
    return tab
  }

  function judgeSleepingPages(): void {
    for (const tab of memories.keys()) if (tab.isAsleep()) judgeAsleep(tab)
  }

  return {
    service,
    device,
    history,
    violations,
    tabs: [openTab(), openTab()] as [Tab, Tab],
    openTab,
    memories,
    pagesBehind,
    /** Lets the browser drop the pages that sleep behind the one that this tab shows. */
    dropPagesBehind(tab: Tab): void {
      for (const page of pagesBehind(tab).splice(0)) device.crash(page)
    },
    /**
     * Lets so many of the tasks that are under way end, in any order. Without a number, all end,
     * and those that follow from them.
     */
    async goOn(tasks?: number): Promise<void> {
      for (let done = 0; done !== tasks; done += 1) {
        while (scheduler.count() === 0) {
          await new Promise((resolve) => setImmediate(resolve))
          if (device.countUnderWay() === 0 && scheduler.count() === 0) {
            guard(judgeSleepingPages)
            return
          }
        }
        await scheduler.waitNext(1)
      }
    },
  }
}

/** Notes what a tab has just entered. */
export function noteEntered(world: World, tab: Tab, id: EntryId): void {
  world.history.entered.push({ id, tab })
}
