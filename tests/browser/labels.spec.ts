import type { Locator, Page } from '@playwright/test'
import { extractTextItems } from 'unpdf'
import { THOROUGH } from '#tests/support/thorough.ts'
import { LAYOUT_BREAKERS } from '#tests/support/untrusted-strings.ts'
import { expectNoViolations } from './axe-check.ts'
import { test } from './core-fixtures.ts'
import { alerts, expect, heading, int64, openPage, PRODUCTION_KEY, signIn } from './fixtures.ts'
import { button, petNames } from './import-helpers.ts'
import { type Box, openPictures } from './printed-pages.ts'

test.use({ isSignedIn: true })

const list = (page: Page) => page.getByRole('list', { name: 'Labels' })
const labels = (page: Page) => list(page).getByRole('listitem')
const sheetField = (page: Page) => page.getByRole('combobox', { name: 'Sheet' })
const startField = (page: Page) => page.getByRole('spinbutton', { name: 'Start at label' })
const qrCode = (scope: Page | Locator, id: string) =>
  scope.getByRole('img', { name: `QR code for ID ${id}`, exact: true })

/** Opens the labels of these IDs, and waits until all are there. */
async function openLabels(page: Page, ids: readonly string[]) {
  await openPage(page, `/staging/pets/labels?ids=${ids.join(',')}`)
  await expect(labels(page)).toHaveCount(ids.length)
}

/**
 * The measures of the sheets in millimetres, as their makers give them. They do not come from the
 * code.
 */
const MEASURES = (
  [
    ['A4, 24 labels (70 × 37 mm)', [210, 297], [70, 37], [0, 70, 140], 0.5, 8],
    ['A4, 14 labels (99.1 × 38.1 mm)', [210, 297], [99.1, 38.1], [4.65, 106.25], 15.15, 7],
    ['US Letter, 30 labels (2⅝ × 1 in)', [215.9, 279.4], [66.675, 25.4], [4.76, 74.61, 144.46], 12.7, 10],
    ['One label a page (62 × 29 mm)', [62, 29], [62, 29], [0], 0, 1],
  ] as const
).map(([sheet, page, size, columns, top, rows]) => ({ sheet, page, size, columns, top, rows }))

/** Names that are too long, too wide or too high for a label, or that break layouts. */
const LONG_NAMES = [
  'W'.repeat(200),
  'بَيْتُ الأرنب الصغير '.repeat(9),
  '猫'.repeat(200),
  'สุนัขตัวน้อย'.repeat(16),
  'कुत्ता '.repeat(28),
  '고양이'.repeat(60),
  '👨‍👩‍👧‍👦'.repeat(18),
  ' ',
  'M',
  ...LAYOUT_BREAKERS.map((text) => text.slice(0, 200)),
]

const print = (page: Page) => page.pdf({ preferCSSPageSize: true })

/** Returns the printed texts of each page. */
async function textsOf(pdf: Buffer): Promise<string[]> {
  const { items } = await extractTextItems(new Uint8Array(pdf))
  return items.map((texts) => texts.map(({ str }) => str).join(''))
}

/** The number of pets, which is more than the viewport shows, on more than a few sheets. */
const PETS = THOROUGH ? 1000 : 250

