// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { openCountingTab } from '#tests/support/outbox-faults.ts'
import {
  enterUntil,
  expectFinished,
  expectSoon,
  mia,
  pets,
  saveWaitingImport,
  setUp,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import type { Tab } from '#tests/support/device.ts'
import { readRows } from '#src/pages/pet-import/choose/read-rows.ts'
import { createRememberedWords } from './remembered-words.ts'
import { createReviewStore } from './review-store.ts'

beforeEach(() => sessionStorage.clear())

function createReview({ outbox }: Tab) {
  const labels = new Map([['1', 'Dogs']])
  const words = createRememberedWords('https://api.example.com/v1')
  const review = createReviewStore({
    labels,
    environmentNames: new Map([['staging', 'Staging']]),
    outbox,
    readRows,
    storageName: 'draft',
    words,
  })
  review.keepUpToDate()
  return review
}

/** Reviews so many rows in one tab, and returns what this tab reads while another one works. */
async function costOfReview(count: number, work: (otherTab: Tab) => Promise<void>): Promise<number> {
  const { service, device, tab: otherTab } = setUp()
  const { tab, costOf } = openCountingTab(device, service)
  const review = createReview(tab)
  const rows = Array.from({ length: count }, (_, row) => `Pet ${row},1`)
  await review.readText(['name,category', ...rows].join('\n'), true)
  await expectSoon(() => review.get().review?.rows.length).toBe(count)
  const untilNothingIsRead = async () => {
    while ((await costOf(waitForQuiet)) > 0);
  }
  await untilNothingIsRead()
  return costOf(async () => {
    await work(otherTab)
    await untilNothingIsRead()
  })
}

describe('However many rows are under review, they cost another tab the same', () => {
  test.each<[what: string, work: (otherTab: Tab) => Promise<void>]>([
    ['that adds a pet by hand', (otherTab) => enterUntil(otherTab, mia, 'added')],
    [
      'that imports a file',
      async (otherTab) => {
        await startImport(otherTab, ...pets(5))
        await expectFinished(otherTab)
      },
    ],
  ])('%s.', async (_what, work) => {
    const costOfFew = await costOfReview(2, work)
    expect(await costOfReview(200, work)).toBe(costOfFew)
  })
})

test('A row is no longer left out once the import is discarded that had a pet like it.', async () => {
  const { tab } = setUp('key-refused')
  const saved = await saveWaitingImport(tab, mia)
  const review = createReview(tab)
  await review.readText('name,category\nMia,1', true)
  await expectSoon(() => review.get().review?.leftOut.length).toBe(1)
  expect(await tab.imports.discard(saved)).toBe('discarded')
  await expectSoon(() => review.get().review?.ready.length).toBe(1)
})
