import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page } from '@playwright/test'
import { DEMO_KEY } from '#src/mocks/handlers.ts'
import { alerts, expect, heading, signIn, test } from './fixtures.ts'
import { DIST, WORKER } from './static-site.ts'

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

test('a worker of an earlier demo at this address is removed', async ({ page }) => {
  await page.goto('/')
  await expect(heading(page)).toHaveText('Sign in')
  await page.evaluate((worker) => navigator.serviceWorker.register(worker).then(() => undefined), WORKER)
  expect(await workers(page)).toBe(1)
  await page.reload()
  await expect.poll(() => workers(page)).toBe(0)
})

// Vite's "Unable to preload CSS for …" is no TypeError, so ErrorBoundary takes it for a fault of the app and offers a
// "Try again" that cannot work (React keeps the rejection of a lazy part). And React's createRoot() writes what a boundary
// caught to the console, which is to stay free of errors in fault states too; `onCaughtError` would keep it out.
test('a part of the app that is gone is said in words, and a reload goes on', async ({
  page,
  site,
}) => {
  await signIn(page)
  site.loseAssets(/PetCreatePage/)
  await page.goto('/staging/pets/new')
  await expect(alerts(page)).toContainText('A part of the app could not be loaded')
  site.loseAssets(/^$/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(heading(page)).toHaveText('Add a pet')
})
