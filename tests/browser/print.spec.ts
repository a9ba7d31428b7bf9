import type { Page } from '@playwright/test'
import { extractTextItems } from 'unpdf'
import { expect, int64, namesOf, test } from './fixtures.ts'

test.use({ isSignedIn: true })

/** Returns the lines of each page of the PDF, from top to bottom. */
async function print(page: Page): Promise<string[][]> {
  const { items } = await extractTextItems(new Uint8Array(await page.pdf({ format: 'A4' })))
  return items.map((texts) => {
    const lines: { y: number; texts: typeof texts }[] = []
    for (const text of texts.filter(({ str }) => str.trim() !== '')) {
      // The texts of one line are at different heights if their sizes differ.
      const line = lines.find((candidate) => Math.abs(candidate.y - text.y) < 4)
      if (line === undefined) lines.push({ y: text.y, texts: [text] })
      else line.texts.push(text)
    }
    return lines
      .toSorted((one, other) => other.y - one.y)
      .map((line) =>
        line.texts
          .toSorted((one, other) => one.x - other.x)
          .map(({ str }) => str.trim())
          .join(' '),
      )
  })
}

const textOf = (pages: readonly string[][]) => pages.flat().join('\n')

for (const width of [390, 1280]) {
  test(`a list of 100 pets on a screen of ${width} px prints as a table, with its head on each page and whole rows`, async ({
    page,
    petstore,
  }) => {
    await page.clock.setFixedTime('2026-11-22T09:42:00Z')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width, height: 800 })
    for (let number = 1; number <= 120; number += 1) {
      // Every tenth name takes several lines.
      const name = number % 10 === 0 ? `Pet ${number}. ${'long name '.repeat(18)}` : `Pet ${number}.`
      petstore.db.create({ name, status: 'pending' })
    }
    await page.goto('/staging/pets?limit=100&status=pending&sort=-id')
    await expect(namesOf(page)).toHaveCount(100)

    const pages = await print(page)
    const text = textOf(pages)
    expect(text).toContain('Staging')
    expect(text).toContain('First 100 pending pets. Staging shows no more than 100 at a time.')
    expect(text).toContain('22 November 2026 at 10:42')
    expect(text).not.toMatch(
      /Refresh|Page size|Check for changes|Sort by|Available|Sign out|Import|Search|Copy|Print/,
    )
    expect(pages.length).toBeGreaterThan(2)
    for (const lines of pages) {
      expect(lines.filter((line) => /^ID Name Category Status$/.test(line))).toHaveLength(1)
      // A row that was cut would go on here.
      const first = lines[lines.findIndex((line) => line.startsWith('ID')) + 1]
      expect(first).toMatch(/^\d+ Pet \d+\..*Dogs Pending$/)
    }
    const ids = [...text.matchAll(/Pet (\d+)\./g)].map(([, number]) => Number(number))
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    expect(text.match(/\blong\b/g)).toHaveLength(10 * 18)
  })
}

test('the overview prints its figures, the notice about cut lists and the time, and its tables with their heads', async ({
  page,
  petstore,
}) => {
  await page.clock.setFixedTime('2026-11-22T09:42:00Z')
  for (let category = 1; category <= 70; category += 1)
    petstore.db.create({ name: 'Rex', categoryId: int64(String(category)), status: 'available' })
  for (let more = 0; more < 60; more += 1)
    petstore.db.create({ name: 'Mochi', categoryId: int64('2'), status: 'available' })
  await page.goto('/staging/overview')
  await expect(page.getByText(/^At least 100 pets/)).toBeVisible()
  await expect(page.getByText(/^Updated/)).toBeVisible()

  const pages = await print(page)
  const text = textOf(pages)
  expect(text).toContain('Staging')
  expect(text).toContain('may be missing')
  expect(text).toContain('22 November 2026 at 10:42')
  expect(text).toMatch(/Available Pending Sold Not set All\s+at least 100/)
  expect(text).not.toMatch(/Refresh|Download|Sign out|Find a pet/)
  const tablePages = pages.filter((lines) => lines.some((line) => /^\d+ at least 1 0 0/.test(line)))
  expect(tablePages.length).toBeGreaterThan(1)
  for (const lines of tablePages)
    expect(lines.some((line) => line === 'Category Available Pending Sold Not set All')).toBe(true)
})
