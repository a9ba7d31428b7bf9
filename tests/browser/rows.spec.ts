import type { Page } from '@playwright/test'
import { expect, namesOf, signIn, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

const deferred = (page: Page) => page.locator('main tr[data-deferred]')
const byName = (page: Page) => page.getByRole('columnheader', { name: 'Name' }).getByRole('button')
const status = (page: Page, name: string) => page.getByRole('radio', { name })
const scrollTo = (page: Page, top: number) => page.evaluate((to) => window.scrollTo(0, to), top)

/** 100 pets: 60 available dogs, 39 pending cats and one sold fish. */
async function showHundred(page: Page, petstore: PetstoreService): Promise<void> {
  for (let number = 1; number <= 60; number++) {
    petstore.db.create({ name: `Dog ${number}`, status: 'available' })
  }
  for (let number = 1; number <= 39; number++) {
    petstore.db.create({ name: `Cat ${number}`, status: 'pending' })
  }
  petstore.db.create({ name: 'Fish', status: 'sold' })
  await signIn(page, '/staging/pets?limit=100')
  await expect(namesOf(page)).toHaveCount(100)
}

type Frame = { deferred: number; empty: number }

/** Records per frame how many rows are deferred, and how many of them are in the viewport and thus visibly empty. */
async function recordFrames(page: Page): Promise<() => Promise<Frame[]>> {
  const frames = await page.evaluateHandle(() => {
    const recorded: { deferred: number; empty: number }[] = []
    const recordFrame = () => {
      const rows = [...document.querySelectorAll('main tr[data-deferred]')]
      const visible = rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return bottom > 0 && top < window.innerHeight
      })
      recorded.push({ deferred: rows.length, empty: visible.length })
    }
    // A message posted in a frame is delivered after the frame is painted.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', recordFrame)
    port1.start()
    const next = () => {
      port2.postMessage(null)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    return recorded
  })
  return () => frames.jsonValue()
}

for (const { where, prepare, act, first } of [
  {
    where: 'at the top of the page',
    prepare: async () => {},
    act: (page: Page) => byName(page).click(),
    first: 'Cat 1',
  },
  {
    where: 'in the middle of the page, with the sticky header',
    prepare: (page: Page) => scrollTo(page, 2000),
    act: (page: Page) => byName(page).click(),
    first: 'Cat 1',
  },
  {
    where: 'after a list that was shorter than the viewport',
    prepare: async (page: Page) => {
      await status(page, 'Sold').check()
      await expect(namesOf(page)).toHaveText(['Fish'])
    },
    act: (page: Page) => status(page, 'All').check(),
    first: 'Dog 1',
  },
  {
    where: 'at the end of a longer list',
    prepare: async (page: Page) => {
      await status(page, 'Available').check()
      await expect(namesOf(page)).toHaveCount(60)
      await status(page, 'All').check()
      await expect(namesOf(page)).toHaveCount(100)
      await expect(deferred(page)).toHaveCount(0)
      await scrollTo(page, 100_000)
    },
    act: (page: Page) => page.goBack(),
    first: 'Dog 1',
  },
]) {
  test(`many rows are rendered in steps, those in the viewport first: ${where}`, async ({
    page,
    petstore,
  }) => {
    await showHundred(page, petstore)
    await prepare(page)
    const frames = await recordFrames(page)
    await act(page)
    await expect(namesOf(page).first()).toHaveText(first)
    await expect.poll(async () => (await frames()).some((frame) => frame.deferred > 30)).toBe(true)
    await expect(deferred(page)).toHaveCount(0)
    expect((await frames()).filter(({ empty }) => empty > 0)).toEqual([])
  })
}

test('deferred rows that are scrolled into view are rendered in the next frame', async ({
  page,
  petstore,
}) => {
  await showHundred(page, petstore)
  const frames = await recordFrames(page)
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('main tr:last-child[data-deferred]') === null) return
      observer.disconnect()
      window.scrollTo(0, 100_000)
    }).observe(document, { subtree: true, attributes: true })
  })
  await byName(page).click()
  await expect(page.getByRole('link', { name: 'Fish' })).toBeInViewport()
  await expect(deferred(page)).toHaveCount(0)
  const seen = await frames()
  expect(seen.filter(({ empty }) => empty > 0).length).toBeLessThanOrEqual(2)
})

test('a focused row keeps the focus when the rows are sorted', async ({ page, petstore }) => {
  await showHundred(page, petstore)
  await byName(page).click()
  await expect(namesOf(page).first()).toHaveText('Cat 1')
  const fish = page.getByRole('link', { name: 'Fish' })
  await fish.focus()
  await scrollTo(page, 0)
  await page.goBack()
  await expect(namesOf(page).first()).toHaveText('Dog 1')
  await expect(deferred(page)).toHaveCount(0)
  await expect(fish).toBeFocused()
  await expect(fish).not.toBeInViewport()
})

test('rows of a new list are never shown in the order of the previous list', async ({ page, petstore }) => {
  await showHundred(page, petstore)
  await status(page, 'Pending').check()
  await expect(namesOf(page)).toHaveCount(39)
  await status(page, 'Available').check()
  await expect(namesOf(page)).toHaveCount(60)
  await byName(page).click()
  await byName(page).click()
  await expect(namesOf(page).first()).toHaveText('Dog 60')
  const seen = await page.evaluateHandle(() => {
    const firsts = new Set<string>()
    new MutationObserver(() => {
      // Something else may change before the address does.
      if (!window.location.search.includes('pending')) return
      const isBusy = document.querySelector('main [data-busy]') !== null
      firsts.add(`${isBusy ? 'busy: ' : ''}${document.querySelector('main tbody a')?.textContent}`)
    }).observe(document, { subtree: true, childList: true })
    return firsts
  })
  await page.evaluate(() => history.go(-3))
  await expect(namesOf(page)).toHaveCount(39)
  await expect(namesOf(page).first()).toHaveText('Cat 1')
  const firsts = await seen.evaluate((set) => [...set])
  // While it is busy, the previous list stays as it was.
  expect(firsts.filter((first) => first !== 'busy: Dog 60')).toEqual(['Cat 1'])
})
