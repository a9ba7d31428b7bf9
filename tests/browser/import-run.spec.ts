import type { BrowserContext, Page } from '@playwright/test'
import {
  alerts,
  configFor,
  expect,
  heading,
  KEY,
  namesOf,
  navLink,
  PRODUCTION_KEY,
  signIn,
  test,
} from './fixtures.ts'
import {
  blockIndexedDb,
  button,
  chooseFile,
  csvOf,
  expectCounts,
  expectFinished,
  expectReportMatchesService,
  IMPORT,
  importStatus,
  openImport,
  petNames,
  reachImport,
  readReport,
  row,
  savedImports,
  startImport,
} from './import-helpers.ts'
import type { PetstoreService } from './petstore-service.ts'

/** The names that arrived at the service, in order. */
const arrivedNames = (petstore: PetstoreService) =>
  petstore.posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)

/** Starts an import that stops at this row: the service has added it, but holds the response back. */
async function startAndHold(page: Page, petstore: PetstoreService, count: number, heldRow: number) {
  const release = petstore.hold({ method: 'POST', body: new RegExp(`"Pet ${heldRow}"`) })
  await startImport(page, petNames(count))
  await petstore.arrived(heldRow)
  return release
}

/** Starts an import and pauses it after the first row. */
async function startAndPause(page: Page, petstore: PetstoreService, count: number) {
  const release = await startAndHold(page, petstore, count, 1)
  await button(page, 'Pause').click()
  release()
  await expect(button(page, 'Resume')).toBeVisible()
}

test('when the key is revoked during an import, the user is asked for a new one and the rejected row is sent again', async ({
  page,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 6, 3)
  petstore.key = 'new-key'
  release()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('API key')).toBeFocused()
  await expect(importStatus(page, 'Your key for Staging no longer works')).toHaveCount(1)
  expect(arrivedNames(petstore)).toEqual(petNames(4))
  await page.keyboard.type('new-key')
  await page.keyboard.press('Enter')
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual([...petNames(4), 'Pet 4', 'Pet 5', 'Pet 6'])
  await expectCounts(page, ['6', '0', '0', '0'])
  await expectReportMatchesService(page, petstore, petNames(6))
  expect(petstore.db.all()).toHaveLength(6)
})

test('who dismisses the question for a key can sign in again from the import, which then continues', async ({
  page,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 4, 2)
  petstore.key = 'new-key'
  release()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(importStatus(page, 'Paused at 2 of 4')).toContainText('Sign in again to continue.')
  await expect(button(page, 'Resume')).toHaveCount(0)
  await button(page, 'Sign in again').press('Enter')
  await page.keyboard.type('new-key')
  await page.keyboard.press('Enter')
  await expectFinished(page)
  await expect(page.locator('body')).not.toBeFocused()
  expect(arrivedNames(petstore)).toEqual([...petNames(3), 'Pet 3', 'Pet 4'])
  expect(petstore.db.all()).toHaveLength(4)
})

test('an import that was paused before its key ended names the button that is there, and goes on only when resumed', async ({
  page,
  petstore,
}) => {
  petstore.dropConnection({ method: 'POST', body: /"Pet 1"/ }, 'after')
  const release = await startAndHold(page, petstore, 4, 2)
  await button(page, 'Pause').click()
  release()
  await expect(importStatus(page, 'Paused. Check the list, then select Resume.')).toBeVisible()
  petstore.key = 'new-key'
  await button(page, 'Check the list').click()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(importStatus(page, 'Your key for Staging no longer works.')).toContainText(
    'Sign in again, then select Resume.',
  )
  for (const name of ['Resume', 'Check the list', 'Send again row 2']) {
    await expect(button(page, name)).toHaveCount(0)
  }
  await button(page, 'Sign in again').press('Enter')
  await page.keyboard.type('new-key')
  await page.keyboard.press('Enter')
  await expect(importStatus(page, 'Paused. Check the list, then select Resume.')).toBeVisible()
  expect(petstore.posts()).toHaveLength(2)
  await button(page, 'Check the list').click()
  await expect(importStatus(page, 'Paused. Select Resume to continue.')).toBeVisible()
  await button(page, 'Mark as added').first().click()
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(petNames(4))
})

