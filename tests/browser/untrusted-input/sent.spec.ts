import type { Page } from '@playwright/test'
import { guardCell } from '#src/importer/formula-guard.ts'
import { alerts, configFor, expect, heading, int64, namesOf, signIn } from '#tests/browser/fixtures.ts'
import {
  button,
  chooseFile,
  csvOf,
  expectCounts,
  expectFinished,
  IMPORT,
  readReport,
} from '#tests/browser/import-helpers.ts'
import type { Received } from '#tests/browser/petstore-service.ts'
import { HOSTILE, MARKUP, UNWIELDY, WORST } from './strings.ts'
import { cut, expectInPlace, expectUnharmed, inPage, paste, test } from './xss-detector.ts'

const nameOnWire = ({ body }: Received) => (JSON.parse(body) as { name: unknown }).name

/** A field of one line makes blanks of line breaks, for all to see. */
const inOneLine = (text: string) => text.replaceAll(/\r\n|[\r\n]/g, ' ')

const fieldValue = (page: Page) =>
  inPage(page, () => document.querySelector<HTMLInputElement>('main input[name="name"]')?.value)

/** As the two kinds of refusal of the form say it; `undefined` for what is sent. */
function reasonAgainst(name: string): RegExp | undefined {
  if (name.trim() === '') return /Enter a name/
  return name.isWellFormed() ? undefined : /cannot be read/
}

for (const [part, texts] of [
  ['first', WORST.slice(0, WORST.length / 2)],
  ['second', WORST.slice(WORST.length / 2)],
] as const) {
  test(`what stands in Name is sent exactly, or refused with a reason beside it: the ${part} half of the worst`, async ({
    page,
    petstore,
  }) => {
    await signIn(page, '/staging/pets/new')
    const added: string[] = []
    for (const text of texts) {
      const name = inOneLine(text)
      const what = JSON.stringify(cut(name, 40))
      await paste(page, 'Name', text)
      expect(await fieldValue(page), what).toBe(name)
      await page.getByLabel('Category ID').fill('1')
      await button(page, 'Add pet').click()
      const reason = reasonAgainst(name)
      if (reason !== undefined) {
        await expect(page.getByLabel('Name', { exact: true }), what).toHaveAccessibleDescription(reason)
        expect(await fieldValue(page), what).toBe(name)
      } else {
        added.push(name)
        await expect(page.locator('main section li'), what).toHaveCount(added.length)
        expect(nameOnWire(petstore.posts()[added.length - 1] as Received), what).toBe(name)
        const said = await inPage(
          page,
          () => document.querySelector('main form [role=status] bdi')?.textContent,
        )
        expect(said, what).toBe(cut(name))
      }
      await expectUnharmed(page, what)
    }
    expect(petstore.posts()).toHaveLength(added.length)
    expect(added.length).toBeGreaterThan(20)
    const listed = await inPage(page, () =>
      [...document.querySelectorAll('main section li')].map((item) => item.querySelector('bdi')?.textContent),
    )
    expect(listed).toEqual(added.toReversed().map((name) => cut(name)))
    await expectInPlace(page, 'the form after all that was added')
  })
}

test('what a service says of a refusal is shown exactly, and cut at 500 characters', async ({
  page,
  petstore,
}) => {
  await signIn(page)
  for (const text of WORST) {
    const what = JSON.stringify(cut(text, 40))
    await expect(page.locator('main [aria-busy]')).toHaveCount(0)
    petstore.answer({ method: 'GET' }, { status: 422, body: { code: text, message: text, status: 422 } })
    petstore.forgetReceived()
    await button(page, 'Refresh').click()
    await expect.poll(petstore.lines).toHaveLength(1)
    await expect(alerts(page), what).toContainText('HTTP 422')
    await expect(page.locator('main [aria-busy]')).toHaveCount(0)
    const readShown = () =>
      inPage(page, () =>
        [...document.querySelectorAll('main [role=alert] bdi')].map(({ textContent }) => textContent),
      )
    const said = cut(text.trim(), 500)
    // The alert of the text before stays until the page hears of the refresh.
    await expect
      .poll(
        async () => (await readShown())[0]?.endsWith(said === '' ? 'Staging rejected this request.' : said),
        what,
      )
      .toBe(true)
    const shown = await readShown()
    // What may turn the words around it stands between isolates, which cannot be seen.
    const facts = said === '' ? 'HTTP 422' : `${said} · HTTP 422`
    expect(withoutIsolates(shown[1] ?? ''), what).toBe(withoutIsolates(facts))
    expect(shown[1]?.includes(said), what).toBe(true)
    await expectUnharmed(page, what)
    if (UNWIELDY.includes(text)) await expectInPlace(page, what)
  }
})

