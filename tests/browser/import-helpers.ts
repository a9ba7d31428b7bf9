import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readSheet } from '#src/importer/read-sheet.ts'
import { expect, heading, KEY, signIn } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'

export const IMPORT = '/staging/pets/import'

/** `Pet 1` to `Pet n`, each of its own. */
export function petNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Pet ${index + 1}`)
}

/** A delivery list as a spreadsheet saves it. */
export function csvOf(names: readonly string[]): string {
  return ['name,categoryId,status', ...names.map((name) => `${name},1,available`), ''].join('\r\n')
}

/** Goes to the page of imports, and signs in where that is asked. */
export async function openImport(page: Page, key = KEY): Promise<void> {
  await page.goto(IMPORT)
  await reachImport(page, key)
}

/** The page is loading; signs in where that is asked. */
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
  await page.getByLabel('Spreadsheet file').setInputFiles({ name, mimeType: 'text/csv', buffer })
}

/** Signs in, chooses a file with these pets and sends it. */
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

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** The counts of Added, Rejected, Unknown and Waiting. */
export async function expectCounts(page: Page, counts: readonly [string, string, string, string]) {
  const outcome = page.getByLabel('Outcome', { exact: true })
  await expect(outcome.getByRole('term')).toHaveText(['Added', 'Rejected', 'Unknown', 'Waiting'])
  await expect(outcome.getByRole('definition')).toHaveText(counts)
}

export function state(page: Page, words: string | RegExp): Locator {
  return page.getByRole('main').getByRole('status').filter({ hasText: words })
}

export async function expectFinished(page: Page): Promise<void> {
  await expect(state(page, 'Import finished')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Checked at')).toBeVisible()
}

/** A row of the table "Rows" by its number. */
export function row(page: Page, number: number): Locator {
  return page
    .getByRole('table', { name: 'Rows' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(number), exact: true }).first() })
}

/** Each row of the table as text, cell by cell. */
export async function rowsShown(page: Page): Promise<string[][]> {
  const table = page.getByRole('table', { name: 'Rows' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const rows = await table.getByRole('row').all()
  return Promise.all(rows.slice(1).map((line) => line.getByRole('cell').allInnerTexts()))
}

export async function download(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

export type Reported = { readonly cells: readonly string[]; outcome: string; id: string; message: string }

/** The report, downloaded and read back by the importer's own reader. */
export async function readReport(page: Page): Promise<Reported[]> {
  const { bytes } = await download(page, 'Download report')
  const { sheet, problem } = await readSheet(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  if (sheet === undefined) throw new Error(problem)
  return sheet.rows.map(({ cells }) => {
    const [outcome = '', id = '', message = ''] = cells.slice(-3)
    return { cells: cells.slice(0, -3), outcome, id, message }
  })
}

/**
 * The record against what the service holds: each name has one outcome, the counts on the page are those of the
 * report, and what was added is in the service under that ID.
 */
export async function expectTrueRecord(
  page: Page,
  petstore: PetstoreService,
  names: readonly string[],
  crashes = 0,
) {
  const report = await readReport(page)
  expect(report.map(({ cells }) => cells[0])).toEqual(names)
  const number = new Intl.NumberFormat('en')
  const counted = (outcome: string) => number.format(report.filter((line) => line.outcome === outcome).length)
  await expectCounts(page, [counted('added'), counted('rejected'), counted('unknown'), counted('waiting')])

  const held = new Map(petstore.db.all().map(({ id, name }) => [String(id), name]))
  for (const { outcome, id, cells } of report) {
    expect(['added', 'rejected', 'unknown', 'waiting']).toContain(outcome)
    // A page that goes away in the middle of the body of a 201 leaves no ID: once a crash at most.
    if (outcome === 'added' && id === '') expect([...held.values()]).toContain(cells[0])
    else if (outcome === 'added') expect(held.get(id), `row of ${cells[0]}`).toBe(cells[0])
  }
  const added = report.filter(({ outcome, id }) => outcome === 'added' && id !== '')
  const withoutId = report.filter(({ outcome, id }) => outcome === 'added' && id === '')
  expect(withoutId.length).toBeLessThanOrEqual(crashes)
  expect(new Set(added.map(({ id }) => id)).size).toBe(added.length)
  return report
}