test('after a 429 the same row is sent again when Retry-After has passed', async ({ page, petstore }) => {
  petstore.respond(
    { method: 'POST', body: /"Pet 2"/ },
    {
      status: 429,
      body: { code: 'busy', message: 'Later.', status: 429 },
      headers: { 'retry-after': '1', 'access-control-expose-headers': 'Retry-After' },
    },
  )
  await startImport(page, petNames(3))
  await expect(importStatus(page, 'Staging is busy. Continuing at')).toBeVisible()
  await expectCounts(page, ['1', '0', '0', '2'])
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(['Pet 1', 'Pet 2', 'Pet 2', 'Pet 3'])
  await expectCounts(page, ['3', '0', '0', '0'])
  await expectReportMatchesService(page, petstore, petNames(3))
})

test('pausing works immediately during a Retry-After wait', async ({ page, petstore }) => {
  petstore.respond({ method: 'POST', body: /"Pet 2"/ }, { status: 429, headers: { 'retry-after': '300' } })
  await startImport(page, petNames(3))
  await expect(importStatus(page, 'Staging is busy')).toBeVisible()
  await button(page, 'Pause').click()
  await expect(importStatus(page, 'Paused.')).toBeVisible()
  expect(petstore.posts()).toHaveLength(2)
  await button(page, 'Resume').click()
  await expectFinished(page)
  await expectReportMatchesService(page, petstore, petNames(3))
})

test('an import paused by a network failure can be resumed once the network is back', async ({
  page,
  context,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 4, 2)
  await context.setOffline(true)
  release()
  await expect(importStatus(page, 'Import paused because you are offline.')).toBeVisible()
  await expectCounts(page, ['2', '0', '0', '2'])
  await context.setOffline(false)
  expect(petstore.posts()).toHaveLength(2)
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(petNames(4))
  await expectReportMatchesService(page, petstore, petNames(4))
})

test('three unknown rows in a row pause the import, and "Check the list" finds those that were added', async ({
  page,
  petstore,
}) => {
  petstore.dropConnection({ method: 'POST', body: /"Pet (2|4)"/, times: 2 }, 'after')
  petstore.respond({ method: 'POST', body: /"Pet 3"/ }, { status: 503 })
  await startImport(page, petNames(6))
  await expect(importStatus(page, 'three rows in a row are unknown')).toBeVisible()
  await expectCounts(page, ['1', '0', '3', '2'])
  expect(petstore.posts()).toHaveLength(4)
  await expect(page.getByText('3 rows are unknown')).toContainText(
    'Staging did not confirm whether they were added',
  )

  // The text names the buttons that are there, in their order.
  await expect(importStatus(page, 'Check the list, then select Resume.')).toBeVisible()
  // "Send again" is not offered before a check.
  await expect(row(page, 4).getByRole('button')).toHaveText(['Mark as added row 4'])
  await button(page, 'Check the list').click()
  await expect(page.getByText('2 unknown rows were found in the list')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pet 2, ID 1002' })).toHaveAttribute(
    'href',
    '/staging/pets/1002',
  )
  await expect(page.getByText('1 unknown row was not found in the full list: row 4')).toBeVisible()
  await expect(
    importStatus(page, 'three rows in a row are unknown. Select Resume to continue.'),
  ).toBeVisible()
  await expect(page.getByText('No duplicates found among the pets in Staging.')).toBeVisible()
  // For a row that was found, only "Mark as added" is offered.
  await expect(row(page, 3).getByRole('button')).toHaveText(['Mark as added row 3'])
  await expect(row(page, 4).getByRole('button')).toHaveText(['Send again row 4', 'Mark as added row 4'])
  await button(page, 'Mark as added').first().click()
  await expectCounts(page, ['2', '0', '2', '2'])
  await expect(row(page, 3).getByRole('link', { name: 'ID 1002' })).toBeVisible()
  expect(petstore.posts()).toHaveLength(4)

  await button(page, 'Send 1 row again').click()
  // Only the row that the button names is sent; the import stays paused.
  await expectCounts(page, ['3', '0', '1', '2'])
  await expect(importStatus(page, 'Paused.')).toBeVisible()
  expect(arrivedNames(petstore)).toEqual(['Pet 1', 'Pet 2', 'Pet 3', 'Pet 4', 'Pet 3'])
  // The result of the check is older than the row that was just sent, so it is removed.
  await expect(page.getByText('Checked at')).toHaveCount(0)
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(['Pet 1', 'Pet 2', 'Pet 3', 'Pet 4', 'Pet 3', 'Pet 5', 'Pet 6'])
  await button(page, 'Mark as added').click()
  await expectCounts(page, ['6', '0', '0', '0'])
  await expectReportMatchesService(page, petstore, petNames(6))
  expect(petstore.db.all()).toHaveLength(6)
})