const withoutIsolates = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')

test('a refusal of a new pet is shown exactly, above the form or at the field it names', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/new')
  await page.getByLabel('Name', { exact: true }).fill('Rex')
  await page.getByLabel('Category ID').fill('1')
  for (const text of [
    ...UNWIELDY,
    ...MARKUP.slice(0, 8),
    '\u2069\u2069\u202ERex\u2066',
    'שלום 1, Rex 2',
    '\uD83D',
  ]) {
    for (const about of ['name: ', '']) {
      const message = `${about}${text}`
      const what = JSON.stringify(cut(message, 40))
      petstore.answer({ method: 'POST' }, { status: 400, body: { code: text, message, status: 400 } })
      await button(page, 'Add pet').click()
      await expect(
        page.locator(about === '' ? 'main form > [role=alert]' : 'main form p [role=alert]'),
      ).toBeVisible()
      const shown = await inPage(page, () =>
        [...document.querySelectorAll('main [role=alert] bdi')].map(({ textContent }) => textContent),
      )
      // Above the form, the name of the pet stands before what the service said.
      const [said, facts] = about === '' ? shown.slice(1) : shown
      expect(said, what).toBe(cut(message.trim(), 500))
      expect(facts?.includes(cut(text.trim(), 500)), what).toBe(true)
      await expectUnharmed(page, what)
      if (text === UNWIELDY[2] || text === UNWIELDY[7]) await expectInPlace(page, what)
    }
  }
})

test('labels of the configuration stand in the form exactly, and lead to their category', async ({
  page,
  petstore,
  production,
  site,
}) => {
  const labels = [
    // Of two labels that are the same when trimmed, the first counts.
    ...new Set(
      WORST.filter((text) => text.isWellFormed() && !/[\r\n]/.test(text)).map((text) => text.trim()),
    ),
  ].filter(Boolean)
  for (let from = 0; from < labels.length; from += 8) {
    const some = labels.slice(from, from + 8)
    site.configure({
      ...configFor(petstore, production),
      categories: Object.fromEntries(some.map((label, index) => [String(from + index), label])),
    })
    if (from === 0) await signIn(page, '/staging/pets/new')
    else await page.reload()
    await expect(heading(page)).toHaveText('Add a pet')
    const buttons = page.locator('main form ul button')
    await expect(buttons).toHaveCount(some.length)
    expect(
      await inPage(page, () =>
        [...document.querySelectorAll('main form ul button')].map((b) => b.textContent),
      ),
    ).toEqual(some.map((label) => cut(label.trim(), 60)))
    await expectInPlace(page, `labels from ${from}`)
    for (const [index, label] of some.entries()) {
      await buttons.nth(index).click()
      await expect(buttons.nth(index)).toHaveAttribute('aria-pressed', 'true')
      await expect(page.getByLabel('Category ID')).toHaveAccessibleDescription(
        new RegExp(`\\(ID ${from + index}\\)`),
      )
      expect(await page.getByLabel('Category ID').inputValue()).toBe(label.trim())
      await expectUnharmed(page, `the label ${JSON.stringify(cut(label, 40))}`)
      await page.getByLabel('Category ID').fill('')
    }
  }
})

