import type { Page } from '@playwright/test'
import { test } from './core-fixtures.ts'
import { expect, heading, int64, namesOf, openPage, signIn } from './fixtures.ts'

const historyLength = (page: Page) => page.evaluate(() => window.history.length)

test.beforeEach(({ petstore }) => {
  petstore.db.create({ id: int64('7'), name: 'Rex' })
  petstore.db.create({ name: 'Mochi', status: 'pending' })
  petstore.db.create({ name: 'Biscuit', status: 'available' })
})

test('a URL without an environment redirects to the same page of the first environment', async ({
  page,
  baseURL,
}) => {
  for (const [from, to] of [
    ['/', '/staging/pets'],
    ['/pets', '/staging/pets'],
    ['/pets?status=pending&limit=5', '/staging/pets?status=pending&limit=5'],
    ['/pets/new', '/staging/pets/new'],
    ['/pets/7', '/staging/pets/7'],
  ] as const) {
    await page.goto('about:blank')
    const before = await historyLength(page)
    await page.goto(from)
    await expect(page).toHaveURL(`${baseURL}${to}`)
    await expect(heading(page)).toHaveText('Sign in')
    expect(await historyLength(page), from).toBe(before + 1)
  }
})

test('invalid parameters are corrected in place, and not sent', async ({ page, petstore, baseURL }) => {
  await signIn(page, '/staging/pets/new')
  for (const [search, corrected, query] of [
    ['?limit=500', '?limit=100', 'limit=100'],
    ['?limit=20', '', 'limit=20'],
    ['?status=gone', '', 'limit=20'],
    ['?limit=0&status=sold&sort=-name&q=x', '?status=sold&limit=1&q=x&sort=-name', 'limit=1&status=sold'],
  ] as const) {
    await page.goto('/staging/pets/new')
    const before = await historyLength(page)
    petstore.clearReceived()
    await page.goto(`/staging/pets${search}`)
    await expect(page, search).toHaveURL(`${baseURL}/staging/pets${corrected}`)
    await expect(
      page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: /\bpets?\b/ }),
    ).toBeVisible()
    expect(petstore.requestLines(), search).toEqual([`GET /pets?${query}`])
    expect(await historyLength(page), search).toBe(before + 1)
  }
  await page.goBack()
  await expect(heading(page)).toHaveText('Add a pet')
})

async function openBiscuit(page: Page) {
  await page.getByRole('link', { name: 'Biscuit' }).click()
  await expect(heading(page)).toHaveText('Biscuit')
}

async function expectSameList(page: Page) {
  await expect(page).toHaveURL(/\/staging\/pets\?status=available&q=bis&sort=name$/)
  await expect(namesOf(page)).toHaveText(['Biscuit'])
  await expect(page.getByRole('radio', { name: 'Available' })).toBeChecked()
  await expect(page.getByRole('searchbox', { name: 'Search these pets' })).toHaveValue('bis')
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
}

test.describe('a list that was filtered, searched and sorted', () => {
  test.use({ isSignedIn: true })

  test.beforeEach(async ({ page, baseURL }) => {
    await openPage(page)
    await page.getByRole('radio', { name: 'Available' }).check()
    await page.getByRole('button', { name: 'Name' }).click()
    await page.getByRole('searchbox', { name: 'Search these pets' }).fill('bis')
    await expect(page).toHaveURL(`${baseURL}/staging/pets?status=available&q=bis&sort=name`)
  })

  test('is the same after a reload', async ({ page }) => {
    await page.reload()
    await expectSameList(page)
  })

  test('is the same after opening a pet and going back', async ({ page }) => {
    await openBiscuit(page)
    await page.goBack()
    await expectSameList(page)
  })

  test('is where "Back to pets" leads, also after going back and forward', async ({ page }) => {
    await openBiscuit(page)
    await page.goBack()
    await page.goForward()
    await page.getByRole('link', { name: 'Back to pets' }).click()
    await expectSameList(page)
  })

  test('is the same in another tab by its address', async ({ page, context }) => {
    const otherTab = await context.newPage()
    await otherTab.goto(page.url())
    await expectSameList(otherTab)
  })
})

