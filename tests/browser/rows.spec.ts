import type { Page } from '@playwright/test'
import { expect, namesOf, signIn, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

const waiting = (page: Page) => page.locator('main tr[data-deferred]')
const byName = (page: Page) => page.getByRole('columnheader', { name: 'Name' }).getByRole('button')
const status = (page: Page, name: string) => page.getByRole('radio', { name })
const scrollTo = (page: Page, top: number) => page.evaluate((to) => window.scrollTo(0, to), top)

/** A hundred: 60 dogs that are available, 39 cats that are pending, and a fish that is sold. */
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

type Frame = { waiting: number; empty: number }

/** Notes after each frame how many rows are not drawn yet, and how many of those a person would see as empty. */
async function watchFrames(page: Page): Promise<() => Promise<Frame[]>> {
  const frames = await page.evaluateHandle(() => {
    const noted: { waiting: number; empty: number }[] = []
    const note = () => {
      const rows = [...document.querySelectorAll('main tr[data-deferred]')]
      const inSight = rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return bottom > 0 && top < window.innerHeight
      })
      noted.push({ waiting: rows.length, empty: inSight.length })
    }
    // A message that is sent in a frame arrives once the frame is painted.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', note)
    port1.start()
    const next = () => {
      port2.postMessage(null)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    return noted
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
    where: 'in the middle of the page, where the head stays in sight',
    prepare: (page: Page) => scrollTo(page, 2000),
    act: (page: Page) => byName(page).click(),
    first: 'Cat 1',
  },
  {
    where: 'after a list that was shorter than the window',
    prepare: async (page: Page) => {
      await status(page, 'Sold').check()
      await expect(namesOf(page)).toHaveText(['Fish'])
    },
    act: (page: Page) => status(page, 'All').check(),
    first: 'Dog 1',
  },
  {
    where: 'at the end of a list that was longer',
    prepare: async (page: Page) => {
      await status(page, 'Available').check()
      await expect(namesOf(page)).toHaveCount(60)
      await status(page, 'All').check()
      await expect(namesOf(page)).toHaveCount(100)
      await expect(waiting(page)).toHaveCount(0)
      await scrollTo(page, 100_000)
    },
    act: (page: Page) => page.goBack(),
    first: 'Dog 1',
  },
]) {
  test(`many rows are drawn in steps, those in sight first: ${where}`, async ({ page, petstore }) => {
    await showHundred(page, petstore)
    await prepare(page)
    const frames = await watchFrames(page)
    await act(page)
    await expect(namesOf(page).first()).toHaveText(first)
    await expect.poll(async () => (await frames()).some((frame) => frame.waiting > 30)).toBe(true)
    await expect(waiting(page)).toHaveCount(0)
    expect((await frames()).filter(({ empty }) => empty > 0)).toEqual([])
  })
}

test('rows that are scrolled to before their turn are drawn in the next frame', async ({
  page,
  petstore,
}) => {
  await showHundred(page, petstore)
  const frames = await watchFrames(page)
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('main tr:last-child[data-deferred]') === null) return
      observer.disconnect()
      window.scrollTo(0, 100_000)
    }).observe(document, { subtree: true, attributes: true })
  })
  await byName(page).click()
  await expect(page.getByRole('link', { name: 'Fish' })).toBeInViewport()
  await expect(waiting(page)).toHaveCount(0)
  const seen = await frames()
  expect(seen.filter(({ empty }) => empty > 0).length).toBeLessThanOrEqual(2)
})

test('a row that has the focus keeps it while the rows are put in another order', async ({
  page,
  petstore,
}) => {
  await showHundred(page, petstore)
  await byName(page).click()
  await expect(namesOf(page).first()).toHaveText('Cat 1')
  const fish = page.getByRole('link', { name: 'Fish' })
  await fish.focus()
  await scrollTo(page, 0)
  await page.goBack()
  await expect(namesOf(page).first()).toHaveText('Dog 1')
  await expect(waiting(page)).toHaveCount(0)
  await expect(fish).toBeFocused()
  await expect(fish).not.toBeInViewport()
})

test('the rows of another list are never seen in the order of the list before', async ({
  page,
  petstore,
}) => {
  await showHundred(page, petstore)
  await status(page, 'Pending').check()
  await expect(namesOf(page)).toHaveCount(39)
  await status(page, 'Available').check()
  await expect(namesOf(page)).toHaveCount(60)
  await byName(page).click()
  await byName(page).click()
  await expect(namesOf(page).first()).toHaveText('Dog 60')
  const seen = await page.evaluateHandle(() => {
    const firsts = new Set<string | undefined>()
    new MutationObserver(() => {
      firsts.add(document.querySelector('main tbody a')?.textContent)
    }).observe(document, { subtree: true, childList: true })
    return firsts
  })
  await page.evaluate(() => history.go(-3))
  await expect(namesOf(page)).toHaveCount(39)
  await expect(namesOf(page).first()).toHaveText('Cat 1')
  expect(await seen.evaluate((firsts) => [...firsts])).toEqual(['Cat 1'])
})
