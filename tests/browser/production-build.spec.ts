import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DEMO_KEY } from '#src/mocks/handlers.ts'
import { measureBuild, INLINE_SCRIPT, INLINE_STYLE } from '#tests/bundle-size/measure.ts'
import { expect, heading, signIn, test } from './fixtures.ts'
import { DIST } from './static-site.ts'

const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

test('the production build has no mock code, no service worker and no mock data', () => {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file))
  expect(files).toContain('index.html')
  for (const file of files) {
    expect(file).not.toMatch(/mock|service-?worker|msw/i)
    const content = readFileSync(join(DIST, file), 'utf8')
    for (const trace of [/\bmsw\b/i, /mockServiceWorker/, /serviceWorker\.register\b/, /Sir Reginald/]) {
      expect(content, file).not.toMatch(trace)
    }
    expect(content, file).not.toContain(DEMO_KEY)
  }
})

test('the browser is asked to compile the scripts of the first page while they are downloaded', () => {
  // The app adds links of its own later, for the scripts of other pages.
  const html = readFileSync(join(DIST, 'index.html'), 'utf8')
  const links = html.match(/<link [^>]*rel="modulepreload"[^>]*>/g) ?? []
  const preloaded = links.map((link) => /href="([^"]+)"/.exec(link)?.[1] ?? '')
  expect(preloaded.length).toBeGreaterThan(1)
  for (const file of preloaded) {
    const [firstLine] = readFileSync(join(DIST, file), 'utf8').split('\n')
    expect(firstLine, file).toBe('//# allFunctionsCalledOnLoad')
  }
})

test('a service worker left behind by a demo build is removed', async ({ page, site }) => {
  // The policy of a deployment would not let the worker register.
  site.sendsSecurityHeaders = false
  await page.goto('/')
  await expect(heading(page)).toHaveText('Sign in')
  site.interceptAssets((url, outgoing) => {
    if (url !== '/assets/worker.js') return undefined
    outgoing.setHeader('content-type', 'text/javascript').setHeader('service-worker-allowed', '/').end('')
    return 'answered'
  })
  await page.evaluate(() =>
    navigator.serviceWorker.register('/assets/worker.js', { scope: '/' }).then(() => undefined),
  )
  expect(await workers(page)).toBe(1)
  site.sendsSecurityHeaders = true
  await page.reload()
  await expect.poll(() => workers(page)).toBe(0)
})

test('before the first pet row, the page loads exactly the files of the bundle size budget, and then the other pages', async ({
  page,
  petstore,
}) => {
  await signIn(page)
  petstore.db.create({ name: 'Rex' })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Rex' })).toBeVisible()
  // Files that are requested once the pets are there do not delay them. When the app itself renders
  // the first row, it requests what is around the table in the same render.
  const beforeFirstRow = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const pets = files.find(({ name }) => name.includes('/pets?'))?.responseEnd ?? 0
    return (
      files
        .filter(({ name, startTime }) => name.includes('/assets/') && startTime < pets)
        // Nothing waits for the whole style sheet, because index.html has the part that the first
        // rows need.
        .filter(({ name }) => !name.endsWith('.css'))
        .map(({ name }) => new URL(name).pathname.slice(1))
    )
  })

  const counted = measureBuild(DIST).flatMap(({ initial, path }) => (initial ? [path] : []))
  const loaded = ['index.html', INLINE_SCRIPT, INLINE_STYLE, ...beforeFirstRow]
  expect(loaded.toSorted()).toEqual(counted.toSorted())
  await expect.poll(() => requested.filter((url) => /PetImportPage.*\.js/.test(url)).length).toBe(1)
})

test.describe('with the policy of an earlier build', () => {
  // The browser reports the requests that it blocks.
  test.use({ expectsErrors: true })

  test('the app works and has its styles', async ({ page, site, petstore }) => {
    const services = new URL(petstore.baseUrl).origin
    site.headers = {
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' ${services}`,
    }
    petstore.db.create({ name: 'Rex' })
    await signIn(page)
    await expect(page.getByRole('link', { name: 'Rex' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Pets' })).toHaveCSS('table-layout', 'fixed')
  })
})