test('a filter and an order each make a history entry, and typing replaces one', async ({
  page,
  baseURL,
}) => {
  await signIn(page)
  await page.getByRole('radio', { name: 'Pending' }).check()
  await expect(namesOf(page)).toHaveText(['Mochi'])
  await page.getByRole('button', { name: 'ID', exact: true }).click()
  await expect(page).toHaveURL(`${baseURL}/staging/pets?status=pending&sort=id`)
  const before = await historyLength(page)
  const search = page.getByRole('searchbox', { name: 'Search these pets' })
  await search.pressSequentially('& söhne + 1')
  await expect(page).toHaveURL(/&q=%26\+s%C3%B6hne\+%2B\+1&sort=id$/)
  expect(await historyLength(page)).toBe(before)
  await page.reload()
  await expect(search).toHaveValue('& söhne + 1')
  // The app is there: it alone says this.
  await expect(page.getByText(/^No matches for/)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${baseURL}/staging/pets?status=pending`)
  await page.goBack()
  await expect(page).toHaveURL(`${baseURL}/staging/pets`)
  await expect(namesOf(page)).toHaveText(['Rex', 'Mochi', 'Biscuit'])
})

/** Makes the browser refuse more than 100 changes of the address in 10 s, as Safari does. */
function refuseManyChanges() {
  const { prototype } = History
  let times: number[] = []
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = Object.getOwnPropertyDescriptor(prototype, name)?.value as History['pushState']
    prototype[name] = function (this: History, ...args) {
      times = [...times.filter((time) => time > performance.now() - 10_000), performance.now()]
      if (times.length > 100)
        throw new DOMException('Attempt to use history more than 100 times', 'SecurityError')
      change.apply(this, args)
    }
  }
}

test('however fast somebody types, the list follows at once, and no text is lost by reloading or leaving', async ({
  page,
}) => {
  await page.addInitScript(refuseManyChanges)
  await signIn(page)
  await expect(namesOf(page)).toHaveCount(3)
  const search = page.getByRole('searchbox', { name: 'Search these pets' })
  const type = async (text: string) => {
    await search.selectText()
    await page.keyboard.type(text)
  }
  await type('x'.repeat(300))
  await expect(namesOf(page)).toHaveCount(0)
  await type('mochi')
  await expect(namesOf(page)).toHaveText(['Mochi'])
  await expect(page).toHaveURL(/q=mochi$/)

  await type('biscuit')
  await page.reload()
  await expect(search).toHaveValue('biscuit')
  await expect(namesOf(page)).toHaveText(['Biscuit'])
  await expect(page).toHaveURL(/q=biscuit$/)

  await type('rex')
  await page.goto('/icon.svg')
  await page.goBack()
  await expect(search).toHaveValue('rex')
  await expect(page).toHaveURL(/q=rex$/)

  await openPage(page)
  await page.getByRole('radio', { name: 'Available' }).locator('..').click()
  await expect(page).toHaveURL(/status=available$/)
  await type('bis')
  await page.goBack()
  await expect(page).toHaveURL(/pets$/)
  await page.goForward()
  await expect(search).toHaveValue('bis')
  await expect(page).toHaveURL(/status=available&q=bis$/)
  await openPage(page)

  await type('mochi')
  await page.getByRole('link', { name: 'Mochi' }).click()
  await expect(heading(page)).toHaveText('Mochi')
  await page.goBack()
  await expect(search).toHaveValue('mochi')
})

test('a text typed before leaving the list is not searched for at another history entry', async ({
  page,
}) => {
  await signIn(page)
  await expect(namesOf(page)).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search these pets' }).focus()
  await page.keyboard.type('rex')
  await page.goto('/icon.svg')
  await openPage(page, '/staging/pets/new')
  await page.reload()
  await page.getByRole('link', { name: 'Pets', exact: true }).click()
  await expect(namesOf(page)).toHaveCount(3)
  await expect(page).toHaveURL(/\/pets$/)
})

test('the same path elsewhere shows the other service', async ({ page, petstore, production }) => {
  production.db.create({ id: int64('7'), name: 'Bella' })
  await signIn(page, '/staging/pets/7')
  await expect(heading(page)).toHaveText('Rex')
  petstore.clearReceived()
  await signIn(page, '/production/pets/7', { key: production.key })
  await expect(heading(page)).toHaveText('Bella')
  expect(petstore.requestLines()).toEqual([])
  await expect.poll(production.requestLines).toEqual(['GET /pets?limit=1', 'GET /pets/7'])
  await page.getByRole('button', { name: /change environment/ }).click()
  await page.getByRole('link', { name: /Staging/ }).click()
  await expect(page.getByRole('main')).toBeFocused()
})

for (const address of ['//pets', '//staging/pets?limit=5', '///staging/pets/7']) {
  test(`${address} is "Page not found", and leads to the list`, async ({ page, petstore, baseURL }) => {
    await signIn(page)
    await expect(namesOf(page)).toHaveCount(3)
    petstore.clearReceived()
    await page.goto(`${baseURL}${address}`)
    await expect(heading(page)).toHaveText('Page not found')
    await expect(page.getByRole('main')).toContainText(address)
    expect(petstore.requestLines()).toEqual([])
    await page.getByRole('link', { name: 'Go to pets' }).click()
    await expect(namesOf(page)).toHaveText(['Rex', 'Mochi', 'Biscuit'])
  })
}