test('a cancelled check says nothing about the rows, even if lists were loaded before', async ({
  page,
  petstore,
}) => {
  // The list was loaded while the store was empty, so it is older than the import.
  await signIn(page, '/staging/pets?limit=100')
  await expect(page.getByText('No pets in Staging yet')).toBeVisible()
  petstore.dropConnection({ method: 'POST', body: /"Pet 2"/ }, 'after')
  const release = petstore.hold({ method: 'POST', body: /"Pet 3"/ })
  await navLink(page, 'Import').click()
  await chooseFile(page, csvOf(petNames(4)))
  await button(page, 'Add 4 pets').click()
  await petstore.arrived(3)
  await button(page, 'Pause').click()
  release()
  await expect(button(page, 'Resume')).toBeVisible()
  const releaseCheck = petstore.hold({ method: 'GET' })
  await button(page, 'Check the list').click()
  await button(page, 'Cancel').click()
  await expect(alerts(page)).toContainText('The list could not be checked.')
  await expect(page.getByText(/not found in the full list/)).toHaveCount(0)
  await expect(page.getByText('Checked at')).toHaveCount(0)
  releaseCheck()
  await button(page, 'Check the list').click()
  await expect(page.getByText('1 unknown row was found in the list')).toBeVisible()
})

test('a row whose request was given up is not offered to be sent again while it may still arrive', async ({
  page,
  petstore,
}) => {
  petstore.hold({ method: 'POST', body: /"Pet 2"/ })
  await startImport(page, petNames(3))
  await petstore.arrived(2)
  await button(page, 'Sign out').click()
  // As if the request were still on its way.
  petstore.db.clear()
  await page.getByLabel('API key').fill(KEY)
  await button(page, 'Sign in').click()
  await button(page, 'Check the list').click()
  await expect(page.getByText('Check again in a minute')).toBeVisible()
  await expect(row(page, 3).getByRole('button')).toHaveText(['Mark as added row 3'])
  petstore.respond({ method: 'GET' }, { status: 403, body: { code: 'no', message: 'Not now.', status: 403 } })
  await button(page, 'Check the list').click()
  await expect(alerts(page)).toContainText('The list could not be checked.')
  await expect(row(page, 3).getByRole('button')).toHaveText(['Mark as added row 3'])
  expect(petstore.posts()).toHaveLength(2)
})

test('the second click of a double click sends nothing, even if the first one has already finished', async ({
  page,
  petstore,
}) => {
  petstore.dropConnection({ method: 'POST', body: /"Pet 2"/, times: 2 }, 'before')
  await startImport(page, petNames(2))
  await expectFinished(page)
  await button(page, 'Send again row 3').click()
  await expect.poll(() => petstore.posts().length).toBe(3)
  await expectFinished(page)
  await button(page, 'Send again row 3').dispatchEvent('click', { detail: 2 })
  await button(page, 'Send 1 row again').dispatchEvent('click', { detail: 2 })
  await button(page, 'Check the list').click()
  await expectFinished(page)
  expect(petstore.posts()).toHaveLength(3)
})

test('a finished import with an unknown row can be opened but not resumed, and is checked again', async ({
  page,
  petstore,
}) => {
  petstore.dropConnection({ method: 'POST', body: /"Pet 2"/ }, 'after')
  await startImport(page, petNames(2))
  await expectFinished(page)
  await page.reload()
  await expect(savedImports(page)).toContainText('1 added, 1 unknown')
  await expect(savedImports(page).getByRole('button')).toHaveText(['Open', 'Download report', 'Discard'])
  await savedImports(page).getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('1 unknown row was found in the list')).toBeVisible()
  expect(petstore.posts()).toHaveLength(2)
})

