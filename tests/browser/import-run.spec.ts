import type { BrowserContext, Dialog, Page } from '@playwright/test'
import { alerts, expect, heading, int64, navLink, test } from './fixtures.ts'
import {
  arrivedNames,
  blockIndexedDb,
  button,
  expectCounts,
  expectFinished,
  expectReportMatchesService,
  importStatus,
  openImport,
  petNames,
  reachImport,
  readReport,
  reasons,
  row,
  savedImports,
  startAndHold,
  startAndPause,
  startImport,
} from './import-helpers.ts'

/** With `page.clock`: after a minute, no request is on its way any more. */
const aMinute = (page: Page) => page.clock.fastForward(61_000)

/** The decisions about all rows of a kind. */
const expectDecisions = (page: Page, ...texts: (string | RegExp)[]) =>
  expect(reasons(page, 'Your decision')).toContainText(texts)

const decisions = (page: Page, number: number) => row(page, number).getByRole('button')

const badge = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name })

const busyFor = (seconds: number) => ({
  status: 429,
  headers: { 'retry-after': String(seconds), 'access-control-expose-headers': 'Retry-After' },
})

test('a revoked key is asked for, and the refused row is sent again', async ({ page, petstore }) => {
  const release = await startAndHold(page, petstore, 6, 2)
  petstore.key = 'new-key'
  release()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('API key')).toBeFocused()
  await expect(importStatus(page, 'Your key for Staging no longer works')).toHaveCount(1)
  expect(arrivedNames(petstore)).toEqual(petNames(3))
  const releaseAgain = petstore.hold({ method: 'POST', body: /"Pet 4"/ })
  await page.keyboard.type('new-key')
  await page.keyboard.press('Enter')
  await petstore.arrived(5)

  // Who dismisses the question can sign in again from the import.
  petstore.key = 'newer-key'
  releaseAgain()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(importStatus(page, 'Paused at 4 of 6')).toContainText('no longer works')
  await expect(button(page, 'Resume')).toHaveCount(0)
  await button(page, 'Sign in again').press('Enter')
  await page.keyboard.type('newer-key')
  await page.keyboard.press('Enter')
  await expectFinished(page)
  await expect(page.locator('body')).not.toBeFocused()
  expect(arrivedNames(petstore)).toEqual([...petNames(3), 'Pet 3', 'Pet 4', 'Pet 5', 'Pet 5', 'Pet 6'])
  await expectReportMatchesService(page, petstore, petNames(6))
  expect(petstore.db.all()).toHaveLength(6)
})

test('what was paused before its key ended goes on only when resumed', async ({ page, petstore }) => {
  petstore.dropConnection({ method: 'POST', body: /"Pet 1"/ }, 'after')
  const release = await startAndHold(page, petstore, 4, 2)
  await button(page, 'Pause').click()
  release()
  const isPaused = importStatus(page, 'Paused at 2 of 4')
  await expect(isPaused).toBeVisible()
  petstore.key = 'new-key'
  await button(page, 'Check the list').click()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await page.keyboard.press('Escape')
  // It names the button that is there.
  const hasEnded = importStatus(page, 'Your key for Staging no longer works.')
  await expect(hasEnded).toBeVisible()
  for (const name of ['Resume', 'Check the list', 'Send again row 2']) {
    await expect(button(page, name)).toHaveCount(0)
  }
  await button(page, 'Sign in again').press('Enter')
  await page.keyboard.type('new-key')
  await page.keyboard.press('Enter')
  await expect(isPaused).toBeVisible()
  expect(petstore.posts()).toHaveLength(2)
  await button(page, 'Check the list').click()
  await expectDecisions(page, 'Found in the list 1 row')
  await button(page, 'Mark 1 row as added').click()
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(petNames(4))
})

test('after a 429 the row is sent again as told; pausing works meanwhile', async ({ page, petstore }) => {
  petstore.respond({ method: 'POST', body: /"Pet 2"/ }, busyFor(300))
  petstore.respond({ method: 'POST', body: /"Pet 2"/ }, busyFor(1))
  await startImport(page, petNames(3))
  await expect(importStatus(page, 'Staging is busy. Continuing at')).toBeVisible()
  await expectCounts(page, { Added: 1, Waiting: 2 })
  await button(page, 'Pause').click()
  await expect(importStatus(page, /Paused at/)).toBeVisible()
  expect(petstore.posts()).toHaveLength(2)
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(['Pet 1', 'Pet 2', 'Pet 2', 'Pet 2', 'Pet 3'])
  await expectReportMatchesService(page, petstore, petNames(3))
})

