import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { type DeployedHost, isInstalled, startDeployedHost } from './deployed-host.ts'
import { configFor, expect, petForm, signIn, test as base } from './fixtures.ts'

/**
 * Returns a folder of this worker alone, because with `--repeat-each` several make builds at once.
 */
const folder = (name: string) =>
  fileURLToPath(
    new URL(`../../test-results/builds/${name}-${process.env['TEST_PARALLEL_INDEX']}`, import.meta.url),
  )

/**
 * Makes a real build of this working tree, with this commit.
 *
 * @returns its folder
 */
function buildWith(commit: string, name: string): string {
  const outDir = folder(name)
  execFileSync('vite', ['build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, COMMIT: commit },
    stdio: 'inherit',
  })
  return outDir
}

const contentsOf = (dist: string) =>
  Object.fromEntries(
    readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
      .toSorted()
      .map((file) => [file, readFileSync(join(dist, file), 'latin1')]),
  )

const test = base.extend<{ host: DeployedHost }, { nextBuild: string }>({
  nextBuild: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => provide(buildWith('the-next-commit', 'next')),
    { scope: 'worker' },
  ],
  host: async ({ petstore, production }, provide) => {
    const host = await startDeployedHost('nginx', { config: configFor(petstore, production) })
    await provide(host)
    await host.close()
  },
  baseURL: async ({ host }, provide) => provide(host.origin),
})

// The tests are serial, so that one worker builds once.
test.describe.configure({ mode: 'serial' })

const notice = (page: Page) => page.getByText('A new version is ready')

/** Simulates coming back to the tab. Headless pages are always in sight. */
const comeBack = (page: Page) =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))

/** Waits until the notice is there to listen, because its code is loaded late. */
const isListening = (page: Page) => expect(page.locator('[data-slot=version]')).toBeAttached()

test('two builds of one commit differ only in version.json, and another commit changes the page', ({
  nextBuild,
}) => {
  const { 'version.json': version = '', ...again } = contentsOf(buildWith('the-next-commit', 'again'))
  const { 'version.json': first = '', ...next } = contentsOf(nextBuild)
  expect(again).toEqual(next)
  const told = JSON.parse(first) as { version: string; commit: string; built: string }
  const { version: packageVersion } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(told).toEqual({
    version: packageVersion,
    commit: 'the-next-commit',
    built: told.built,
  })
  expect(Date.parse(told.built)).toBeGreaterThan(Date.parse('2026-11-01'))
  expect(JSON.parse(version)).toMatchObject({ version: told.version, commit: told.commit })
  expect(next['index.html']).toContain(`content="${packageVersion} the-next-commit"`)
})

test.describe('when another build was deployed', () => {
  test.skip(!isInstalled('nginx'), 'There is no nginx on this machine.')

  test('a tab that comes back says so, and a reload keeps what was typed and gets the new version', async ({
    page,
    host,
    nextBuild,
  }) => {
    await signIn(page, '/staging/pets/new')
    await petForm(page).name.fill('Rex')
    await isListening(page)
    await host.deploy(nextBuild)
    await expect(notice(page)).toHaveCount(0)
    await comeBack(page)
    await expect(notice(page)).toBeVisible()
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(petForm(page).name).toHaveValue('Rex')
    await isListening(page)
    await comeBack(page)
    await page.goto('/staging/service')
    await expect(page.getByText('(the-next-commit)').first()).toBeVisible()
    await expect(notice(page)).toHaveCount(0)
  })
})
