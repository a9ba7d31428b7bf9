/**
 * `npm run bench:outbox [-- --rows 10000] [-- --other DIST] [-- --part import]` measures what the
 * outbox costs, in Chromium with the production build in `dist/`. With `--other`, it measures
 * another build of this app in the same run, too. Its parts are `import`, `lookalikes`, `by-hand`
 * and `tasks`:
 * - An import of 1,000 rows against a service on this machine: the whole time.
 * - An import of 400 rows that are alike, of which the first is lost: the time until the rest is
 *   held.
 * - Adding one pet by hand: alone, beside so many rows that wait, and beside so many that wait and
 *   are like it. The results are medians of rounds that alternate.
 * - The longest task of reading and of starting the rows, at a quarter of the processor's speed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { createPetstoreDb } from '#src/mocks/db.ts'
import { DEMO_KEY } from '#src/mocks/handlers.ts'
import { type MockApi, startMockApi } from '#src/mocks/http-server.ts'
import { DIST, startStaticSite } from '#tests/browser/static-site.ts'
import { ensureChromium, SANDBOX_ARGS } from '#tests/support/chromium.ts'
import { median } from './page-record.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    other: { type: 'string' },
    part: { type: 'string' },
  },
})
const ROWS = Number(values.rows)
const IMPORT_ROWS = 1000
const LOOKALIKE_ROWS = 400
const IMPORT_ROUNDS = 3
const ROUNDS = 40
/** The first rounds warm the browser up, and are not counted. */
const WARM_UP_ROUNDS = 5
const CPU_SLOWDOWN = 4
const FOLDER = 'test-results/bench'

const launchOptions = {
  executablePath: await ensureChromium(),
  args: [...SANDBOX_ARGS, '--disable-dev-shm-usage', '--disable-background-networking', '--disable-sync'],
}

/** One build of the app on a site of its own, with a petstore of its own. */
type Subject = { readonly name: string; readonly origin: string; readonly service: MockApi }

const subjects = await startSubjects({ keepAlive: true })
// Connections are not reused, because a browser sends a request again that is lost on a reused one.
const subjectsThatLose = await startSubjects({ keepAlive: false })

const isMeasured = (part: string) => values.part === undefined || values.part === part
if (isMeasured('import'))
  await compare(subjects, `importing ${IMPORT_ROWS} rows, ms`, IMPORT_ROUNDS, timeImport)
if (isMeasured('lookalikes'))
  await compare(
    subjectsThatLose,
    `holding ${LOOKALIKE_ROWS} rows that are like a lost one, ms`,
    3,
    timeHolding,
  )
if (isMeasured('by-hand')) for (const subject of subjects) await measureByHand(subject)
if (isMeasured('tasks')) for (const subject of subjects) await measureLongestTasks(subject)
process.exit(0)

async function startSubjects(options: { keepAlive: boolean }): Promise<readonly Subject[]> {
  const thisBuild = await startSubject('this build', DIST, options)
  if (values.other === undefined) return [thisBuild]
  return [thisBuild, await startSubject('other build', values.other, options)]
}

async function startSubject(name: string, dist: string, options: { keepAlive: boolean }): Promise<Subject> {
  const service = await startMockApi({ db: createPetstoreDb({ pets: [] }), ...options })
  const site = await startStaticSite(dist)
  site.configure({
    environments: [{ id: 'staging', name: 'Staging', baseUrl: service.baseUrl, kind: 'staging' }],
  })
  return { name, origin: site.origin, service }
}

/** Measures each build in turn, and prints the medians and their ratio. */
async function compare(
  compared: readonly Subject[],
  what: string,
  rounds: number,
  measure: (subject: Subject) => Promise<number>,
): Promise<void> {
  const durations = new Map<Subject, number[]>(compared.map((subject) => [subject, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const subject of compared) durations.get(subject)?.push(await measure(subject))
  printMedians(
    what,
    compared.map((subject) => [subject.name, durations.get(subject) ?? []]),
  )
}

function printMedians(what: string, series: readonly (readonly [name: string, durations: number[]])[]): void {
  const medians = series.map(([name, durations]) => [name, median(durations)] as const)
  const [, first = NaN] = medians[0] ?? []
  const texts = medians.map(([name, value]) => `${name} ${value.toFixed(1)} (${(first / value).toFixed(2)})`)
  console.log(`${what}: ${texts.join(', ')}`)
}

/** Returns the milliseconds from the press on "Add 1,000 pets" until the import has finished. */
async function timeImport(subject: Subject): Promise<number> {
  const context = await openBrowser()
  const page = await openPage(context, subject, '/staging/pets/import')
  await chooseRows(page, IMPORT_ROWS, (row) => `Pet ${row}`)
  const started = performance.now()
  await press(page, 'Add ')
  await page.getByRole('button', { name: 'Import another file' }).waitFor({ timeout: 600_000 })
  const duration = performance.now() - started
  await context.close()
  subject.service.db.clear()
  return duration
}

/**
 * Returns the milliseconds from the press until the first of many look-alikes is lost, and all
 * others are held.
 */
async function timeHolding(subject: Subject): Promise<number> {
  const context = await openBrowser()
  const page = await openPage(context, subject, '/staging/pets/import')
  await chooseRows(page, LOOKALIKE_ROWS, () => 'Hamster')
  subject.service.controls.set({ nextResponse: 'lost-after' })
  const started = performance.now()
  await press(page, 'Add ')
  await page.getByRole('button', { name: 'Import another file' }).waitFor({ timeout: 600_000 })
  const duration = performance.now() - started
  await context.close()
  subject.service.db.clear()
  return duration
}

/**
 * Adds pets by hand in three browsers in turn: with nothing else, beside rows that wait, and beside
 * look-alikes that wait.
 */
async function measureByHand(subject: Subject): Promise<void> {
  const alone = await openBrowser()
  const besideRows = await openBrowserWithWaitingRows(subject, (row) => `Pet ${row}`)
  const besideLookalikes = await openBrowserWithWaitingRows(subject, () => 'Hamster')
  const series = [
    ['alone', alone, (round: number) => `Pet by hand ${round}`],
    ['beside the rows', besideRows, (round: number) => `Pet by hand ${round}`],
    ['beside look-alikes', besideLookalikes, () => 'Hamster'],
  ] as const
  const pages = await Promise.all(
    series.map(([, context]) => openPage(context, subject, '/staging/pets/new')),
  )
  const durations: number[][] = series.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, page] of pages.entries())
      durations[index]?.push(await addByHand(page, series[index]?.[2](round) ?? ''))
  printMedians(
    `${subject.name}: adding one by hand, ms`,
    series.map(([name], index) => [name, durations[index]?.slice(WARM_UP_ROUNDS) ?? []]),
  )
  await Promise.all(series.map(([, context]) => context.close()))
}

