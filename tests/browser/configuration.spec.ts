import type { Page } from '@playwright/test'
import { configFor, expect, heading, namesOf, signIn, test } from './fixtures.ts'

const SERVICE = { id: 'staging', name: 'Staging', baseUrl: 'http://127.0.0.1:9/v1' }

async function expectNotSetUp(page: Page, ...fields: string[]) {
  await expect(heading(page)).toHaveText(/problem with this site’s configuration/i)
  const problems = page.getByRole('alert').getByRole('listitem')
  await expect(problems).toHaveCount(fields.length)
  for (const [index, field] of fields.entries()) await expect(problems.nth(index)).toContainText(field)
}

test('an invalid configuration shows an error that names the fields, sends no request, and can be tried again at the same URL', async ({
  page,
  site,
  petstore,
  production,
  baseURL,
}) => {
  site.configure({ environments: [{ ...SERVICE, id: 'A', baseUrl: '//evil.example/v1' }] })
  await page.goto('/production/pets?limit=3')
  await expectNotSetUp(page, 'environments[0].id', 'environments[0].baseUrl')
  await expect(page.getByRole('navigation')).toHaveCount(0)
  site.configure('{')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectNotSetUp(page, '/config.json')
  expect([petstore.requestLines(), production.requestLines(), site.unexpectedRequests]).toEqual([[], [], []])
  const release = site.holdAssets(/^\/config\.json$/)
  site.configure(configFor(petstore, production))
  await page.goto('/production/pets?limit=3', { waitUntil: 'commit' })
  await expect(page.getByText('Starting Petstore Admin')).toBeVisible()
  release()
  await expect(heading(page)).toHaveText('Sign in')
  await expect(page).toHaveURL(`${baseURL}/production/pets?limit=3`)
})

test('the production build says that it has no demo, and other environments work', async ({
  page,
  site,
  petstore,
}) => {
  site.configure({
    environments: [
      { id: 'demo', name: 'Demo', baseUrl: '/mock/v1', kind: 'demo' },
      { ...SERVICE, baseUrl: petstore.baseUrl },
    ],
  })
  for (const path of ['/', '/demo/pets', '/demo/pets/new', '/demo/pets/7']) {
    await page.goto(path)
    await expect(heading(page)).toHaveText('Demo is not available on this site')
    await expect(page.getByRole('main')).toContainText('demo build')
    await expect(page.getByLabel('API key')).toHaveCount(0)
  }
  expect(site.unexpectedRequests).toEqual([])
  petstore.db.create({ name: 'Rex' })
  await signIn(page)
  await expect(namesOf(page)).toHaveText(['Rex'])
})

for (const [lack, removeFeature] of [
  ['rounds IDs', () => delete JSON.rawJSON],
  ['lacks the colours of the app', () => void (CSS.supports = () => false)],
] as const)
  test(`a browser that ${lack} is told that it is too old, and no request is sent`, async ({
    page,
    petstore,
  }) => {
    await signIn(page)
    await expect(page.getByText('No pets in Staging yet')).toBeVisible()
    petstore.clearReceived()
    await page.addInitScript(removeFeature)
    await page.reload()
    await expect(heading(page)).toHaveText('This browser is too old')
    await expect(page).toHaveTitle(/^Browser too old/)
    await expect(page.getByRole('alert')).toContainText('Firefox 135')
    expect(petstore.requestLines()).toEqual([])
  })