test('going offline pauses; it can be resumed once the network is back', async ({
  page,
  context,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 4, 2)
  await context.setOffline(true)
  release()
  await expect(importStatus(page, 'You went offline.')).toBeVisible()
  await expectCounts(page, { Added: 2, Waiting: 2 })
  await context.setOffline(false)
  expect(petstore.posts()).toHaveLength(2)
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(petNames(4))
  await expectReportMatchesService(page, petstore, petNames(4))
})

test('three unknown rows in a row pause; the list shows which were added', async ({ page, petstore }) => {
  await page.clock.install()
  petstore.dropConnection({ method: 'POST', body: /"Pet (2|4)"/, times: 2 }, 'after')
  petstore.respond({ method: 'POST', body: /"Pet 3"/ }, { status: 503 })
  await startImport(page, petNames(6))
  await expect(importStatus(page, 'Three rows in a row are unknown')).toBeVisible()
  await expectCounts(page, { Added: 1, Unknown: 3, Waiting: 2 })
  expect(petstore.posts()).toHaveLength(4)
  await expectDecisions(page, 'Staging did not confirm these: they may have been added 3 rows')
  // "Send again" is not offered before a check.
  await expect(decisions(page, 4)).toHaveText(['Mark as added'])
  await button(page, 'Check the list').click()
  // The request of the third may still arrive.
  await expectDecisions(page, 'Found in the list 2 rows', /^Not found yet\. Looking again at .* 1 row/)
  const found = row(page, 3).getByRole('link', { name: 'Found: ID 1002' })
  await expect(found).toHaveAttribute('href', '/staging/pets/1002')
  await expect(decisions(page, 4)).toHaveText(['Mark as added'])
  await expect(page.getByText('No duplicates (checked')).toBeVisible()
  // The page looks again by itself when the minute is over.
  await aMinute(page)
  await expectDecisions(page, 'Found in the list 2 rows', /^Not added \(Staging checked at .+\) 1 row/)
  await expect(decisions(page, 4)).toHaveText(['Send again', 'Mark as added'])
  // For a row that was found, only "Mark as added" is offered.
  await expect(decisions(page, 3)).toHaveText(['Mark as added'])
  await button(page, 'Mark as added row 3').click()
  await expectCounts(page, { Added: 2, Unknown: 2, Waiting: 2 })
  await expect(row(page, 3).getByRole('link', { name: 'ID 1002' })).toBeVisible()
  expect(petstore.posts()).toHaveLength(4)

  await button(page, 'Send 1 row again').click()
  // Only the row that the button names is sent; the import stays paused.
  await expectCounts(page, { Added: 3, Unknown: 1, Waiting: 2 })
  await expect(importStatus(page, /Paused at/)).toBeVisible()
  expect(arrivedNames(petstore)).toEqual([...petNames(4), 'Pet 3'])
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual([...petNames(4), 'Pet 3', 'Pet 5', 'Pet 6'])
  await button(page, 'Mark 1 row as added').click()
  await expectCounts(page, { Added: 6 })
  await expectReportMatchesService(page, petstore, petNames(6))
  expect(petstore.db.all()).toHaveLength(6)
})

test('a row like an unknown one is held; a pet answers one of them alone', async ({ page, petstore }) => {
  petstore.dropConnection({ method: 'POST' }, 'after')
  await startImport(page, ['Rex', 'Rex'])
  await expectFinished(page)
  await expectCounts(page, { Added: 0, 'Left out': 1, Unknown: 1 })
  expect(petstore.posts()).toHaveLength(1)
  petstore.dropConnection({ method: 'POST' }, 'before')
  await button(page, 'Include them').click()
  await button(page, 'Resume').click()
  await expectFinished(page)
  await expectCounts(page, { Added: 0, Unknown: 2 })
  await expect(reasons(page, 'Your decision').first()).toContainText('Found in the list 1 row')
  await button(page, 'Mark 1 row as added').click()
  await expectCounts(page, { Added: 1, Unknown: 1 })
  await expectDecisions(page, 'Not found yet.')
  expect(petstore.posts()).toHaveLength(2)
})

