import type { Page } from '@playwright/test'
import { type PersistentBrowser, test, type KillMethod, KILL_METHODS } from './persistent-browser.ts'
import { expect } from './fixtures.ts'
import {
  aMinuteLater,
  arrivedNames,
  button,
  expectFinished,
  expectReportMatchesService,
  IMPORT,
  petNames,
  reachImport,
  savedImports,
  startImport,
} from './import-helpers.ts'
import type { PetstoreService } from './petstore-service.ts'

async function killAndReturn(persistent: PersistentBrowser, method: KillMethod) {
  await persistent.kill(method)
  if (method !== 'reload') await persistent.page.goto(IMPORT)
  await reachImport(persistent.page)
  await expect(savedImports(persistent.page)).toHaveCount(1)
  await expect(savedImports(persistent.page)).toContainText('delivery.csv')
}

/** Marks unknown rows that were found as added, and sends the others again, as the user would. */
async function settleUnknown(page: Page) {
  const markAdded = button(page, /^Mark \d+ rows? as added$/)
  if ((await markAdded.count()) > 0) await markAdded.last().click()
  // Until a minute has passed, requests may still be on their way.
  if ((await page.getByText('Not found yet').count()) > 0) {
    await aMinuteLater(page)
    await button(page, 'Check the list').click()
  }
  await expect(page.getByText('Not found yet')).toHaveCount(0)
  // By key: it may have come to where the other button was, and a second click there would be that of a double click.
  const sendAgain = button(page, /^Send \d+ rows? again$/)
  while ((await sendAgain.count()) > 0) await sendAgain.first().press('Enter')
  // What is being sent counts as waiting.
  await expect(page.getByLabel('Outcome', { exact: true }).getByText(/Unknown|Waiting/)).toHaveCount(0)
  await expectFinished(page)
}

function countNames(names: readonly string[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
  return times
}

function expectNoDuplicates(persistent: PersistentBrowser, petstore: PetstoreService) {
  for (const names of [persistent.sent, arrivedNames(petstore), petstore.db.all().map(({ name }) => name)]) {
    expect([...countNames(names)].filter(([, times]) => times > 1)).toEqual([])
  }
}

for (const method of KILL_METHODS) {
  test(`killed by ${method} at every critical point, an import resumes with at most one unknown row per crash`, async ({
    persistent,
    petstore,
  }) => {
    test.slow()
    const names = petNames(30)
    await startImport(persistent.page, names)
    await petstore.arrived(1)
    await button(persistent.page, 'Pause').click()
    await expect(button(persistent.page, 'Resume')).toBeVisible()

    // The intent is saved, but the request was not sent.
    const beforeFetch = await persistent.stallAt('before the fetch', 'Pet 20')
    await button(persistent.page, 'Resume').click()
    await beforeFetch.reached
    await killAndReturn(persistent, method)
    await expect(savedImports(persistent.page)).toContainText('19 added, 1 needs your decision, 10 waiting')
    // A second crash changes nothing.
    await killAndReturn(persistent, 'reload')
    await expect(savedImports(persistent.page)).toContainText('19 added, 1 needs your decision, 10 waiting')

    // The service added the pet, but the response was lost.
    petstore.hold({ method: 'POST', body: /"Pet 22"/ })
    await button(persistent.page, 'Resume').click()
    await petstore.arrived(21)
    // The page's report of the request, which a kill would lose.
    await expect.poll(() => persistent.sent).toContain('Pet 22')
    await killAndReturn(persistent, method)
    await expect(savedImports(persistent.page)).toContainText('20 added, 2 need your decision, 8 waiting')

    // The response arrived, but its outcome was not saved.
    const beforeWritten = await persistent.stallAt('before the outcome is written', 'Pet 24')
    await button(persistent.page, 'Resume').click()
    await beforeWritten.reached
    await killAndReturn(persistent, method)
    await expect(savedImports(persistent.page)).toContainText('21 added, 3 need your decision, 6 waiting')

    // Paused: all outcomes are saved.
    const release = petstore.hold({ method: 'POST', body: /"Pet 26"/ })
    await button(persistent.page, 'Resume').click()
    await petstore.arrived(25)
    await button(persistent.page, 'Pause').click()
    release()
    await expect(button(persistent.page, 'Resume')).toBeVisible()
    await killAndReturn(persistent, method)
    await expect(savedImports(persistent.page)).toContainText('23 added, 3 need your decision, 4 waiting')

    // The last outcome has just been saved.
    const written = await persistent.stallAt('after the outcome was written', 'Pet 30')
    await button(persistent.page, 'Resume').click()
    await written.reached
    await killAndReturn(persistent, method)
    await expect(savedImports(persistent.page)).toContainText('27 added, 3 need your decision')

    await button(persistent.page, 'Open').click()
    await expectFinished(persistent.page)
    const report = await expectReportMatchesService(persistent.page, petstore, names)
    expect(report.filter(({ outcome }) => outcome === 'unknown').map(({ cells }) => cells[0])).toEqual([
      'Pet 20',
      'Pet 22',
      'Pet 24',
    ])
    expectNoDuplicates(persistent, petstore)
    expect(petstore.posts()).toHaveLength(29)
    expect(persistent.sent).toHaveLength(29)

    await settleUnknown(persistent.page)
    await expectReportMatchesService(persistent.page, petstore, names)
    expect(
      petstore.db
        .all()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted())
    expectNoDuplicates(persistent, petstore)
  })
}
