import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DEMO_KEY } from '#src/mocks/handlers.ts'
import { BUDGET } from '#tests/bundle-size/budget.ts'
import { measureBuild, START_SCRIPT, totalOf } from '#tests/bundle-size/measure.ts'
import { alerts, expect, heading, signIn, test } from './fixtures.ts'
import { DIST, OLD_WORKER } from './static-site.ts'

const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

test('the production build has no mock code, no worker and no pet of the mocked petstore', () => {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file))
  expect(files).toContain('index.html')
  for (const file of files) {
    expect(file).not.toMatch(/mock|worker|msw/i)
    const content = readFileSync(join(DIST, file), 'utf8')
    for (const trace of [/\bmsw\b/i, /mockServiceWorker/, /serviceWorker\.register\b/, /Sir Reginald/]) {
      expect(content, file).not.toMatch(trace)
    }
    expect(content, file).not.toContain(DEMO_KEY)
  }
})

test('a worker of an earlier demo at this address is removed', async ({ page, site }) => {
  // The policy of a deployment lets no worker in; one of an earlier time is there all the same.
  site.sendsSecurityHeaders = false
  await page.goto('/')
  await expect(heading(page)).toHaveText('Sign in')
  await page.evaluate((worker) => navigator.serviceWorker.register(worker).then(() => undefined), OLD_WORKER)
  expect(await workers(page)).toBe(1)
  site.sendsSecurityHeaders = true
  await page.reload()
  await expect.poll(() => workers(page)).toBe(0)
})

test('a part of the app that is gone is said in words, and a reload goes on', async ({ page, site }) => {
  await signIn(page)
  site.removeAssets(/PetCreatePage/)
  await page.goto('/staging/pets/new')
  await expect(alerts(page)).toContainText('Part of the app did not load')
  site.removeAssets(/^$/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(heading(page)).toHaveText('Add a pet')
})

test('before the first pet row the page loads what the budget counts, and nothing else', async ({
  page,
  petstore,
}) => {
  await signIn(page)
  petstore.db.create({ name: 'Rex' })
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('table[aria-label="Pets"] tbody tr') === null) return
      performance.mark('first row')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.getByRole('link', { name: 'Rex' })).toBeVisible()
  // What comes afterwards, while nobody waits, is no part of it.
  const beforeFirstRow = await page.evaluate(() => {
    const firstRow = performance.getEntriesByName('first row')[0]?.startTime ?? 0
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.includes('/assets/') && startTime < firstRow)
      .map(({ name }) => new URL(name).pathname.slice(1))
  })

  const files = measureBuild(DIST)
  const initial = files.filter((file) => file.initial).map((file) => file.path)
  expect([START_SCRIPT, ...beforeFirstRow].toSorted()).toEqual(initial.toSorted())
  expect(totalOf(files, '.js')).toBeLessThanOrEqual(BUDGET.js)
  expect(totalOf(files, '.css')).toBeLessThanOrEqual(BUDGET.css)
})

for (const how of ['hover', 'focus'] as const) {
  test(`a page is on its way as soon as its link has the ${how === 'hover' ? 'pointer' : 'focus'}`, async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await signIn(page)
    const link = page.getByRole('link', { name: 'Import' })
    // Again where the page was still being put together under the pointer.
    await expect
      .poll(async () => {
        await page.mouse.move(0, 0)
        await link.blur()
        await link[how]()
        return asked.filter((url) => /PetImportPage.*\.js/.test(url)).length
      })
      .toBe(1)
  })
}
