/**
 * `npm run bench [-- --rounds 7] [-- --write]`: compares the list of pets in Chromium with a page without a framework and
 * a minimal React app (README.md beside this file). Takes about ten minutes. `--write` updates the tables in the README.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { DEMO_KEY } from '#src/mocks/handlers.ts'
import { startMockApi } from '#src/mocks/http-server.ts'
import { LIMIT_MAX, PET_STATUSES } from '#src/pets/pet.ts'
import { ensureChromium, SANDBOX_ARGS } from '#tests/support/chromium.ts'
import { SITE_NAMES, type SiteName, startSites } from './sites.ts'
import { type Measured, tables } from './tables.ts'
import { measureVisit, type Metrics, type Profile } from './measure-visit.ts'

const README = fileURLToPath(new URL('README.md', import.meta.url))
/** Figures that do not depend on speed come from this profile: with a high latency, requests are sequential only by need. */
const REFERENCE_PROFILE = 'far office'
const PROFILES: readonly Profile[] = [
  { name: 'unthrottled', latency: 0, megabits: 0, slowdown: 1, hasHeap: false },
  { name: 'slow phone', latency: 150, megabits: 1.6, slowdown: 4, hasHeap: false },
  { name: REFERENCE_PROFILE, latency: 100, megabits: 20, slowdown: 1, hasHeap: true },
]

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, write: { type: 'boolean', default: false } },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError('--rounds must be a positive whole number.')

// The browser's throttling does not delay preflights, so the service does.
let preflightLatency = 0
const service = await startMockApi({ preflightLatency: () => preflightLatency })
const sites = await startSites({
  environments: [{ id: 'staging', name: 'Staging', baseUrl: service.baseUrl, kind: 'staging' }],
  categories: { '1': 'Dogs', '2': 'Cats', '3': 'Birds', '4': 'Fish', '5': 'Reptiles', '6': 'Rodents' },
})
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [...SANDBOX_ARGS, '--disable-dev-shm-usage', '--disable-background-networking', '--disable-sync'],
})
try {
  report(await measure())
} finally {
  await browser.close()
  await Promise.all([service.close(), ...SITE_NAMES.map((name) => sites[name].close())])
}

async function measure(): Promise<Measured> {
  const measured = new Map(PROFILES.map(({ name }) => [name, emptyMetrics()]))
  const lists = [undefined, ...PET_STATUSES].map((status) => {
    const pets = service.db.list({ status, limit: LIMIT_MAX })
    return { status: status ?? '', firstId: pets[0]?.id ?? '', rows: pets.length }
  })
  const entry = { key: DEMO_KEY, baseUrl: service.baseUrl, round: '' }
  const localStorage = [{ name: 'petstore-admin.key.staging', value: JSON.stringify(entry) }]

  // Round 0 warms up the browser and the servers, and is not measured.
  for (let round = 0; round <= rounds; round++) {
    console.error(round === 0 ? 'Warming up' : `Round ${round} of ${rounds}`)
    for (const profile of round === 0 ? PROFILES.slice(0, 1) : PROFILES) {
      preflightLatency = profile.latency
      // Rotate which site goes first.
      const start = round % SITE_NAMES.length
      for (const name of [...SITE_NAMES.slice(start), ...SITE_NAMES.slice(0, start)]) {
        const metrics = await measureVisit(
          browser,
          { origin: sites[name].origin, localStorage, lists },
          profile,
        )
        if (round > 0) measured.get(profile.name)?.[name].push(metrics)
      }
    }
  }
  return measured
}

function emptyMetrics(): Record<SiteName, Metrics[]> {
  return { 'by-hand': [], 'smallest-app': [], app: [] }
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
