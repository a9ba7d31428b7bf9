import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readCsv } from '#src/spreadsheet/read-csv.ts'
import { expect, heading, KEY, signIn, statusMessage } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

export const IMPORT = '/staging/pets/import'

/** `Pet 1` to `Pet n`. */
export function petNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Pet ${index + 1}`)
}

/** A CSV file with these pets. */
export function csvOf(names: readonly string[]): string {
  return ['name,categoryId,status', ...names.map((name) => `${name},1,available`), ''].join('\r\n')
}

/** Opens the import page, and signs in if necessary. */
export async function openImport(page: Page, key = KEY): Promise<void> {
  await page.goto(IMPORT)
  await reachImport(page, key)
}

/** Waits for the import page to load, and signs in if necessary. */
export async function reachImport(page: Page, key = KEY): Promise<void> {
  await expect(heading(page)).toHaveText(/^(Sign in|Add many pets)$/)
  if ((await heading(page).textContent()) === 'Sign in') {
    await page.getByLabel('API key').fill(key)
    await button(page, 'Sign in').click()
  }
  await expect(heading(page)).toHaveText('Add many pets')
}

export async function chooseFile(page: Page, content: string | Buffer, name = 'delivery.csv') {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  const field = page.getByLabel('Spreadsheet file')
  const folded = page.getByRole('button', { name: /^(Choose another|Change pasted)/, expanded: false })
  await field.or(folded).first().waitFor()
  if (await folded.isVisible()) await folded.click()
  await field.setInputFiles({ name, mimeType: 'text/csv', buffer })
}

/** Signs in, chooses a file with these pets and starts the import. */
export async function startImport(
  page: Page,
  names: readonly string[],
  name?: string,
  key = KEY,
): Promise<void> {
  await signIn(page, IMPORT, { key })
  await chooseFile(page, csvOf(names), name)
  await button(page, `Add ${names.length} pets`).click()
}

/** Starts an import that stops at this row: the service has added it, but holds the response back. */
export async function startAndHold(page: Page, petstore: PetstoreService, count: number, heldRow: number) {
  const release = petstore.hold({ method: 'POST', body: new RegExp(`"Pet ${heldRow}"`) })
  await startImport(page, petNames(count))
  await petstore.arrived(heldRow)
  return release
}

/** Starts an import and pauses it after the first row. */
export async function startAndPause(page: Page, petstore: PetstoreService, count: number) {
  const release = await startAndHold(page, petstore, count, 1)
  await button(page, 'Pause').click()
  release()
  await expect(button(page, 'Resume')).toBeVisible()
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true })
}

const OUTCOMES = ['Added', 'Rejected', 'Not sent', 'Left out', 'Unknown', 'Waiting'] as const

type Counts = Partial<Record<(typeof OUTCOMES)[number], number>>

/** Those that are left out are 0, and not shown, but for "Added". */
export async function expectCounts(page: Page, counts: Counts) {
  const shown = OUTCOMES.filter((outcome) => outcome === 'Added' || (counts[outcome] ?? 0) > 0)
  const outcome = page.getByLabel('Outcome', { exact: true })
  await expect(outcome.getByRole('term')).toHaveText([...shown])
  await expect(outcome.getByRole('definition')).toHaveText(
    shown.map((one) => (counts[one] ?? 0).toLocaleString('en')),
  )
}

/** The bar that says what is ready, and holds the button. */
export function reviewBar(page: Page): Locator {
  return page.getByRole('group', { name: 'Rows to add' })
}

/** The entries of a list of reasons. */
export function reasons(page: Page, list: 'Problems' | 'Possible duplicates' | 'Your decision'): Locator {
  return page.getByRole('list', { name: list }).getByRole('listitem')
}

/** A status message of the import page. */
export function importStatus(page: Page, text: string | RegExp): Locator {
  return statusMessage(page.getByRole('main'), text)
}

export async function expectFinished(page: Page): Promise<void> {
  await expect(page.getByText(/\(checked .+\)/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('progressbar', { name: 'Import progress' })).toHaveCount(0)
}

/** For pages that were opened without `page.clock`, which wants every page of the browser: a tab may have crashed. */
export async function aMinuteLater(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 61_000
  })
}

/** The items of the list "Saved imports". */
export function savedImports(page: Page): Locator {
  return page.getByRole('region', { name: 'Saved imports' }).getByRole('listitem')
}

/** Makes IndexedDB unavailable, as in a browser with blocked site data. */
export async function blockIndexedDb(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  })
}

/** The names that arrived at the service, in order. */
export const arrivedNames = (petstore: PetstoreService) =>
  petstore.posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)

/** A row of the table "Rows" by its row number. */
export function row(page: Page, number: number): Locator {
  return page
    .getByRole('table', { name: 'Rows' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(number), exact: true }).first() })
}

/** The cell texts of the table "Rows", row by row, without the buttons. */
export async function rowsShown(page: Page): Promise<string[][]> {
  const table = page.getByRole('table', { name: 'Rows' })
  await expect(table.getByRole('row').nth(1)).toContainText(/\S/, { useInnerText: true })
  const rows = await table.getByRole('row').all()
  const texts = await Promise.all(rows.slice(1).map((line) => line.getByRole('cell').allInnerTexts()))
  return texts.map((cells) => cells.map((text) => text.replace(/\n(?:Fix|Edit|Include)\n[^]*$/, '')))
}

export async function download(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const press = () => button(page, name).click()
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

export type ReportRow = { readonly cells: readonly string[]; outcome: string; id: string; message: string }

/** Downloads the report and parses it with the app's own reader. */
export async function readReport(page: Page): Promise<ReportRow[]> {
  const { bytes } = await download(page, 'Download report')
  return readCsv(bytes.toString('utf8')).rows.map(({ cells }) => {
    const [outcome = '', id = '', message = ''] = cells.slice(-3)
    return { cells: cells.slice(0, -3), outcome, id, message }
  })
}

/**
 * Checks the report against the page and the service: one outcome per name, the same counts as on the page, and each
 * added pet is in the service under the reported ID. Each crash may leave one added row without an ID.
 */
export async function expectReportMatchesService(
  page: Page,
  petstore: PetstoreService,
  names: readonly string[],
  crashes = 0,
) {
  const report = await readReport(page)
  expect(report.map(({ cells }) => cells[0])).toEqual(names)
  const count = (outcome: string) => report.filter((line) => line.outcome === outcome.toLowerCase()).length
  const counts = OUTCOMES.map((outcome) => [outcome, count(outcome)] as const)
  expect(counts.reduce((sum, [, some]) => sum + some, 0)).toBe(names.length)
  await expectCounts(page, Object.fromEntries(counts))

  const stored = new Map(petstore.db.all().map(({ id, name }) => [String(id), name]))
  for (const { outcome, id, cells } of report) {
    // A page that is killed while it reads the body of a 201 does not learn the ID.
    if (outcome === 'added' && id === '') expect([...stored.values()]).toContain(cells[0])
    else if (outcome === 'added') expect(stored.get(id), `row of ${cells[0]}`).toBe(cells[0])
  }
  const added = report.filter(({ outcome, id }) => outcome === 'added' && id !== '')
  const withoutId = report.filter(({ outcome, id }) => outcome === 'added' && id === '')
  expect(withoutId.length).toBeLessThanOrEqual(crashes)
  expect(new Set(added.map(({ id }) => id)).size).toBe(added.length)
  return report
}