test.describe('on paper', () => {
  test('labels of each sheet are in place, and their codes lead to their pets', async ({
    page,
    petstore,
  }) => {
    // The labels need at least two sheets, from the fourth label of the first on.
    const ids = petNames(31).map((name) => petstore.db.create({ name }).id)
    await page.emulateMedia({ colorScheme: 'dark' })
    await openLabels(page, ids)
    const pictures = await openPictures(page.context())
    for (const { sheet, page: paper, size, columns, top, rows } of MEASURES) {
      const perSheet = columns.length * rows
      const start = perSheet === 1 ? 1 : 4
      const expected = [...Array.from({ length: start - 1 }, () => undefined), ...ids]
      const sheets = Math.ceil(expected.length / perSheet)
      await page.bringToFront()
      await sheetField(page).selectOption(sheet)
      if (perSheet > 1) {
        await startField(page).fill(String(start))
        await startField(page).press('Enter')
      }
      const next = perSheet === 1 ? '' : `. Next free label: ${(expected.length % perSheet) + 1}`
      await expect(page.getByText(`${sheets} sheets${next}`)).toBeVisible()
      await expect(page.locator('[aria-busy]')).toHaveCount(0)
      const corner = await codeCornerInLabel(labels(page).first())

      const pdf = await print(page)
      const boxes = Array.from({ length: perSheet }, (_, place): Box => ({
        left: columns[place % columns.length] ?? NaN,
        top: top + Math.floor(place / columns.length) * size[1],
        width: size[0],
        height: size[1],
      }))
      for (const number of [0, sheets - 1]) {
        const { sizes, printed } = await pictures.readPdf(pdf, number, boxes)
        expect(sizes, sheet).toHaveLength(sheets)
        for (const { width, height } of sizes) {
          expect(Math.abs(width - paper[0]), sheet).toBeLessThan(0.5)
          expect(Math.abs(height - paper[1]), sheet).toBeLessThan(0.5)
        }
        for (const [place, { text, corner: printedAt, isBlank }] of printed.entries()) {
          const id = expected[number * perSheet + place]
          const where = `${sheet}, page ${number + 1}, label ${place + 1}`
          if (id === undefined) {
            expect(isBlank, where).toBe(true)
            continue
          }
          expect(text, where).toBe(`${new URL(page.url()).origin}/staging/pets/${id}`)
          const box = boxes[place] as Box
          expect(Math.abs(printedAt.x - box.left - corner.x), where).toBeLessThan(0.5)
          expect(Math.abs(printedAt.y - box.top - corner.y), where).toBeLessThan(0.5)
        }
      }
    }
  })

  test('nothing but labels is printed, and every label names the environment', async ({ page, petstore }) => {
    const ids = ['Rex', 'Mochi'].map(
      (name) => petstore.db.create({ name, categoryId: int64('1'), status: 'sold' }).id,
    )
    await openPage(page, `/staging/pets/labels?ids=${ids.join(',')},5,x`)
    await expect(alerts(page)).toHaveCount(1)
    await expect(labels(page)).toHaveCount(2)
    expect(await textsOf(await print(page))).toEqual([
      ['Rex', 'Mochi'].map((name, index) => `Staging${name}Dogs · SoldID ${ids[index]}`).join(''),
    ])
  })

  test('no text leaves its label, whatever it is, and no ID is cut', async ({ page, petstore }) => {
    const ids = LONG_NAMES.map((name, index) => {
      const id = int64(`-92233720368547757${String(index).padStart(2, '0')}`)
      petstore.db.create({ id, name, categoryId: id, status: 'available' })
      return id
    })
    await openLabels(page, ids)
    for (const { sheet } of MEASURES) {
      await page.emulateMedia({ media: null })
      await sheetField(page).selectOption(sheet)
      await expect(page.locator('[aria-busy]')).toHaveCount(0)
      const text = (await textsOf(await print(page))).join('')
      for (const id of ids) expect(text, sheet).toContain(`ID ${id}`)
      await page.emulateMedia({ media: 'print' })
      expect(await labels(page).evaluateAll(findPartsOutside), sheet).toEqual([])
      expect(await labels(page).evaluateAll(findPartsOverOthers), sheet).toEqual([])
      expect(await labels(page).evaluateAll(findCutIds), sheet).toEqual([])
    }
  })

  test('no sheet is printed while its labels are read, and they stay where they will be', async ({
    page,
    petstore,
  }) => {
    petstore.db.create({ id: int64('1003'), name: 'Rex', categoryId: int64('1') })
    const release = petstore.hold({ path: '/pets?limit=100' })
    await openPage(page, '/staging/pets/labels?ids=1003')
    await expect(button(page, 'Print 1 label')).toBeVisible()
    const box = await list(page).boundingBox()
    expect(await textsOf(await print(page))).toEqual([
      expect.stringContaining('Reading the pets of Staging…'),
    ])
    release()
    await expect(labels(page)).toHaveCount(1)
    expect(await list(page).boundingBox()).toEqual(box)
    expect((await textsOf(await print(page))).join('')).toContain('ID 1003')
  })

  test(`${PETS} pets are printed, also by who does not wait for their codes`, async ({ page, petstore }) => {
    const pets = Array.from({ length: PETS }, (_, index) => ({
      id: index + 1,
      name: `Pet ${index + 1}`,
      categoryId: 1,
    }))
    petstore.respond({ path: '/pets?limit=100' }, { status: 200, body: pets })
    await openPage(page, `/staging/pets/labels?ids=${pets.map(({ id }) => id).join(',')}`)
    await expect(button(page, `Print ${PETS.toLocaleString('en')} labels`)).toBeVisible()
    await expect(labels(page).first()).toBeVisible()
    const texts = await textsOf(await print(page))
    expect(texts).toHaveLength(Math.ceil(PETS / 24))
    for (const { id } of pets) expect(texts[Math.floor((id - 1) / 24)]).toContain(`ID ${id}`)
    await expect(labels(page)).toHaveCount(PETS)
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=100'])
  })
})

