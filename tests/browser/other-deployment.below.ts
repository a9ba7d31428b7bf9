/**
 * In these tests, the app is below a path, beside another deployment at `/` of the same origin,
 * with the same environments and services. Neither notices the other.
 */
import type { Page } from '@playwright/test'
import { checkDeployment } from '#deploy/check-deployment.ts'
import { test as base } from './core-fixtures.ts'
import { expect, heading, namesOf, petForm, signIn } from './fixtures.ts'
import {
  button,
  chooseFile,
  csvOf,
  expectFinished,
  IMPORT,
  petNames,
  reachImport,
  savedImports,
  startImport,
} from './import-helpers.ts'

/** The address of this deployment is `below`, and that of the other one is `root`. */
const test = base.extend<{ below: string; root: string }>({
  below: async ({ baseURL }, provide) => provide(baseURL ?? ''),
  root: async ({ baseURL }, provide) => provide(new URL(baseURL ?? '').origin),
})
const signOut = (page: Page) => button(page, 'Sign out').click()

test.beforeEach(({ petstore }) => {
  petstore.db.create({ name: 'Rex' })
})

test('two deployments sign in and out independently, with the same key', async ({
  page,
  context,
  petstore,
  root,
}) => {
  const other = await context.newPage()
  await signIn(page, '/staging/pets', { keepSignedIn: true })
  await other.goto(`${root}/staging/pets`)
  await expect(heading(other)).toHaveText('Sign in')

  await signIn(other, `${root}/staging/pets`, { keepSignedIn: true })
  await signOut(page)
  await expect(heading(page)).toHaveText('Sign in')
  // Messages to other tabs have arrived by the time that a request has been answered.
  petstore.clearReceived()
  await button(other, 'Refresh').click()
  await expect.poll(petstore.requestLines).toHaveLength(1)
  await expect(namesOf(other)).toHaveText(['Rex'])
  await other.reload()
  await expect(namesOf(other)).toHaveText(['Rex'])

  await signIn(page)
  await signOut(other)
  await expect(heading(other)).toHaveText('Sign in')
  await page.reload()
  await expect(namesOf(page)).toHaveText(['Rex'])
  await page.goto(`${root}/staging/pets`)
  await expect(heading(page)).toHaveText('Sign in')
})

test('an import that was cut off, its lock, and the pets that were added before stay in their deployment', async ({
  page,
  context,
  petstore,
  root,
}) => {
  const names = petNames(6)
  petstore.hold({ method: 'POST', body: /"Pet 3"/ })
  await startImport(page, names)
  await petstore.arrived(3)

  const other = await context.newPage()
  await signIn(other, root + IMPORT)
  await reachImport(other)
  await chooseFile(other, csvOf(names))
  // The import neither runs elsewhere nor was imported before.
  await expect(button(other, 'Add 6 pets')).toBeEnabled()
  await expect(other.getByRole('main')).not.toContainText(/imported (these|before)|already/)
  await expect(savedImports(other)).toHaveCount(0)
  const locks = await page.evaluate(async () =>
    ((await navigator.locks.query()).held ?? []).map(({ name }) => name),
  )
  expect(locks).toEqual([expect.stringMatching(/^petstore-admin\/petstore-admin\.outbox\./)])

  await page.close()
  petstore.clearFaults()
  const again = await context.newPage()
  await signIn(again, IMPORT)
  await expect(savedImports(again)).toHaveCount(1)
  await expect(savedImports(again)).toContainText('2 added, 1 needs your decision, 3 waiting')
  await button(again, 'Resume').click()
  await expectFinished(again)
  expect(petstore.posts()).toHaveLength(6)
})

test('a draft and the theme stay in their deployment', async ({ page, root }) => {
  await signIn(page, '/staging/pets/new')
  await petForm(page).name.fill('Below')
  await button(page, 'Theme: system').click()
  await signIn(page, `${root}/staging/pets/new`)
  await expect(petForm(page).name).toHaveValue('')
  await expect(button(page, 'Theme: system')).toBeVisible()
  await petForm(page).name.fill('At the root')
  // The database is opened after the page is shown.
  const databases = () => page.evaluate(() => indexedDB.databases())
  await expect.poll(databases).toContainEqual(expect.objectContaining({ name: 'petstore-admin.outbox' }))
  await page.goto('/staging/pets/new')
  await expect(petForm(page).name).toHaveValue('Below')
  await expect(button(page, 'Theme: light')).toBeVisible()
  const namesAtTheRoot = async () => {
    // Facts about the service are stored under names that contain its base URL.
    const names = await page.evaluate(async () => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      // Only a disk that is busy for a second is asked for a sign of life.
      ...(await indexedDB.databases())
        .map(({ name }) => name ?? '')
        .filter((name) => name !== 'petstore-admin.outbox-probe'),
    ])
    return [
      ...new Set(names.filter((name) => !name.startsWith('petstore-admin/') && !name.includes('://'))),
    ].toSorted()
  }
  // These names are what they have always been.
  await expect
    .poll(namesAtTheRoot)
    .toEqual([
      'petstore-admin.draft.staging',
      'petstore-admin.key.staging',
      'petstore-admin.outbox',
      'petstore-admin.round.staging',
    ])
})

test('the first rows are there before the app', async ({ page, petstore, below }) => {
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  petstore.clearReceived()
  await page.reload({ waitUntil: 'commit' })
  const link = page.locator('[data-prerendered]').getByRole('table', { name: 'Pets' }).getByRole('link')
  await expect(link).toHaveText(['Rex'])
  await expect(link).toHaveAttribute('href', `${new URL(below).pathname}/staging/pets/1001`)
  release()
  await expect(namesOf(page)).toHaveText(['Rex'])
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=20'])
})

test('addresses for other programs, unknown ones, and one without a slash stay in the deployment', async ({
  page,
  below,
  root,
}) => {
  await signIn(page, '/staging/pets/1001')
  await expect(page.getByRole('link', { name: 'Print label' })).toHaveAttribute(
    'href',
    `${new URL(below).pathname}/staging/pets/labels?ids=1001`,
  )
  await page.goto('/nowhere/at/all')
  await expect(page.getByRole('main')).toContainText('/petstore-admin/nowhere/at/all')
  await page.goto(`${root}/petstore-admin`)
  await expect(page).toHaveURL(`${below}/staging/pets`)
})

test('check-site finds no problem', async ({ below, root }) => {
  for (const address of [below, `${below}/staging/pets?q=x`, root]) {
    const findings = await checkDeployment(address)
    expect(findings.length).toBeGreaterThan(15)
    expect(findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
  }
})
