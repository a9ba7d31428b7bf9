/**
 * `npm run bench [-- --rounds 7] [-- --profile 'slow phone'] [-- --other DIST]` measures how long
 * the list of 100 pets takes in Chromium, in this app and in the smallest React app with the same
 * packages (`smallest-app`), and the ratio of the two. With `--other`, it measures another build of
 * this app, too.
 *
 * Each page is served as in a deployment, with the service on another origin, and opened with an
 * empty cache and twice more. The list is usable when its rows are painted and the app responds to
 * presses on them. The smallest app responds before its rows are painted, and this app after that.
 *
 * It does not pass or fail. Compare ratios within one run only; below 10 % they are noise. It takes
 * about ten minutes.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'
import { withConfigBlock } from '#deploy/config-block.ts'
import { writeCompressed, writeFiles } from '#deploy/write-site.ts'
import { DEMO_KEY } from '#src/mocks/handlers.ts'
import { startMockApi } from '#src/mocks/http-server.ts'
import { LIMIT_MAX, PET_STATUSES } from '#src/pets/pet.ts'
import { startStaticSite } from '#tests/browser/static-site.ts'
import { ensureChromium, SANDBOX_ARGS } from '#tests/support/chromium.ts'
import { type ExpectedList, median, recordPage } from './page-record.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BUILDS = join(ROOT, 'test-results/bench')
const BUILT: Readonly<Record<string, InlineConfig>> = {
  'smallest app': {
    root: fileURLToPath(new URL('smallest-app', import.meta.url)),
    configFile: false,
    publicDir: false,
    plugins: [react()],
  },
  'this app': { root: ROOT },
}
const PROFILES = [
  { name: 'unthrottled', latency: 0, megabits: 0, slowdown: 1 },
  { name: 'slow phone', latency: 150, megabits: 1.6, slowdown: 4 },
  { name: 'slow processor', latency: 0, megabits: 0, slowdown: 4 },
  { name: 'far office', latency: 150, megabits: 0, slowdown: 1 },
]
const METRICS = [
  'first paint, empty cache',
  'first pet row, empty cache',
  'all rows, empty cache',
  'interactive, empty cache',
  'usable, empty cache',
  'first pet row, third visit',
  'interactive, third visit',
  'usable, third visit',
  'filter not yet seen',
  'filter seen before',
  'slowest click on a filter',
] as const

/**
 * How often the sequence of clicks is repeated in one visit. Frames and the browser's own rounding
 * to 8 ms make a single sequence differ by a third.
 */
const CLICK_SEQUENCES = 5

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    other: { type: 'string' },
    profile: { type: 'string' },
  },
})

// The browser's throttling does not delay preflights, so the service does that.
let preflightLatency = 0
const service = await startMockApi({ preflightLatency: () => preflightLatency })
const [all, ...filtered] = [undefined, ...PET_STATUSES].map((status): ExpectedList => {
  const pets = service.db.list({ status, limit: LIMIT_MAX })
  return { status: status ?? '', firstId: pets[0]?.id ?? '', rows: pets.length }
}) as [ExpectedList, ...ExpectedList[]]
const dists: Record<string, string> = {}
for (const [name, config] of Object.entries(BUILT)) {
  const outDir = join(BUILDS, 'dist', name)
  await build({ logLevel: 'warn', mode: 'production', ...config, build: { outDir, emptyOutDir: true } })
  dists[name] = outDir
}
if (values.other !== undefined) dists['other build'] = values.other
const sites = await Promise.all(Object.entries(dists).map(([name, dist]) => serve(name, dist)))
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [...SANDBOX_ARGS, '--disable-dev-shm-usage', '--disable-background-networking', '--disable-sync'],
})
for (const profile of PROFILES.filter(({ name }) => (values.profile ?? name) === name)) {
  preflightLatency = profile.latency
  const measured = sites.map(() => [] as number[][])
  for (let round = 0; round < Number(values.rounds); round++)
    for (const [index, { origin }] of sites.entries()) measured[index]?.push(await visit(origin, profile))
  const names = sites.map(({ name }) => name)
  const [smallest, ...others] = names
  console.log(
    `\n| ${[profile.name, ...names, ...others.map((name) => `${name} to ${smallest}`)].join(' | ')} |`,
  )
  console.log(`| --- |${' ---: |'.repeat(names.length + others.length)}`)
  for (const [at, metric] of METRICS.entries()) {
    const medians = measured.map((visits) => median(visits.map((visited) => visited[at] ?? Number.NaN)))
    const ratios = medians.slice(1).map((value) => (value / (medians[0] ?? Number.NaN)).toFixed(2))
    console.log(`| ${[metric, ...medians.map((value) => `${value.toFixed(0)} ms`), ...ratios].join(' | ')} |`)
  }
}
await browser.close()
await Promise.all([service.close(), ...sites.map(({ close }) => close())])

