import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from './fixtures.ts'
import { test as base } from './services.ts'
import { startStaticSite, type StaticSite } from './static-site.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The demo build on a static host, with the configuration in the build. */
const test = base.extend<object, { demoSite: StaticSite }>({
  demoSite: [
    // Playwright parses the destructuring pattern to find a fixture's dependencies; this one has
    // none.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide, { workerIndex }) => {
      // Each worker has a folder of its own, because a failure starts another worker.
      const folder = join(ROOT, `test-results/demo-build-${workerIndex}`)
      const options = ['--mode', 'demo', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']
      execFileSync('vite', ['build', ...options], { cwd: ROOT, stdio: 'inherit' })
      const site = await startStaticSite(folder)
      site.configure(readFileSync(join(folder, 'config.json'), 'utf8'))
      await provide(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ demoSite }, provide) => provide(demoSite.origin),
})

test('the demo build is static: one click signs in, and added pets survive a reload', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Use the demo key' }).click()
  await expect(page.getByRole('table', { name: 'Pets' }).getByRole('row')).toHaveCount(21)

  await page.getByRole('link', { name: 'Add pet' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Zed')
  await page.getByRole('textbox', { name: 'Category ID' }).fill('9223372036854775807')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Zed added \(ID \d+\)$/)).toBeVisible()
  await page.goto('/demo/pets?q=Zed')
  await expect(page.getByRole('row', { name: /Zed/ })).toContainText('9223372036854775807')
})
