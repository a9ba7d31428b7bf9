/**
 * In these tests, a login of the company is in front of the site, and the app knows nothing of it.
 */
import type { Page } from '@playwright/test'
import { addPet, expect, heading, justAdded, namesOf, navLink, signIn, test } from './fixtures.ts'
import { chooseFile, csvOf, reachImport } from './import-helpers.ts'

const USER = { username: 'employee', password: 'secret' }
const BASIC = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString('base64')}`

/** Uses all that is loaded from the site: the configuration, a page, a worker and the version. */
async function expectAppWorks(page: Page, path: string): Promise<void> {
  await signIn(page, path)
  await expect(namesOf(page)).toHaveText(['Rex'])
  await navLink(page, 'Add pet').click()
  await addPet(page, 'Mochi', '2')
  await expect(justAdded(page)).toContainText('Added')
  await navLink(page, 'Import').click()
  await reachImport(page)
  await chooseFile(page, csvOf(['Biscuit']))
  await expect(page.getByRole('table', { name: 'Rows' })).toContainText('Biscuit')
  const version = page.waitForResponse(/\/version\.json$/)
  // Headless pages are always in sight.
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect((await version).status()).toBe(200)
  await page.reload()
  await expect(heading(page)).toHaveText('Add many pets')
}

test.beforeEach(({ petstore }) => void petstore.db.create({ name: 'Rex' }))

test('behind a login with a cookie, the app works, and the service receives no cookie', async ({
  page,
  context,
  petstore,
  site,
}) => {
  // Browsers send the cookies of a host to all its ports, so the petstore would receive this one,
  // too.
  await context.addCookies([{ name: 'company-login', value: 'in', url: site.origin }])
  const refused: (string | undefined)[] = []
  site.letsIn = ({ url, headers }) => {
    const isIn = headers.cookie === 'company-login=in'
    if (!isIn) refused.push(url)
    return isIn
  }
  await expectAppWorks(page, '/staging/pets')
  expect(refused).toEqual([])
  expect(petstore.received.flatMap(({ cookie }) => cookie ?? [])).toEqual([])
})

test.describe('behind a Basic login', () => {
  test.use({ httpCredentials: USER })

  test('the app works, and the service receives only the key', async ({ page, petstore, site }) => {
    // The browser adds the password only once it has been asked for it.
    site.letsIn = ({ headers }) => headers.authorization === BASIC
    await expectAppWorks(page, '/staging/pets')
    expect(petstore.received.map(({ authorization }) => authorization)).not.toContain(BASIC)
  })
})

test('a bookmark with the user name and password of Basic opens the app, even with a service on the same origin', async ({
  page,
  petstore,
  site,
}) => {
  site.configure({ environments: [{ id: 'staging', name: 'Staging', baseUrl: '/v1' }] })
  site.mount('/v1', petstore)
  const { host } = new URL(site.origin)
  site.letsIn = ({ url, headers }) => url?.startsWith('/v1/') === true || headers.authorization === BASIC
  await expectAppWorks(page, `http://${USER.username}:${USER.password}@${host}/staging/pets`)
  expect(petstore.received.map(({ authorization }) => authorization)).not.toContain(BASIC)
})
