import { type KillMethod, type PersistentBrowser, test } from './persistent-browser.ts'
import { expect } from './fixtures.ts'
import {
  arrivedNames,
  button,
  expectCounts,
  expectFinished,
  expectReportMatchesService,
  IMPORT,
  petNames,
  reachImport,
  savedImports,
  startAndHold,
} from './import-helpers.ts'

async function killAndReturn(persistent: PersistentBrowser, method: KillMethod, counts: string) {
  await persistent.kill(method)
  if (method !== 'reload') await persistent.page.goto(IMPORT)
  await reachImport(persistent.page)
  await expect(savedImports(persistent.page)).toHaveCount(1)
  await expect(savedImports(persistent.page)).toContainText(`delivery.csv`)
  await expect(savedImports(persistent.page)).toContainText(counts)
}

test('whenever and however its tab is killed, an import resumes with at most one unknown row per crash', async ({
  persistent,
  petstore,
}) => {
  test.slow()
  const names = petNames(20)
  const resume = () => button(persistent.page, 'Resume').click()
  const releaseFirst = await startAndHold(persistent.page, petstore, names.length, 1)
  await button(persistent.page, 'Pause').click()
  releaseFirst()
  await expect(button(persistent.page, 'Resume')).toBeVisible()

  // The intent is saved, but the request was not sent.
  const beforeFetch = await persistent.stallAt('before the fetch', 'Pet 10')
  await resume()
  await beforeFetch.reached
  await killAndReturn(persistent, 'SIGKILL', '9 added, 1 needs your decision, 10 waiting')
  // A second crash changes nothing.
  await killAndReturn(persistent, 'reload', '9 added, 1 needs your decision, 10 waiting')

  // The service added the pet, but the response was lost.
  petstore.hold({ method: 'POST', body: /"Pet 12"/ })
  await resume()
  await petstore.arrived(11)
  // The page reports the request first, because a kill would lose that report.
  await expect.poll(() => persistent.sent).toContain('Pet 12')
  await killAndReturn(persistent, 'reload', '10 added, 2 need your decision, 8 waiting')

  // The response arrived, but its outcome was not saved.
  const beforeWritten = await persistent.stallAt('before the outcome is written', 'Pet 14')
  await resume()
  await beforeWritten.reached
  await killAndReturn(persistent, 'tab crash', '11 added, 3 need your decision, 6 waiting')

  // The import is paused, so all outcomes are saved.
  const release = petstore.hold({ method: 'POST', body: /"Pet 16"/ })
  await resume()
  await petstore.arrived(15)
  await button(persistent.page, 'Pause').click()
  release()
  await expect(button(persistent.page, 'Resume')).toBeVisible()
  await killAndReturn(persistent, 'SIGKILL', '13 added, 3 need your decision, 4 waiting')

  // The last outcome has just been saved.
  const written = await persistent.stallAt('after the outcome was written', 'Pet 20')
  await resume()
  await written.reached
  await killAndReturn(persistent, 'tab crash', '17 added, 3 need your decision')

  await button(persistent.page, 'Open').click()
  await expectFinished(persistent.page)
  const report = await expectReportMatchesService(persistent.page, petstore, names)
  const unknown = report.filter(({ outcome }) => outcome === 'unknown').map(({ cells }) => cells[0])
  expect(unknown).toEqual(['Pet 10', 'Pet 12', 'Pet 14'])
  expect(persistent.sent).toEqual(names.filter((name) => name !== 'Pet 10'))
  expect(arrivedNames(petstore)).toEqual(persistent.sent)

  // The rows that the lists show are marked. A minute later, the other row may be sent again.
  await button(persistent.page, 'Mark 2 rows as added').click()
  await expect(persistent.page.getByText(/not found yet/).first()).toBeVisible()
  // We do not use `page.clock`, which wants every page of the browser, because a tab has crashed.
  await persistent.page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 61_000
  })
  await button(persistent.page, 'Check the list').click()
  await button(persistent.page, 'Send 1 row again').press('Enter')
  await expectCounts(persistent.page, { Added: names.length })
  await expectReportMatchesService(persistent.page, petstore, names)
  expect(petstore.db.all()).toHaveLength(names.length)
})