test('when the lists are truncated, the check says that it cannot tell; a row can be sent again or marked as added', async ({
  page,
  petstore,
}) => {
  for (let number = 1; number <= 120; number++) petstore.db.create({ name: `Old ${number}` })
  petstore.dropConnection({ method: 'POST', body: /"Pet (1|3)"/, times: 2 }, 'before')
  await startImport(page, petNames(3))
  await expectFinished(page)
  await expect(page.getByText('2 unknown rows were not found')).toContainText(
    'but Staging returns at most 100 pets per list: rows 2, 4. Sending them again could create duplicates.',
  )
  await expect(page.getByText('There may be others.')).toBeVisible()
  expect(petstore.posts()).toHaveLength(3)
  await button(page, 'Mark as added row 2').click()
  await button(page, 'Send again row 4').dblclick()
  await expectFinished(page)
  await expectCounts(page, ['3', '0', '0', '0'])
  expect(arrivedNames(petstore)).toEqual([...petNames(3), 'Pet 3'])
  expect((await readReport(page)).map(({ outcome, id }) => `${outcome} ${id}`)).toEqual([
    'added ',
    'added 1121',
    'added 1122',
  ])
})

test('pets that match a row are listed as possible duplicates with their IDs', async ({ page, petstore }) => {
  petstore.db.create({ name: 'Pet 2' })
  await startImport(page, petNames(3))
  await expectFinished(page)
  const duplicates = page.getByRole('list', { name: 'Possible duplicates' }).getByRole('listitem')
  await expect(duplicates).toHaveText(['Pet 2, ID 1001matches row 3'])
  await expect(duplicates.getByRole('link')).toHaveAttribute('href', '/staging/pets/1001')
})

test('a failed check shows the error and can be retried', async ({ page, petstore }) => {
  await startAndPause(page, petstore, 3)
  petstore.respond({ method: 'GET' }, { status: 403, body: { code: 'no', message: 'Not now.', status: 403 } })
  await button(page, 'Check the list').click()
  await expect(alerts(page)).toContainText('The list could not be checked. ')
  await expect(alerts(page)).toContainText('Not now.')
  await button(page, 'Check the list').click()
  await expect(page.getByText('No duplicates found among the pets in Staging.')).toBeVisible()
  await expect(alerts(page)).toHaveCount(0)
})

test('visiting another page does not interrupt the import, and the badge in the header links back', async ({
  page,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 8, 3)
  await navLink(page, 'Pets').click()
  await expect(heading(page)).toHaveText('Pets')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Importing 2 of 8' })).toBeVisible()
  release()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Import finished: 8 of 8' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Import finished: 8 of 8' }).click()
  await expectFinished(page)
  await expectReportMatchesService(page, petstore, petNames(8))
  expect(arrivedNames(petstore)).toEqual(petNames(8))
})

test('an open list shows the new pets once the import has finished', async ({ page, petstore }) => {
  const release = await startAndHold(page, petstore, 3, 3)
  await navLink(page, 'Pets').click()
  await expect(namesOf(page)).toHaveCount(3)
  release()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Import finished: 3 of 3' })).toBeVisible()
  await expect(namesOf(page)).toHaveText(['Pet 3', 'Pet 2', 'Pet 1'])
})

/** Whether the browser asks before unloading the page; the test stays on the page. */
async function asksBeforeLeaving(page: Page): Promise<boolean> {
  let asked = false
  const stay = async (dialog: { type: () => string; dismiss: () => Promise<void> }) => {
    asked = dialog.type() === 'beforeunload'
    await dialog.dismiss()
  }
  page.on('dialog', stay)
  const loaded = page.waitForEvent('load').then(() => 'loaded')
  const prompted = page.waitForEvent('dialog').then(() => 'asked')
  page.reload().catch(() => undefined)
  await Promise.race([loaded, prompted])
  loaded.catch(() => undefined)
  prompted.catch(() => undefined)
  page.off('dialog', stay)
  return asked
}

test('the browser asks before unloading only while the import runs', async ({ page, petstore }) => {
  const release = await startAndHold(page, petstore, 4, 2)
  expect(await asksBeforeLeaving(page)).toBe(true)
  await button(page, 'Pause').click()
  release()
  await expect(button(page, 'Resume')).toBeVisible()
  await navLink(page, 'Pets').click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Import paused at 2 of 4' })).toBeVisible()
  await navLink(page, 'Import').click()
  expect(await asksBeforeLeaving(page)).toBe(false)
  await expect(savedImports(page)).toContainText('2 added, 2 waiting')
})

test('visiting another environment does not interrupt the import, and the browser still asks before unloading', async ({
  page,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 5, 2)
  await page.getByRole('button', { name: /change environment/ }).click()
  await page.getByRole('link', { name: 'Production' }).click()
  await expect(heading(page)).toHaveText('Sign in')
  expect(await asksBeforeLeaving(page)).toBe(true)
  release()
  await petstore.arrived(5)
  await page.goBack()
  await expectFinished(page)
  await expectReportMatchesService(page, petstore, petNames(5))
})

