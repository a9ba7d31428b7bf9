import { test } from './persistent-browser.ts'
import { expect } from './fixtures.ts'
import {
  button,
  chooseFile,
  expectCounts,
  expectFinished,
  IMPORT,
  openImport,
  petNames,
  reachImport,
  readReport,
  reviewBar,
  importStatus,
} from './import-helpers.ts'

const INVALID = new Map([
  [100, ',1,available'],
  [400, 'Rex,9.22337E+18,sold'],
  [800, 'Mochi,twelve,'],
  [1200, 'Luna,2,lost'],
])

test('1,204 rows of which 4 are invalid become 1,200 pets despite a crash, a revoked key and a network failure', async ({
  persistent,
  petstore,
}) => {
  test.setTimeout(180_000)
  const names = petNames(1200)
  const lines = names.map(
    (name, index) => `${name},9223372036854775807,${['available', 'pending', ''][index % 3]}`,
  )
  for (const [index, line] of INVALID) lines.splice(index, 0, line)

  await openImport(persistent.page)
  await chooseFile(persistent.page, ['name,categoryId,status', ...lines].join('\r\n'))
  await expect(reviewBar(persistent.page)).toContainText('4 problems')
  await button(persistent.page, 'Add 1,200 pets').click()

  // The browser is killed halfway, after the service added a pet.
  petstore.hold({ method: 'POST', body: /"Pet 600"/ })
  await petstore.arrived(600)
  await persistent.kill('SIGKILL')
  await persistent.page.goto(IMPORT)
  await reachImport(persistent.page)
  await expect(persistent.page.getByText('599 added, 4 rejected, 1 unknown, 600 waiting')).toBeVisible()
  expect(petstore.db.all()).toHaveLength(600)

  // Once newer pets are in the truncated lists, the check finds the unknown row.
  const release = petstore.hold({ method: 'POST', body: /"Pet 602"/ })
  await button(persistent.page, 'Resume').click()
  await petstore.arrived(602)
  await button(persistent.page, 'Pause').click()
  release()
  await button(persistent.page, 'Check the list').click()
  await expect(persistent.page.getByRole('link', { name: 'Pet 600, ID 1600' })).toBeVisible()
  await button(persistent.page, 'Mark as added').click()
  await expectCounts(persistent.page, ['602', '4', '0', '598'])

  // The key is revoked.
  await button(persistent.page, 'Resume').click()
  await petstore.arrived(800)
  petstore.key = 'new-key'
  const dialog = persistent.page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('API key').fill('new-key')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()

  // The network fails: one row was added, two were not.
  await petstore.arrived(1000)
  petstore.dropConnection({ method: 'POST', body: /"Pet 1050"/ }, 'after')
  petstore.dropConnection({ method: 'POST', body: /"Pet (1051|1052)"/, times: 2 }, 'before')
  await expect(importStatus(persistent.page, 'three rows in a row')).toBeVisible({ timeout: 30_000 })
  await expectCounts(persistent.page, ['1,049', '4', '3', '148'])
  await button(persistent.page, 'Check the list').click()
  await expect(persistent.page.getByRole('link', { name: 'Pet 1050, ID 2050' })).toBeVisible()
  await button(persistent.page, 'Mark as added').click()
  await expect(persistent.page.getByText('2 unknown rows were not found')).toContainText('rows 1055, 1056')
  await button(persistent.page, 'Send 2 rows again').click()
  await expectCounts(persistent.page, ['1,052', '4', '0', '148'])
  await button(persistent.page, 'Resume').click()

  await expectFinished(persistent.page)
  await expectCounts(persistent.page, ['1,200', '4', '0', '0'])
  expect(petstore.db.all()).toHaveLength(1200)
  expect(new Set(petstore.db.all().map(({ name }) => name))).toEqual(new Set(names))

  const report = await readReport(persistent.page)
  const rejected = report.filter(({ outcome }) => outcome === 'rejected')
  expect(rejected.map(({ cells }) => cells.join(','))).toEqual([...INVALID.values()])
  for (const { message } of rejected) expect(message).not.toBe('')
  const ids = new Map(petstore.db.all().map(({ id, name }) => [name, String(id)]))
  const added = report.filter(({ outcome }) => outcome === 'added')
  expect(added.map(({ id }) => id)).toEqual(names.map((name) => ids.get(name)))
  expect(report).toHaveLength(1204)
})