test('the search takes each text as plain text, keeps it in the address and asks for nothing', async ({
  page,
  petstore,
  baseURL,
}) => {
  const texts = WORST.filter((text) => text.trim() !== '' && text.length <= 500)
  for (const [index, name] of texts.entries()) petstore.db.create({ id: int64(String(index + 1)), name })
  petstore.db.create({ id: int64('1000'), name: '§', categoryId: int64('77'), status: undefined })
  await signIn(page, '/staging/pets?limit=100')
  await expect(namesOf(page)).toHaveCount(texts.length + 1)
  petstore.forgetReceived()
  const idsShown = () =>
    inPage(page, () =>
      [...document.querySelectorAll('main tbody td:first-child')].map(({ textContent }) =>
        Number(textContent),
      ),
    )
  for (const [index, text] of texts.entries()) {
    const what = JSON.stringify(cut(text, 40))
    await paste(page, 'Search these pets', text)
    // Half of a character has no place in an address, nor in what comes back from it.
    const typed = inOneLine(text).toWellFormed()
    expect(await page.getByLabel('Search these pets').inputValue(), what).toBe(typed)
    await expect.poll(() => new URL(page.url()).searchParams.get('q'), what).toBe(typed)
    if (!/[\r\n]/.test(text)) {
      await expect
        .poll(async () => {
          const ids = await idsShown()
          return ids.includes(index + 1) && !ids.includes(1000)
        }, what)
        .toBe(true)
    }
    await expectUnharmed(page, what)
  }
  expect(petstore.received).toEqual([])
  for (const text of ['\u2069\u2069\u202ERex\u2066', '%00', 'X: y\tSet-Cookie: z=1&limit=1#top', '\uD83D']) {
    await paste(page, 'Search these pets', text)
    await page.reload()
    await expect(page.locator('.prerendered')).toHaveCount(0)
    await expect(page.getByLabel('Search these pets')).toHaveValue(text.toWellFormed())
    await expectUnharmed(page, `${text} after a reload`)
    await page.goto(`${baseURL}/staging/pets?limit=100&q=${encodeURIComponent(text.toWellFormed())}`)
    await expect(page.locator('.prerendered')).toHaveCount(0)
    await expect(page.getByLabel('Search these pets')).toHaveValue(text.toWellFormed())
  }
  for (const text of UNWIELDY) {
    const typed = inOneLine(text)
    const before = page.url()
    await paste(page, 'Search these pets', text)
    if (typed.length > 500) {
      await expect(page.getByLabel('Search these pets')).toHaveAccessibleDescription(
        /500 characters or fewer/,
      )
      await expect(page.getByLabel('Search these pets')).toHaveAttribute('aria-invalid', 'true')
      expect(page.url()).toBe(before)
    } else {
      await expect(page.getByLabel('Search these pets')).not.toHaveAttribute('aria-invalid')
    }
    const without = `${typed.slice(0, 480).toWellFormed()} no such pet`
    await paste(page, 'Search these pets', without)
    await expect(page.locator('main section p bdi')).toBeAttached()
    const shown = await inPage(page, () => document.querySelector('main section p bdi')?.textContent)
    expect(shown).toBe(cut(without.trim()))
    await expectUnharmed(page, JSON.stringify(cut(text, 40)))
    await expectInPlace(page, JSON.stringify(cut(text, 40)))
  }
  await paste(page, 'Search these pets', '.*')
  await expect(page.getByText(/No matches for “\.\*” in the \d+ loaded pets/)).toBeVisible()
})

/** As a spreadsheet writes them, with the guard against formulas that reading takes off. */
const sheetOf = (names: readonly string[]) =>
  csvOf(names.map((name) => `"${guardCell(name).replaceAll('"', '""')}"`))

