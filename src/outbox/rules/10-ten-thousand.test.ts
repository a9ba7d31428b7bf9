import { describe, expect, test } from 'vitest'
import { discardImport } from '#src/outbox/transitions/forget.ts'
import type { Answer, Order } from '#tests/support/device.ts'
import { openCountingTab } from '#tests/support/outbox-faults.ts'
import {
  enter,
  enterUntil,
  expectFinished,
  expectPaused,
  openImport,
  pets,
  rex,
  saveWaitingImport,
  setUp,
  setUpDevice,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

/** Opens a tab, and counts its transactions that write. */
function openTabWithWriteCount(...answers: readonly Answer[]) {
  let writes = 0
  const order: Order = (act, what) => {
    if (what === 'write') writes += 1
    return act()
  }
  const { device } = setUpDevice({ order }, ...answers)
  return {
    device,
    tab: device.openTab(),
    /** Returns the number of transactions that write in `act`. */
    writesOf: async (act: () => Promise<unknown>): Promise<number> => {
      writes = 0
      await act()
      return writes
    },
  }
}

/** Returns the number of transactions that open an import with so many waiting rows. */
async function writesToOpen(count: number): Promise<number> {
  const { tab, writesOf } = openTabWithWriteCount('key-refused')
  const { record } = await saveWaitingImport(tab, ...pets(count))
  return writesOf(() => tab.imports.open(record.id))
}

/** Returns the cost of a pet by hand while this number of rows of the open import is left out. */
async function costBesideLeftOut(count: number): Promise<number> {
  const { service, device } = setUpDevice({}, 'key-refused')
  const { tab, costOf } = openCountingTab(device, service)
  await startImport(tab, ...pets(count))
  await expectPaused(tab)
  await tab.imports.close()
  await startImport(tab, ...pets(count))
  await expectFinished(tab)
  expect(openImport(tab).get().counts).toMatchObject({ held: count })
  await waitForQuiet()
  return costOf(async () => {
    await enterUntil(tab, rex, 'added')
    await waitForQuiet()
  })
}

/** Returns the number of transactions that start an import whose rows another one has, too. */
async function writesToStart(count: number): Promise<number> {
  const { tab, writesOf } = openTabWithWriteCount('key-refused')
  await saveWaitingImport(tab, ...pets(count))
  return writesOf(async () => {
    await startImport(tab, ...pets(count))
    await expectFinished(tab)
    expect(openImport(tab).get().counts).toMatchObject({ held: count })
  })
}

/** Returns the number of transactions that delete so many old entries. */
async function writesToDelete(count: number): Promise<number> {
  const { device, tab, writesOf } = openTabWithWriteCount()
  await startImport(tab, ...pets(count))
  await expectFinished(tab)
  const { id } = openImport(tab).record
  await tab.imports.close()
  await tab.outbox.senderOf(id).transact(async (ledger) => {
    await discardImport(ledger, id)
    // The newest entries of a ledger are kept, however old they are.
    await ledger.takeSequence(1000)
  })
  device.now += 31 * 24 * 60 * 60 * 1000
  const writes = await writesOf(tab.outbox.tidy)
  expect(device.saved.size).toBe(0)
  return writes
}

describe('10. The same at ten thousand', () => {
  test.each([
    ['alike', (count: number) => Array.from({ length: count }, () => rex)],
    ['of other names', pets],
  ])('adding a pet costs the same however many rows wait that are %s', async (_likeness, rows) => {
    async function costWith(count: number): Promise<number> {
      const { service, device } = setUpDevice({}, 'key-refused')
      const { tab, costOf } = openCountingTab(device, service)
      await startImport(tab, ...rows(count))
      await expectPaused(tab)
      await tab.imports.close()
      await waitForQuiet()
      return costOf(async () => {
        enter(tab, rex)
        await waitForQuiet()
        expect(shown(tab)).toHaveLength(1)
      })
    }
    const costOfFew = await costWith(10)
    expect(await costWith(300)).toBe(costOfFew)
  })

  test('adding a pet costs the same however many rows of the open import are left out', async () => {
    const costBesideFew = await costBesideLeftOut(10)
    expect(await costBesideLeftOut(300)).toBe(costBesideFew)
  })

  test('a pet is written while another tab looks up the conflicts of many rows', async () => {
    const { device, tab } = setUp()
    const reviewing = device.openTab()
    const over = reviewing.outbox.findConflictsOfFile(pets(500)).then(() => 'looked up')
    const written = tab.byHand.add(rex).isWritten.then(() => 'written')
    expect(await Promise.race([over, written])).toBe('written')
    await over
  })

  test('an import is opened in many transactions, between which other tabs can write', async () => {
    const writesForFew = await writesToOpen(50)
    expect(await writesToOpen(200)).toBe(writesForFew + 3)
  })

  test('the rows of a file that another import has are left out in many transactions, between which other tabs can write', async () => {
    const writesForFew = await writesToStart(50)
    expect(await writesToStart(200)).toBe(writesForFew + 3)
  })

  test('old entries are deleted in many transactions, between which pets can be written', async () => {
    const writesForFew = await writesToDelete(50)
    expect(await writesToDelete(200)).toBe(writesForFew + 3)
  })

  test('when the first of many rows that look alike is not confirmed, the rest is held in few steps', async () => {
    const { service, device } = setUpDevice({}, 'request-lost')
    const { tab, costOf } = openCountingTab(device, service)
    const count = 300
    const cost = await costOf(async () => {
      await startImport(tab, ...Array.from({ length: count }, () => rex))
      await expectFinished(tab)
    })
    expect(openImport(tab).get().counts).toMatchObject({ unknown: 1, held: count - 1 })
    expect(cost).toBeLessThan(10 * count)
  })

  test.each([
    ['shows nothing', undefined],
    ['shows a pet that was added', 'added'],
    ['shows a pet that is not confirmed', 'answer-lost'],
  ] as const)(
    'another tab that %s does the same while an import runs, however many rows that has',
    async (_what, answer) => {
      async function costBeside(count: number): Promise<number> {
        const { service, device, tab } = setUp()
        const { tab: idle, costOf } = openCountingTab(device, service)
        await idle.byHand.open()
        if (answer !== undefined) {
          service.answers.push(answer)
          await enterUntil(idle, rex, answer === 'added' ? 'added' : 'unknown')
        }
        await waitForQuiet()
        return costOf(async () => {
          await startImport(tab, ...pets(count))
          await expectFinished(tab)
          await waitForQuiet()
        })
      }
      const costOfFew = await costBeside(5)
      expect(await costBeside(50)).toBe(costOfFew)
    },
  )
})