/** Opens a browser in which rows wait in an import that was paused after its first rows. */
async function openBrowserWithWaitingRows(
  subject: Subject,
  nameOf: (row: number) => string,
): Promise<BrowserContext> {
  const context = await openBrowser()
  const page = await openPage(context, subject, '/staging/pets/import')
  await chooseRows(page, ROWS, nameOf)
  await startAndPause(page, subject)
  await page.close()
  return context
}

async function measureLongestTasks(subject: Subject): Promise<void> {
  const context = await openBrowser()
  const page = await openPage(context, subject, '/staging/pets/import')
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await longestTask(page)
  await chooseRows(page, ROWS, (row) => `Pet ${row}`)
  const reading = await longestTask(page)
  await startAndPause(page, subject)
  const starting = await longestTask(page)
  console.log(
    `${subject.name}: longest task at a quarter of the speed, ms: reading ${ROWS} rows ${reading.toFixed(0)}, starting them ${starting.toFixed(0)}`,
  )
  await context.close()
}

async function startAndPause(page: Page, { service }: Subject): Promise<void> {
  const before = service.db.all().length
  await press(page, 'Add ')
  while (service.db.all().length < before + 3) await delay(5)
  await press(page, 'Pause')
  await page.getByRole('button', { name: 'Resume' }).waitFor()
}

/**
 * Opens a browser with a profile on disk, which is deleted with it, because a private window stores
 * IndexedDB in memory.
 */
function openBrowser(): Promise<BrowserContext> {
  return chromium.launchPersistentContext('', launchOptions)
}

async function openPage(context: BrowserContext, { origin }: Subject, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin + path)
  await page.getByLabel('API key').fill(DEMO_KEY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  return page
}

/**
 * Chooses a file on disk, because Playwright unpacks an in-memory file in a long task of the page.
 */
async function chooseRows(page: Page, count: number, nameOf: (row: number) => string): Promise<void> {
  const lines = Array.from({ length: count }, (_, row) => `${nameOf(row)},1,available,"note, ${row}"`)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/pets.csv`, `name,categoryId,status,note\r\n${lines.join('\r\n')}\r\n`)
  await page.getByLabel('Spreadsheet file').setInputFiles(`${FOLDER}/pets.csv`)
  await page.getByRole('button', { name: /^Add [\d,]+ pets$/ }).waitFor()
}

/**
 * Presses a button without a locator. To find a role, Playwright would look at the whole page, in a
 * long task of its own.
 */
function press(page: Page, name: string): Promise<void> {
  return page.evaluate((start) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button')]
    buttons.find(({ textContent }) => textContent.startsWith(start))?.click()
  }, name)
}

/**
 * Returns the milliseconds of the longest task since the last call. Tasks under 50 ms are not
 * observed.
 */
function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => {
    const shared = globalThis as unknown as { longest?: number }
    const { longest } = shared
    shared.longest = 0
    if (longest === undefined)
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) shared.longest = Math.max(shared.longest ?? 0, duration)
      }).observe({ type: 'longtask' })
    return longest ?? 0
  })
}

/**
 * Returns the milliseconds from Enter until the item says that the pet was added, or is held by a
 * look-alike.
 */
async function addByHand(page: Page, name: string): Promise<number> {
  await page.getByRole('textbox', { name: 'Category ID' }).fill('1')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  return page.evaluate(async (entered) => {
    const itemsBefore = document.querySelectorAll('main li').length
    const started = performance.now()
    document.querySelector<HTMLFormElement>('main form')?.requestSubmit()
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        const items = document.querySelectorAll('main li')
        const text = items[0]?.textContent ?? ''
        const isSettled = /Added \(ID|May already be added.*row/.test(text)
        if (items.length <= itemsBefore || !text.includes(entered) || !isSettled) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    return performance.now() - started
  }, name)
}