test('a row that was given up is not sent again while its request may arrive', async ({ page, petstore }) => {
  await page.clock.install()
  // Neither performed nor answered.
  petstore.writeRaw({ method: 'POST', body: /"Pet 2"/ }, () => new Promise(() => undefined))
  await startImport(page, petNames(3))
  await petstore.arrived(2)
  await button(page, 'Sign out').click()
  await reachImport(page)
  await button(page, 'Check the list').click()
  await expectDecisions(page, /Not found yet.* 1 row/)
  await expect(decisions(page, 3)).toHaveText(['Mark as added'])
  await aMinute(page)
  // It was sent with the key of another sign-in.
  await expectDecisions(page, /Not among the pets Staging shows.* 1 row/)
  // It arrives at last: "Send again" reads the lists once more.
  petstore.db.create({ name: 'Pet 2', categoryId: int64('1') })
  await button(page, 'Send again row 3').click()
  await expectDecisions(page, 'Found in the list 1 row')
  expect(petstore.posts()).toHaveLength(2)
})

test('where the lists are cut, the check says that it cannot tell', async ({ page, petstore }) => {
  await page.clock.install()
  for (let number = 1; number <= 120; number++) petstore.db.create({ name: `Old ${number}` })
  petstore.dropConnection({ method: 'POST', body: /"Pet (1|3)"/, times: 2 }, 'before')
  await startImport(page, petNames(3))
  await expectFinished(page)
  await expectDecisions(page, /Not found yet.* 2 rows/)
  await aMinute(page)
  await expectDecisions(
    page,
    'Not among the pets Staging shows. Sending again could create duplicates 2 rows',
  )
  await expect(page.getByText('so there may be others')).toBeVisible()
  await button(page, 'Mark as added row 2').click()
  await button(page, 'Send again row 4').dblclick()
  await expectFinished(page)
  await expectCounts(page, { Added: 3 })
  expect(arrivedNames(petstore)).toEqual([...petNames(3), 'Pet 3'])
  expect((await readReport(page)).map(({ id }) => id)).toEqual(['', '1121', '1122'])
})

/** Whether the browser asks before unloading the page; if it does, the page stays. */
async function asksBeforeLeaving(page: Page): Promise<boolean> {
  const asked = page.waitForEvent('dialog').then(async (dialog: Dialog) => {
    await dialog.dismiss()
    return dialog.type() === 'beforeunload'
  })
  asked.catch(() => undefined)
  const left = page.reload().then(
    () => false,
    () => asked,
  )
  return Promise.race([asked, left])
}