/** Returns the texts of what is not within its label, or has no height. Runs in the page. */
function findPartsOutside(allLabels: readonly Element[]): readonly string[] {
  return allLabels.flatMap((label) => {
    const box = label.getBoundingClientRect()
    const outside = [...label.querySelectorAll('p, svg')].filter((part) => {
      const { top, bottom, left, right, height } = part.getBoundingClientRect()
      return top < box.top || bottom > box.bottom || left < box.left || right > box.right || height === 0
    })
    return outside.map(({ textContent }) => textContent)
  })
}

/**
 * Returns the texts of what covers the paragraph that follows it in its label. Runs in the page.
 */
function findPartsOverOthers(allLabels: readonly Element[]): readonly string[] {
  const parts = allLabels.flatMap((label) => [...label.querySelectorAll('p')])
  const covering = parts.filter((part) => {
    const following = part.nextElementSibling
    // The browser rounds to parts of a pixel.
    const bottom = part.getBoundingClientRect().bottom - 0.5
    return following?.tagName === 'P' && bottom > following.getBoundingClientRect().top
  })
  return covering.map(({ textContent }) => textContent)
}

/** Returns the texts of IDs that are wider than their place. Runs in the page. */
function findCutIds(allLabels: readonly Element[]): readonly string[] {
  const ids = allLabels.flatMap((label) => [...label.querySelectorAll('p:last-of-type')])
  if (ids.length < allLabels.length) throw new Error('a label has no ID')
  return ids.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((id) => id.textContent)
}

/**
 * Returns the top right corner of the code, in millimetres from the top left corner of its label.
 */
async function codeCornerInLabel(label: Locator): Promise<{ x: number; y: number }> {
  return label.evaluate((element) => {
    const code = element.querySelector('svg')
    const [labelBox, box] = [element.getBoundingClientRect(), code?.getBoundingClientRect()]
    if (code === null || box === undefined) throw new Error('no code')
    const modules = code.viewBox.baseVal.width
    // The white border of a code is four modules wide.
    const inside = (box.width / modules) * 4
    const mm = 96 / 25.4
    return { x: (box.right - labelBox.left - inside) / mm, y: (box.top - labelBox.top + inside) / mm }
  })
}

test.describe('on a screen with two dots for a pixel', () => {
  test.use({ deviceScaleFactor: 2 })

  test('the code is black on white in the dark theme, and leads to the pet in its environment', async ({
    page,
    production,
    baseURL,
  }) => {
    const { id } = production.db.create({ id: int64('9223372036854775807'), name: 'Rex' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await signIn(page, `/production/pets/${id}`, { key: PRODUCTION_KEY })
    await page.getByRole('link', { name: 'Print label' }).click()
    await expect(labels(page)).toHaveCount(1)
    await expect(labels(page)).not.toContainText('Production')
    const pictures = await openPictures(page.context())
    const text = await pictures.readPng(await qrCode(page, id).screenshot())
    expect(text).toBe(`${baseURL}/production/pets/${id}`)
    await page.goto(text ?? '')
    await expect(heading(page)).toHaveText('Rex')
  })
})

test('letters that go below the line are not cut, neither in the preview of a pet nor on a sheet', async ({
  page,
  petstore,
}) => {
  petstore.db.create({ id: int64('7'), name: 'Gypsy' })
  for (const path of ['7', 'labels?ids=7']) {
    await openPage(page, `/staging/pets/${path}`)
    const label = qrCode(page, '7').locator('..')
    for (const text of ['Gypsy', 'Dogs']) {
      // Letters of common fonts need up to 1.2 times their size.
      const ratio = await label.getByText(text).evaluate((node) => {
        const { lineHeight, fontSize } = getComputedStyle(node)
        return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
      })
      expect(ratio, `${text} of ${path}`).toBeGreaterThan(1.24)
    }
  }
})

test('axe finds no violations, and nothing scrolls sideways: the labels', async ({ page, petstore }) => {
  const ids = [...petNames(4), 'W'.repeat(200)].map((name) => petstore.db.create({ name }).id)
  await openPage(page, `/staging/pets/labels?ids=${ids.join(',')},5,${'x'.repeat(200)}`)
  await expect(labels(page)).toHaveCount(5)
  await startField(page).fill('99')
  await page.keyboard.press('Enter')
  await expect(startField(page)).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0)
    const sheet = await list(page).locator('> div').boundingBox()
    expect((sheet?.x ?? NaN) + (sheet?.width ?? NaN), `at ${width} px`).toBeLessThanOrEqual(width)
  }
})