test('signing out stops a running import and keeps its record', async ({ page, petstore }) => {
  const release = await startAndHold(page, petstore, 5, 2)
  await button(page, 'Sign out').click()
  await expect(heading(page)).toHaveText('Sign in')
  release()
  await expect(page.getByText('Pet 1')).toHaveCount(0)
  await openImport(page)
  expect(petstore.posts()).toHaveLength(2)
  await expect(savedImports(page)).toContainText('delivery.csv')
  await expect(savedImports(page)).toContainText(/(2 added|1 added, 1 unknown), 3 waiting/)
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(petNames(5))
  await expectReportMatchesService(page, petstore, petNames(5))
})

test('after signing out and in again, the stopped import can be resumed', async ({ page, petstore }) => {
  const release = await startAndHold(page, petstore, 5, 2)
  await button(page, 'Sign out').click()
  release()
  await reachImport(page)
  await expect(button(page, 'Resume')).toBeVisible()
  // The request that was on its way may have been cut off: then the list is to be checked before.
  await expect(importStatus(page, /You are signed in again\. .*[Ss]elect Resume/)).toBeVisible()
  expect(petstore.posts()).toHaveLength(2)
  await button(page, 'Resume').click()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(petNames(5))
  await expectReportMatchesService(page, petstore, petNames(5))
})

/** Shown after pressing "Resume". */
const openElsewhere = (tab: Page) => alerts(tab).filter({ hasText: 'delivery.csv is open in another tab.' })

/** Opens the import page in a second tab of the same browser. */
async function secondTab(context: BrowserContext): Promise<Page> {
  const other = await context.newPage()
  await openImport(other)
  return other
}

test('an import that runs in another tab is marked as such, and can be neither resumed nor discarded', async ({
  page,
  context,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 4, 2)
  const other = await secondTab(context)
  await expect(savedImports(other)).toContainText('Open in another tab.')
  await expect(button(other, 'Resume')).toHaveCount(0)
  await expect(button(other, 'Discard')).toHaveCount(0)
  release()
  await expectFinished(page)
  expect(arrivedNames(petstore)).toEqual(petNames(4))
})

test('when two tabs resume the same import at once, one continues and the other says where it is open', async ({
  page,
  context,
  petstore,
}) => {
  await startAndPause(page, petstore, 6)
  await page.reload()
  await expect(savedImports(page)).toHaveCount(1)
  const other = await secondTab(context)
  await expect(button(other, 'Resume')).toBeVisible()
  await Promise.all([page, other].map((tab) => button(tab, 'Resume').click()))
  await expect
    .poll(async () => (await openElsewhere(page).count()) + (await openElsewhere(other).count()))
    .toBe(1)
  await expectFinished((await openElsewhere(page).count()) === 0 ? page : other)
  expect(arrivedNames(petstore)).toEqual(petNames(6))
})

test('an import whose tab was closed can be resumed in another tab', async ({ page, context, petstore }) => {
  await startAndPause(page, petstore, 3)
  const other = await secondTab(context)
  await expect(savedImports(other)).toContainText('Open in another tab.')
  await page.close()
  await button(other, 'Resume').click()
  await expectFinished(other)
  expect(arrivedNames(petstore)).toEqual(petNames(3))
})

test('an import cannot be resumed under another base URL', async ({ page, petstore, production, site }) => {
  await startAndPause(page, petstore, 3)
  // Another service under the same environment name.
  site.configure(configFor(production, production))
  await page.reload()
  await reachImport(page, PRODUCTION_KEY)
  await expect(savedImports(page)).toContainText(
    `Started for ${petstore.baseUrl}. Staging now uses another address, so this import cannot continue.`,
  )
  await expect(button(page, 'Resume')).toHaveCount(0)
  await expect(button(page, 'Download report')).toBeVisible()
  expect(production.posts()).toEqual([])
  expect(production.received.map(({ authorization }) => authorization)).not.toContain(`Bearer ${KEY}`)
})

test('an import is not offered in another environment', async ({ page, petstore }) => {
  await startAndPause(page, petstore, 3)
  await signIn(page, '/production/pets/import', { key: PRODUCTION_KEY })
  await expect(page.getByLabel('Spreadsheet file')).toBeVisible()
  await expect(savedImports(page)).toHaveCount(0)
})