test('the browser asks before unloading only while it runs, in another environment, too', async ({
  page,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 4, 2)
  expect(await asksBeforeLeaving(page)).toBe(true)
  await page.getByRole('button', { name: /change environment/ }).click()
  await page.getByRole('link', { name: 'Production' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  expect(await asksBeforeLeaving(page)).toBe(true)
  const releaseAgain = petstore.hold({ method: 'POST', body: /"Pet 3"/ })
  release()
  await petstore.arrived(3)
  await page.goBack()
  await button(page, 'Pause').click()
  releaseAgain()
  await expect(button(page, 'Resume')).toBeVisible()
  await navLink(page, 'Pets').click()
  await expect(badge(page, 'Import paused at 3 of 4')).toBeVisible()
  await navLink(page, 'Import').click()
  expect(await asksBeforeLeaving(page)).toBe(false)
  await expect(savedImports(page)).toContainText('3 added, 1 waiting')
})

test('signing out stops a running import, which can be resumed after signing in', async ({
  page,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 5, 2)
  await button(page, 'Sign out').click()
  await expect(heading(page)).toHaveText('Sign in')
  await expect(page.getByText('Pet 1')).toHaveCount(0)
  release()
  await reachImport(page)
  // The request that was on its way was cut off, so the list is to be checked before.
  await expect(importStatus(page, 'Paused at 2 of 5')).toBeVisible()
  await expectCounts(page, { Added: 1, Unknown: 1, Waiting: 3 })
  // It survives a reload.
  await page.reload()
  await expect(savedImports(page)).toContainText('1 added, 1 needs your decision, 3 waiting')
  expect(petstore.posts()).toHaveLength(2)
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(petNames(5))
  await expectReportMatchesService(page, petstore, petNames(5))
})

/** Opens the import page in a second tab of the same browser. */
async function secondTab(context: BrowserContext): Promise<Page> {
  const other = await context.newPage()
  await openImport(other)
  return other
}

test('an import that runs in another tab can be resumed once that is closed', async ({
  page,
  context,
  petstore,
}) => {
  await startAndHold(page, petstore, 4, 2)
  const other = await secondTab(context)
  await expect(savedImports(other)).toContainText('Open in another tab.')
  await expect(savedImports(other).getByRole('button')).toHaveText(['Download report'])
  await page.close()
  await expect(savedImports(other)).toContainText('1 added, 1 needs your decision, 2 waiting')
  await button(other, 'Resume').click()
  await expectFinished(other)
  await expectCounts(other, { Added: 3, Unknown: 1 })
  expect(arrivedNames(petstore)).toEqual(petNames(4))
})

/** Without waiting for the button: it goes as soon as the other tab has begun. */
const pressResume = (tab: Page) =>
  tab.evaluate(() =>
    [...document.querySelectorAll('button')].find((one) => one.innerText === 'Resume')?.click(),
  )

/** Whether the import is in another tab than this one. */
const isElsewhere = async (tab: Page) => (await tab.getByText(/open in another tab\./i).count()) > 0

test('of two tabs that resume an import at once, one does', async ({ page, context, petstore }) => {
  await startAndPause(page, petstore, 6)
  await page.reload()
  await expect(savedImports(page)).toHaveCount(1)
  const other = await secondTab(context)
  await expect(button(other, 'Resume')).toBeVisible()
  await Promise.all([page, other].map(pressResume))
  await expect.poll(async () => (await isElsewhere(page)) !== (await isElsewhere(other))).toBe(true)
  await expectFinished((await isElsewhere(page)) ? other : page)
  expect(arrivedNames(petstore)).toEqual(petNames(6))
})

test('what another tab has begun to send cannot be discarded', async ({ page, context, petstore }) => {
  await startAndPause(page, petstore, 4)
  await page.reload()
  const other = await secondTab(context)
  await button(other, 'Discard').click()
  const release = petstore.hold({ method: 'POST', body: /"Pet 2"/ })
  await button(page, 'Resume').click()
  await petstore.arrived(2)
  await button(other, 'Discard import').click()
  await expect(alerts(other)).toContainText('delivery.csv is open in another tab.')
  release()
  await expectFinished(page)
  await page.reload()
  await expect(savedImports(page)).toContainText('4 added')
})

test('without IndexedDB the user is told before anything is sent', async ({ page, petstore }) => {
  await blockIndexedDb(page)
  await startImport(page, petNames(3))
  await expect(alerts(page).filter({ hasText: 'so nothing more is added' })).toBeVisible()
  expect(petstore.posts()).toEqual([])
  await button(page, 'Add without saving').click()
  await button(page, 'Add 3 pets').click()
  await expectFinished(page)
  await expect(page.getByText('Your browser cannot save this import.')).toBeVisible()
  await expectReportMatchesService(page, petstore, petNames(3))
  expect(arrivedNames(petstore)).toEqual(petNames(3))
  // Its labels come from the memory of this tab, as many as there are.
  petstore.clearReceived()
  await page.getByRole('link', { name: 'Print labels' }).click()
  const labels = page.getByRole('list', { name: 'Labels' }).getByRole('listitem')
  await expect(labels).toHaveText([/Pet 1.*Available/s, /Pet 2.*Available/s, /Pet 3.*Available/s])
  expect(petstore.received).toEqual([])
})

test('when the disk is full, nothing is sent without a record', async ({ page, petstore }) => {
  await page.addInitScript(() => {
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')
      ?.value as IDBObjectStore['put']
    IDBObjectStore.prototype.put = function write(this: IDBObjectStore, ...parameters) {
      if ('isFull' in window) throw new DOMException('The disk is full.', 'QuotaExceededError')
      return put.apply(this, parameters)
    }
  })
  const release = await startAndHold(page, petstore, 4, 2)
  await page.evaluate(() => void Object.assign(window, { isFull: true }))
  release()
  await expect(importStatus(page, 'Progress could not be saved')).toBeVisible()
  await expectCounts(page, { Added: 2, Waiting: 2 })
  expect(petstore.posts()).toHaveLength(2)
  await button(page, 'Resume').click()
  await expect(importStatus(page, 'Progress could not be saved')).toBeVisible()
  expect(petstore.posts()).toHaveLength(2)
  await page.evaluate(() => void Reflect.deleteProperty(window, 'isFull'))
  await button(page, 'Resume').click()
  await expectFinished(page)
  await page.reload()
  await expect(savedImports(page)).toContainText('4 added')
})
