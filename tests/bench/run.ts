/**
 * `npm run bench [-- --rounds 7] [-- --profile 'slow phone'] [-- --site app] [-- --other DIST] [-- --write]`: compares the list of pets in
 * Chromium with pages without a framework and a minimal React app (README.md beside this file). Takes about half an hour.
 * `--other` also measures another build of this app; `--write` updates the tables in the README.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium } from '@playwright/test'
import { DEMO_KEY } from '#src/mocks/handlers.ts'
import { startMockApi } from '#src/mocks/http-server.ts'
import { LIMIT_MAX, PET_STATUSES } from '#src/pets/pet.ts'
import { ensureChromium, SANDBOX_ARGS } from '#tests/support/chromium.ts'
import { type LoadMetrics, measureLoad, measureUse, type Profile, type UseMetrics } from './measure-visit.ts'
import { SITE_NAMES, type SiteName, startSites } from './sites.ts'
import { type Measured, tables } from './tables.ts'

const README = fileURLToPath(new URL('README.md', import.meta.url))
/** Figures that do not depend on speed come from this profile: with a high latency, requests are sequential only by need. */
const REFERENCE_PROFILE = 'far office'
const ALL_PROFILES: readonly Profile[] = [
  { name: 'unthrottled', latency: 0, megabits: 0, slowdown: 1, hasHeap: false },
  { name: 'slow phone', latency: 150, megabits: 1.6, slowdown: 4, hasHeap: false },
  { name: REFERENCE_PROFILE, latency: 100, megabits: 20, slowdown: 1, hasHeap: true },
]

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    profile: { type: 'string', multiple: true },
    site: { type: 'string', multiple: true },
    other: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError('--rounds must be a positive whole number.')
const profiles = ALL_PROFILES.filter(({ name }) => values.profile?.includes(name) ?? true)

// The browser's throttling does not delay preflights, so the service does.
let preflightLatency = 0
const service = await startMockApi({ preflightLatency: () => preflightLatency })
const sites = await startSites(
  {
    environments: [{ id: 'staging', name: 'Staging', baseUrl: service.baseUrl, kind: 'staging' }],
    categories: { '1': 'Dogs', '2': 'Cats', '3': 'Birds', '4': 'Fish', '5': 'Reptiles', '6': 'Rodents' },
  },
  values.other,
)
const names = SITE_NAMES.filter((name) => sites[name] !== undefined && (values.site?.includes(name) ?? true))
const options = {
  executablePath: await ensureChromium(),
  args: [...SANDBOX_ARGS, '--disable-dev-shm-usage', '--disable-background-networking', '--disable-sync'],
}
const view = { viewport: { width: 1280, height: 800 }, locale: 'en-GB' }
const profileFolder = mkdtempSync(join(tmpdir(), 'petstore-admin-bench-'))
const browser = await chromium.launch(options)
// On disk, as an employee's: it keeps responses, and the compiled code of scripts from the second visit on.
const everyday = await chromium.launchPersistentContext(profileFolder, { ...options, ...view })
try {
  report(await measure())
} finally {
  await Promise.all([browser.close(), everyday.close()])
  rmSync(profileFolder, { recursive: true, force: true })
  await Promise.all([service.close(), ...Object.values(sites).map((site) => site.close())])
}

async function measure(): Promise<Measured> {
  const measured = new Map(
    profiles.map(({ name }) => [name, new Map(names.map((site) => [site, noMetrics()]))]),
  )
  const lists = [undefined, ...PET_STATUSES].map((status) => {
    const pets = service.db.list({ status, limit: LIMIT_MAX })
    return { status: status ?? '', firstId: pets[0]?.id ?? '', rows: pets.length }
  })
  const stored = {
    name: 'petstore-admin.key.staging',
    value: JSON.stringify({ key: DEMO_KEY, baseUrl: service.baseUrl, round: '' }),
  }
  /** With an empty HTTP cache, and the key of an employee. */
  const firstVisit = async <T>(
    name: SiteName,
    visit: (context: BrowserContext) => Promise<T>,
  ): Promise<T> => {
    const origins = [{ origin: originOf(name), localStorage: [stored] }]
    const context = await browser.newContext({ ...view, storageState: { cookies: [], origins } })
    try {
      return await visit(context)
    } finally {
      await context.close()
    }
  }

  // Two visits before the measured ones.
  for (const name of names) {
    const page = await everyday.newPage()
    await page.goto(originOf(name), { waitUntil: 'commit' })
    await page.evaluate((entry) => localStorage.setItem(entry.name, entry.value), stored)
    await page.close()
    for (let visit = 0; visit < 2; visit++) {
      await measureLoad(everyday, { origin: originOf(name), lists }, ALL_PROFILES[0] as Profile)
    }
  }
  for (let round = 0; round < rounds; round++) {
    console.error(`Round ${round + 1} of ${rounds}`)
    for (const profile of profiles) {
      preflightLatency = profile.latency
      // Rotate which site goes first.
      const start = round % names.length
      for (const name of [...names.slice(start), ...names.slice(0, start)]) {
        const target = { origin: originOf(name), lists }
        const metrics = measured.get(profile.name)?.get(name)
        metrics?.first.push(await firstVisit(name, (context) => measureLoad(context, target, profile)))
        metrics?.third.push(await measureLoad(everyday, target, profile))
        metrics?.firstUse.push(await firstVisit(name, (context) => measureUse(context, target, profile)))
        metrics?.thirdUse.push(await measureUse(everyday, target, profile))
      }
    }
  }
  return measured
}

function originOf(name: SiteName): string {
  return sites[name]?.origin ?? ''
}

function noMetrics() {
  return {
    first: [] as LoadMetrics[],
    third: [] as LoadMetrics[],
    firstUse: [] as UseMetrics[],
    thirdUse: [] as UseMetrics[],
  }
}

function report(measured: Measured): void {
  const text = tables(measured, rounds, REFERENCE_PROFILE)
  console.log(text)
  if (!values.write) return
  const readme = readFileSync(README, 'utf8')
  const marked = /(<!-- bench -->)[\s\S]*(<!-- \/bench -->)/
  if (!marked.test(readme)) throw new Error('tests/bench/README.md has no <!-- bench --> markers.')
  writeFileSync(
    README,
    readme.replace(marked, (_match, begin, end) => `${begin}\n\n${text}\n${end}`),
  )
  execFileSync('oxfmt', [README], { stdio: 'inherit' })
}