/** Returns the results of one visit in the order of `METRICS`. */
async function visit(origin: string, profile: (typeof PROFILES)[number]): Promise<number[]> {
  const value = JSON.stringify({ key: DEMO_KEY, baseUrl: service.baseUrl, round: '' })
  const stored = { origin, localStorage: [{ name: 'petstore-admin.key.staging', value }] }
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    storageState: { cookies: [], origins: [stored] },
  })
  await context.addInitScript(recordPage, all)
  const cold = await open(context, origin, profile)
  await cold.page.close()
  // Chromium keeps compiled code of scripts from the second visit on.
  await open(context, origin, profile).then(({ page }) => page.close())
  const third = await open(context, origin, profile)
  const { page } = third
  const [unseen, ...others] = filtered
  if (unseen === undefined) throw new Error('The service has no statuses.')
  const uncached = await switchTo(page, unseen)
  const cached = [await switchTo(page, all)]
  for (const seen of [unseen, ...others]) {
    await switchTo(page, seen)
    cached.push(await switchTo(page, all))
  }
  const slowest: number[] = []
  for (let sequence = 0; sequence < CLICK_SEQUENCES; sequence++) slowest.push(await slowestClick(page))
  await context.close()
  return [
    cold.firstPaint,
    cold.firstRow,
    cold.allRows,
    cold.interactive,
    cold.usable,
    third.firstRow,
    third.interactive,
    third.usable,
    uncached,
    median(cached),
    median(slowest),
  ]
}

async function open(context: BrowserContext, origin: string, profile: (typeof PROFILES)[number]) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const throughput = profile.megabits === 0 ? -1 : (profile.megabits * 1e6) / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: profile.slowdown })
  await page.goto(`${origin}/staging/pets?limit=${LIMIT_MAX}`, { waitUntil: 'commit' })
  await page.waitForFunction(
    () => !Number.isNaN(window.benchRecord?.allRows) && !Number.isNaN(window.benchRecord?.interactive),
  )
  const measured = await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
    firstRow: window.benchRecord?.firstRow ?? Number.NaN,
    allRows: window.benchRecord?.allRows ?? Number.NaN,
    interactive: window.benchRecord?.interactive ?? Number.NaN,
  }))
  // Nobody can use rows that are not painted yet, nor rows that do not respond yet.
  return { page, ...measured, usable: Math.max(measured.firstRow, measured.interactive) }
}

async function switchTo(page: Page, list: ExpectedList): Promise<number> {
  await page.waitForLoadState('networkidle')
  return page.evaluate((wanted) => window.benchRecord?.switchTo(wanted) ?? Number.NaN, list)
}

/**
 * Returns the duration of the slowest click. It clicks at places that were looked up before, so
 * that the benchmark itself runs no task in the page. The result is 0 if no click took 16 ms.
 */
async function slowestClick(page: Page): Promise<number> {
  const places = await page.locator('label:has(input[type=radio])').evaluateAll((labels) =>
    labels.map((label) => {
      const { x, y, width, height } = label.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }),
  )
  await page.evaluate(() => window.benchRecord?.interactions.splice(0))
  for (const { x, y } of [...places, ...places]) {
    await page.mouse.click(x, y)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  return page.evaluate(() => Math.max(0, ...(window.benchRecord?.interactions ?? [])))
}

/**
 * Serves a build as a deployment does: compressed, with the configuration in the page, caching and
 * the security headers.
 */
async function serve(name: string, dist: string) {
  const folder = join(BUILDS, 'sites', name)
  rmSync(folder, { recursive: true, force: true })
  await writeFiles(dist, folder)
  const config = {
    environments: [{ id: 'staging', name: 'Staging', baseUrl: service.baseUrl, kind: 'staging' }],
    categories: { '1': 'Dogs', '2': 'Cats', '3': 'Birds', '4': 'Fish', '5': 'Reptiles', '6': 'Rodents' },
  }
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  await writeCompressed(folder, 'index.html', withConfigBlock(html, JSON.stringify(config)))
  const site = await startStaticSite(folder, { isCompressed: true })
  site.sendsSecurityHeaders = true
  site.configure(config)
  return { name, origin: site.origin, close: () => site.close() }
}
