import { THOROUGH } from '#tests/support/thorough.ts'
import { test } from './persistent-browser.ts'
import { expect } from './fixtures.ts'
import {
  aMinuteLater,
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

/** More than two lists that are cut off at 100, by default; each row is a request. */
const PETS = THOROUGH ? 1200 : 300
const part = (share: number) => Math.floor(PETS * share)
const shown = (count: number) => count.toLocaleString('en')

const INVALID = new Map([
  [part(1 / 12), ',1,available'],
  [part(1 / 3), 'Rex,9.22337E+18,sold'],
  [part(2 / 3), 'Mochi,twelve,'],
  [PETS, 'Luna,2,lost'],
])

const KILLED_AT = part(1 / 2)
const REVOKED_AT = part(2 / 3)
const FAILING_FROM = part(5 / 6)
/** The first of three rows without a response; the other two have a status, so that a list can show that they are missing. */
const LOST = part(0.87)

const pet = (number: number) => new RegExp(`"Pet ${number}"`)

test(`${shown(PETS + 4)} rows of which 4 are invalid become ${shown(PETS)} pets despite a crash, a revoked key and a network failure`, async ({
  persistent,
  petstore,
}) => {
  test.setTimeout(180_000)
  const names = petNames(PETS)
  const lines = names.map(
    (name, index) => `${name},9223372036854775807,${['available', 'pending', ''][index % 3]}`,
  )
  for (const [index, line] of INVALID) lines.splice(index, 0, line)

  await openImport(persistent.page)
  await chooseFile(persistent.page, ['name,categoryId,status', ...lines].join('\r\n'))
  await expect(reviewBar(persistent.page)).toContainText('4 with problems')
  await button(persistent.page, `Add ${shown(PETS)} pets`).click()

  // The browser is killed halfway, after the service added a pet.
  petstore.hold({ method: 'POST', body: pet(KILLED_AT) })
  await petstore.arrived(KILLED_AT)
  await persistent.kill('SIGKILL')
  await persistent.page.goto(IMPORT)
  await reachImport(persistent.page)
  await expect(
    persistent.page.getByText(
      `${KILLED_AT - 1} added, 1 needs your decision, 4 not sent, ${PETS - KILLED_AT} waiting`,
    ),
  ).toBeVisible()
  expect(petstore.db.all()).toHaveLength(KILLED_AT)

  // Once newer pets are in the truncated lists, the check finds the unknown row.
  const release = petstore.hold({ method: 'POST', body: pet(KILLED_AT + 2) })
  await button(persistent.page, 'Resume').click()
  await petstore.arrived(KILLED_AT + 2)
  await button(persistent.page, 'Pause').click()
  release()
  await button(persistent.page, 'Check the list').click()
  await expect(
    persistent.page.getByRole('link', { name: `Pet ${KILLED_AT}, ID ${1000 + KILLED_AT}` }),
  ).toBeVisible()
  await button(persistent.page, 'Mark as added').click()
  await expectCounts(persistent.page, {
    Added: KILLED_AT + 2,
    'Not sent': 4,
    Waiting: PETS - KILLED_AT - 2,
  })

  // The key is revoked.
  await button(persistent.page, 'Resume').click()
  await petstore.arrived(REVOKED_AT)
  petstore.key = 'new-key'
  const dialog = persistent.page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('API key').fill('new-key')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()

  // The network fails: one row was added, two were not.
  await petstore.arrived(FAILING_FROM)
  petstore.dropConnection({ method: 'POST', body: pet(LOST) }, 'after')
  petstore.dropConnection(
    { method: 'POST', body: new RegExp(`"Pet (${LOST + 1}|${LOST + 2})"`), times: 2 },
    'before',
  )
  await expect(importStatus(persistent.page, 'Three rows in a row')).toBeVisible({ timeout: 30_000 })
  await expectCounts(persistent.page, {
    Added: LOST - 1,
    'Not sent': 4,
    Unknown: 3,
    Waiting: PETS - LOST - 2,
  })
  await button(persistent.page, 'Check the list').click()
  await expect(persistent.page.getByRole('link', { name: `Pet ${LOST}, ID ${1000 + LOST}` })).toBeVisible()
  await button(persistent.page, 'Mark as added').click()
  await expect(persistent.page.getByText('2 unknown rows were not found yet')).toContainText(
    `rows ${LOST + 5}, ${LOST + 6}`,
  )
  await aMinuteLater(persistent.page)
  await button(persistent.page, 'Check the list').click()
  // By a key: what is above the button still changes while the pointer would be down.
  await button(persistent.page, 'Send 2 rows again').press('Enter')
  await expectCounts(persistent.page, {
    Added: LOST + 2,
    'Not sent': 4,
    Waiting: PETS - LOST - 2,
  })
  await button(persistent.page, 'Resume').click()

  await expectFinished(persistent.page)
  await expectCounts(persistent.page, { Added: PETS, 'Not sent': 4 })
  expect(petstore.db.all()).toHaveLength(PETS)
  expect(new Set(petstore.db.all().map(({ name }) => name))).toEqual(new Set(names))

  const report = await readReport(persistent.page)
  const notSent = report.filter(({ outcome }) => outcome === 'not sent')
  expect(notSent.map(({ cells }) => cells.join(','))).toEqual([...INVALID.values()])
  for (const { message } of notSent) expect(message).not.toBe('')
  const ids = new Map(petstore.db.all().map(({ id, name }) => [name, String(id)]))
  const added = report.filter(({ outcome }) => outcome === 'added')
  expect(added.map(({ id }) => id)).toEqual(names.map((name) => ids.get(name)))
  expect(report).toHaveLength(PETS + 4)
})