test('of many saved imports three are shown, first what is not done; "Show all" shows the others', async ({
  page,
  petstore,
}) => {
  await startAndPause(page, petstore, 2)
  await button(page, 'Save and close').click()
  for (const name of ['b', 'c', 'd']) {
    await chooseFile(page, csvOf([name]), `${name}.csv`)
    await button(page, 'Add 1 pet').click()
    await expectFinished(page)
    await button(page, 'Import another file').click()
  }
  await expect(savedImports(page)).toHaveText([
    /delivery\.csv.*1 row is still to be added/s,
    /d\.csv/,
    /c\.csv/,
  ])
  await button(page, 'Show all 4').press('Enter')
  await expect(savedImports(page)).toHaveCount(4)
  await expect(savedImports(page).nth(3).getByRole('button', { name: 'Open' })).toBeFocused()
})

test('discarding asks first, and deletes the import for good', async ({ page, petstore }) => {
  await startAndPause(page, petstore, 3)
  await page.reload()
  await button(page, 'Discard').click()
  const question = page.getByRole('dialog', { name: 'Discard this import?' })
  await expect(question).toContainText('1 added, 2 waiting')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(savedImports(page)).toHaveCount(1)
  await button(page, 'Discard').click()
  await question.getByRole('button', { name: 'Discard import' }).click()
  await expect(savedImports(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Spreadsheet file')).toBeVisible()
  await expect(savedImports(page)).toHaveCount(0)
  expect(petstore.db.all()).toHaveLength(1)
  expect(petstore.posts()).toHaveLength(1)
})

test('an import that runs in another tab cannot be discarded from an outdated list', async ({
  page,
  context,
  petstore,
}) => {
  await startAndPause(page, petstore, 4)
  await page.reload()
  const other = await secondTab(context)
  await button(other, 'Discard').click()
  const release = petstore.hold({ method: 'POST', body: /"Pet 2"/ })
  await button(page, 'Resume').click()
  await petstore.arrived(2)
  await button(other, 'Discard import').click()
  await expect(other.getByText(/open in another tab\./i).first()).toBeVisible()
  release()
  await expectFinished(page)
  await page.reload()
  await expect(savedImports(page)).toContainText('4 added')
})

test('without IndexedDB the user is warned, and must accept before the import starts', async ({
  page,
  petstore,
}) => {
  await blockIndexedDb(page)
  await signIn(page, IMPORT)
  await chooseFile(page, csvOf(petNames(3)))
  await expect(alerts(page)).toContainText('Your browser cannot save this import.')
  await button(page, 'Add 3 pets').click()
  await expect(page.getByText('Select this to continue')).toBeVisible()
  const accept = page.getByRole('checkbox', { name: 'Import without a saved record' })
  await expect(accept).toHaveAttribute('aria-invalid', 'true')
  await expect(accept).toBeFocused()
  expect(petstore.posts()).toEqual([])
  await accept.check()
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

test('when the disk is full, the import pauses before the next row and sends nothing without a record', async ({
  page,
  petstore,
}) => {
  await page.addInitScript(() => {
    for (const method of ['put', 'add'] as const) {
      const real = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, method)
        ?.value as IDBObjectStore['put']
      IDBObjectStore.prototype[method] = function write(this: IDBObjectStore, ...parameters) {
        if ((window as unknown as { isFull?: boolean }).isFull === true) {
          throw new DOMException('The disk is full.', 'QuotaExceededError')
        }
        return real.apply(this, parameters)
      }
    }
  })
  const release = await startAndHold(page, petstore, 4, 2)
  await page.evaluate(() => void Object.assign(window, { isFull: true }))
  release()
  await expect(importStatus(page, 'progress could not be saved')).toBeVisible()
  await expectCounts(page, ['2', '0', '0', '2'])
  expect(petstore.posts()).toHaveLength(2)
  await button(page, 'Resume').click()
  await expect(importStatus(page, 'progress could not be saved')).toBeVisible()
  expect(petstore.posts()).toHaveLength(2)
  await page.evaluate(() => void Object.assign(window, { isFull: false }))
  await button(page, 'Resume').click()
  await expectFinished(page)
  await page.reload()
  await expect(savedImports(page)).toContainText('4 added')
})

test('if the record cannot be created, nothing is sent and the user is told', async ({ page, petstore }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
  await startImport(page, petNames(3))
  await expect(alerts(page)).toContainText('could not be saved on this device, so nothing was added')
  expect(petstore.posts()).toEqual([])
})