test('every text is imported from a file exactly, or a problem of its row is named', async ({
  page,
  petstore,
}) => {
  // A file has neither NUL nor halves of a character; each of these refuses the whole of it.
  const names = HOSTILE.filter((name) => name.isWellFormed() && !name.includes('\0')).filter(
    (name, index) => index % 4 === 0 || WORST.includes(name),
  )
  const sent = names.filter((name) => name.trim() !== '')
  await signIn(page, IMPORT)
  await chooseFile(page, sheetOf(['Rex\0', 'Rex']))
  await expect(alerts(page)).toContainText('Row 2 contains a character that cannot be read')
  await chooseFile(page, sheetOf(names))
  await expect(button(page, `Add ${sent.length} pets`)).toBeVisible()
  await expectUnharmed(page, 'the rows before they are sent')
  await button(page, `Add ${sent.length} pets`).click()
  await expectFinished(page)
  await expectCounts(page, [String(sent.length), String(names.length - sent.length), '0', '0'])
  expect(petstore.posts().map(nameOnWire)).toEqual(sent)
  await expectUnharmed(page, 'the rows after they were sent')
  await expectInPlace(page, 'the rows after they were sent')
  const report = await readReport(page)
  expect(report.map(({ cells }) => cells[0])).toEqual(names)
})

/** Name and outcome of each row by its `aria-rowindex`; those in view alone are drawn. */
async function allRows(page: Page): Promise<Map<number, { name: string; outcome: string }>> {
  const json = await page.evaluate(async () => {
    const region = document.querySelector('main [role=region]')
    const found: [number, { name: string; outcome: string }][] = []
    if (region === null) return '[]'
    for (let top = -1; region.scrollTop !== top;) {
      top = region.scrollTop
      for (const line of region.querySelectorAll<HTMLTableRowElement>('tbody tr[data-index]')) {
        const name = line.cells[1]?.querySelector('bdi')?.textContent ?? ''
        const outcome = line.cells[4]?.firstElementChild?.firstElementChild ?? line.cells[4]
        found.push([Number(line.ariaRowIndex), { name, outcome: outcome?.textContent ?? '' }])
      }
      region.scrollTop += region.clientHeight / 2
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
    return JSON.stringify(found)
  })
  return new Map(JSON.parse(json) as [number, { name: string; outcome: string }][])
}

test('pasted rows are shown exactly or with their problem, and sent exactly', async ({ page, petstore }) => {
  // A text area knows one kind of line break; a row of blanks is no row.
  const names = WORST.filter((name) => !name.includes('\r') && !name.includes('\0'))
  const sent = names.filter((name) => reasonAgainst(name) === undefined)
  await signIn(page, IMPORT)
  await page.getByLabel('Or paste rows').evaluate(
    (area, json) => {
      Reflect.set(HTMLTextAreaElement.prototype, 'value', JSON.parse(json), area)
      area.dispatchEvent(new Event('input', { bubbles: true }))
    },
    JSON.stringify(sheetOf(names)),
  )
  const add = button(page, `Add ${sent.length} pets`)
  await expect(add).toBeVisible()
  const shown = await allRows(page)
  for (const [index, name] of names.entries()) {
    const what = JSON.stringify(cut(name, 40))
    const cells = shown.get(index + 2)
    expect(cells?.name, what).toBe(cut(name))
    expect(cells?.outcome, what).toMatch(reasonAgainst(name) ?? /^Ready( \(duplicate of row \d+\))?$/)
  }
  await expectUnharmed(page, 'the pasted rows')
  await expectInPlace(page, 'the pasted rows')
  await add.click()
  await expectFinished(page)
  expect(petstore.posts().map(nameOnWire)).toEqual(sent)
})

test('headers that no column has are shown as text when asked which is which', async ({ page }) => {
  await signIn(page, IMPORT)
  const header = [
    '\u2069\u2069\u202ERex\u2066',
    'x'.repeat(2000),
    '<img src=x onerror="window.__pwned=1">',
    '__proto__',
  ]
  const cells = header.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  await page.getByLabel('Or paste rows').fill(`${cells}\n${cells}\n`)
  await expect(page.getByRole('heading', { name: 'Match your columns' })).toBeVisible()
  await expect(page.getByText('These columns could not be matched')).toContainText('“__proto__”')
  await expectUnharmed(page, 'the headers')
  await expectInPlace(page, 'the headers')
})
