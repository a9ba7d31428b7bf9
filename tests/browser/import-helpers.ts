import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readCsv } from '#src/spreadsheet/read-csv.ts'
import { expect, heading, KEY } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

export const IMPORT = '/staging/pets/import'

/** Returns `Pet 1` to `Pet n`. */
export function petNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Pet ${index + 1}`)
}

/** Returns a CSV file with these pets. */
export function csvOf(names: readonly string[]): string {
  return ['name,categoryId,status', ...names.map((name) => `${name},1,available`), ''].join('\r\n')
}

/** Waits for the import page to load, and signs in if necessary. */
export async function reachImport(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText(/^(Sign in|Add many pets)$/)
  if ((await heading(page).textContent()) === 'Sign in') {
    await page.getByLabel('API key').fill(KEY)
    await button(page, 'Sign in').click()
  }
  await expect(heading(page)).toHaveText('Add many pets')
}

export async function chooseFile(page: Page, content: string, name = 'delivery.csv') {
  const field = page.getByLabel('Spreadsheet file')
  await field.or(button(page, 'Clear rows')).first().waitFor()
  if (!(await field.isVisible())) await button(page, 'Clear rows').click()
  await field.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

/** Signs in if necessary, chooses a file with these pets and starts the import. */
export async function startImport(page: Page, names: readonly string[]): Promise<void> {
  await page.goto(IMPORT)
  await reachImport(page)
  await chooseFile(page, csvOf(names))
  await button(page, `Add ${names.length} pets`).click()
}

/**
 * Starts an import that stops at this row, which the service has added, but whose response it holds
 * back.
 */
export async function startAndHold(page: Page, petstore: PetstoreService, count: number, heldRow: number) {
  const release = petstore.hold({ method: 'POST', body: new RegExp(`"Pet ${heldRow}"`) })
  await startImport(page, petNames(count))
  await petstore.arrived(heldRow)
  return release
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true })
}

const OUTCOMES = ['Added', 'Rejected', 'Not sent', 'Left out', 'Unknown', 'Waiting'] as const

type Counts = Partial<Record<(typeof OUTCOMES)[number], number>>

/** Expects these counts. Outcomes that are left out are 0 and not shown, except for "Added". */
export async function expectCounts(page: Page, counts: Counts) {
  const shown = OUTCOMES.filter((outcome) => outcome === 'Added' || (counts[outcome] ?? 0) > 0)
  const outcome = page.getByLabel('Outcome', { exact: true })
  await expect(outcome.getByRole('term')).toHaveText([...shown])
  await expect(outcome.getByRole('definition')).toHaveText(
    shown.map((one) => (counts[one] ?? 0).toLocaleString('en')),
  )
}

export async function expectFinished(page: Page): Promise<void> {
  await expect(page.getByText(/\(checked .+\)/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('progressbar', { name: 'Import progress' })).toHaveCount(0)
}

/** Finds the items of the list "Saved imports". */
export function savedImports(page: Page): Locator {
  return page.getByRole('region', { name: 'Saved imports' }).getByRole('listitem')
}

/** Returns the names that arrived at the service, in order. */
export const arrivedNames = (petstore: PetstoreService) =>
  petstore.posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)

/** Finds a row of the table "Rows" by its row number. */
export function row(page: Page, number: number): Locator {
  return page
    .getByRole('table', { name: 'Rows' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(number), exact: true }).first() })
}

export async function download(page: Page, name: string): Promise<{ name: string; text: string }> {
  const press = () => button(page, name).click()
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

export type ReportRow = { readonly cells: readonly string[]; outcome: string; id: string; message: string }

/** Downloads the report and parses it with the app's own reader. */
export async function readReport(page: Page): Promise<ReportRow[]> {
  const { text } = await download(page, 'Download report')
  return readCsv(text).rows.map(({ cells }) => {
    const [outcome = '', id = '', message = ''] = cells.slice(-3)
    return { cells: cells.slice(0, -3), outcome, id, message }
  })
}

/**
 * Checks the report against the page and the service: one outcome per name, the same counts as on
 * the page, and each added pet is in the service under the reported ID.
 */
export async function expectReportMatchesService(
  page: Page,
  petstore: PetstoreService,
  names: readonly string[],
) {
  const report = await readReport(page)
  expect(report.map(({ cells }) => cells[0])).toEqual(names)
  const count = (outcome: string) => report.filter((line) => line.outcome === outcome.toLowerCase()).length
  await expectCounts(page, Object.fromEntries(OUTCOMES.map((outcome) => [outcome, count(outcome)])))
  const stored = new Map(petstore.db.all().map(({ id, name }) => [String(id), name]))
  const added = report.filter(({ outcome }) => outcome === 'added')
  for (const { id, cells } of added) expect(stored.get(id), `row of ${cells[0]}`).toBe(cells[0])
  expect(new Set(added.map(({ id }) => id)).size).toBe(added.length)
  return report
}
