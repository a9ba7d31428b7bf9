import type { Page } from '@playwright/test'
import { guardCell } from '#src/lib/formula-guard.ts'
import {
  addPet,
  alerts,
  configFor,
  expect,
  heading,
  int64,
  justAdded,
  namesOf,
  petForm,
  signIn,
} from '#tests/browser/fixtures.ts'
import {
  button,
  chooseFile,
  csvOf,
  expectCounts,
  expectFinished,
  IMPORT,
  readReport,
} from '#tests/browser/import-helpers.ts'
import { THOROUGH } from '#tests/support/thorough.ts'
import type { Received } from '#tests/browser/petstore-service.ts'
import {
  UNTRUSTED_STRINGS,
  MARKUP,
  LAYOUT_BREAKERS,
  untrustedSample,
} from '#tests/support/untrusted-strings.ts'
import {
  expectInPlace,
  expectUnharmed,
  inPage,
  paste,
  test,
  truncate,
  withoutIsolates,
} from './xss-detector.ts'

const nameOnWire = ({ body }: Received) => (JSON.parse(body) as { name: unknown }).name

/** A single-line input replaces line breaks by spaces, visibly. */
const inOneLine = (text: string) => text.replaceAll(/\r\n|[\r\n]/g, ' ')

const fieldValue = (page: Page) =>
  inPage(page, () => document.querySelector<HTMLInputElement>('main input[name="name"]')?.value)

/** The error that the form shows for a name; `undefined` if the name is sent. */
function expectedError(name: string): RegExp | undefined {
  if (name.trim() === '') return /Enter a name|Name is missing/
  return name.isWellFormed() ? undefined : /cannot be read/
}

test('names are sent exactly as entered or refused with a reason at the field', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/new')
  const added: string[] = []
  for (const text of untrustedSample(0)) {
    const name = inOneLine(text)
    const what = JSON.stringify(truncate(name, 40))
    await paste(page, 'Name', text)
    expect(await fieldValue(page), what).toBe(name)
    await page.getByLabel('Category ID').fill('1')
    await button(page, 'Add pet').click()
    const reason = expectedError(name)
    if (reason !== undefined) {
      await expect(page.getByLabel('Name', { exact: true }), what).toHaveAccessibleDescription(reason)
      expect(await fieldValue(page), what).toBe(name)
    } else {
      added.push(name)
      await expect(justAdded(page).filter({ hasText: 'Added (ID' }), what).toHaveCount(added.length)
      expect(nameOnWire(petstore.posts()[added.length - 1] as Received), what).toBe(name)
    }
    await expectUnharmed(page, what)
  }
  expect(petstore.posts()).toHaveLength(added.length)
  expect(added.length).toBeGreaterThan(10)
  const listed = await inPage(page, () =>
    [...document.querySelectorAll('main section li')].map((item) => item.querySelector('bdi')?.textContent),
  )
  expect(listed).toEqual(added.toReversed().map((name) => truncate(name, 200)))
  await expectInPlace(page, 'the form after all that was added')
})

test('the message of a rejected request is shown exactly, truncated to 500 characters', async ({
  page,
  petstore,
}) => {
  await signIn(page)
  for (const text of untrustedSample(1)) {
    const what = JSON.stringify(truncate(text, 40))
    await expect(page.locator('main [aria-busy]')).toHaveCount(0)
    petstore.respond({ method: 'GET' }, { status: 422, body: { code: text, message: text, status: 422 } })
    petstore.clearReceived()
    await button(page, 'Refresh').click()
    await expect.poll(petstore.requestLines).toHaveLength(1)
    await expect(alerts(page), what).toContainText('HTTP 422')
    await expect(page.locator('main [aria-busy]')).toHaveCount(0)
    const readShown = () =>
      inPage(page, () =>
        [...document.querySelectorAll('main [role=alert] bdi')].map(({ textContent }) => textContent),
      )
    const message = truncate(text.trim(), 500)
    const said = message === '' ? 'HTTP 422' : `Staging said: ${message} (HTTP 422, ${message})`
    // The previous alert stays until the refresh is finished. Text that could reorder its surroundings is wrapped in
    // invisible bidi isolates.
    await expect
      .poll(async () => withoutIsolates((await readShown())[1] ?? ''), what)
      .toBe(withoutIsolates(said))
    expect((await readShown())[1]?.includes(message), what).toBe(true)
    await expectUnharmed(page, what)
    if (LAYOUT_BREAKERS.includes(text)) await expectInPlace(page, what)
  }
})

test('the message of a rejected POST is shown exactly at its item, and at the field it names', async ({
  page,
  petstore,
}) => {
  await signIn(page, '/staging/pets/new')
  // What shows the service's message is one component; here it stands in two more places.
  for (const text of [
    ...LAYOUT_BREAKERS.filter((_text, index) => THOROUGH || index === 2 || index === 7),
    ...MARKUP.slice(0, THOROUGH ? 8 : 2),
    '\u2069\u2069\u202ERex\u2066',
    'שלום 1, Rex 2',
    '\uD83D',
  ]) {
    const sent = `name: ${text}`
    const what = JSON.stringify(truncate(sent, 40))
    petstore.respond({ method: 'POST' }, { status: 400, body: { code: 'no', message: sent, status: 400 } })
    await addPet(page, 'Rex', '1')
    await expect(justAdded(page), what).toHaveCount(1)
    await expect(justAdded(page), what).toContainText('Not added')
    await button(page, 'Fix').click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    for (const place of ['main li [role=alert] p:last-child bdi', 'main form p[id$=error]']) {
      const shown = await page
        .locator(place)
        .first()
        .evaluate(({ textContent }) => JSON.stringify(textContent))
      expect(withoutIsolates(JSON.parse(shown) as string), what).toContain(
        withoutIsolates(truncate(sent.trim(), 500)),
      )
    }
    await expectUnharmed(page, what)
    if (text === LAYOUT_BREAKERS[2] || text === LAYOUT_BREAKERS[7]) await expectInPlace(page, what)
    await petForm(page).name.fill('')
    await button(page, 'Discard').click()
    await expect(justAdded(page)).toHaveCount(0)
  }
})

test('category labels of the configuration are shown exactly and select their category', async ({
  page,
  petstore,
  production,
  site,
}) => {
  const labels = [
    // Of labels that are equal when trimmed, the first one counts.
    ...new Set(
      untrustedSample(2)
        .filter((text) => text.isWellFormed() && !/[\r\n]/.test(text))
        .map((text) => text.trim()),
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
    const options = page.getByRole('option')
    await page.getByLabel('Category ID').click()
    await expect(options).toHaveCount(some.length)
    expect(
      await inPage(page, () => [...document.querySelectorAll('[role=option]')].map((o) => o.textContent)),
    ).toEqual(some.map((label, index) => `${truncate(label.trim(), 60)} (ID ${from + index})`))
    await expectInPlace(page, `labels from ${from}`)
    for (const [index, label] of some.entries()) {
      await options.nth(index).click()
      await expect(options).toHaveCount(0)
      await expect(page.getByLabel('Category ID')).toHaveAccessibleDescription(
        new RegExp(`\\(ID ${from + index}\\)`),
      )
      expect(await page.getByLabel('Category ID').inputValue()).toBe(label.trim())
      await expectUnharmed(page, `the label ${JSON.stringify(truncate(label, 40))}`)
      await page.getByLabel('Category ID').fill('')
      await page.getByLabel('Category ID').click()
    }
  }
})

test('the search treats input as plain text, keeps it in the URL and sends no request', async ({
  page,
  petstore,
  baseURL,
}) => {
  const texts = untrustedSample(3).filter((text) => text.trim() !== '' && text.length <= 500)
  for (const [index, name] of texts.entries()) petstore.db.create({ id: int64(String(index + 1)), name })
  petstore.db.create({ id: int64('1000'), name: '§', categoryId: int64('77'), status: undefined })
  await signIn(page, '/staging/pets?limit=100')
  await expect(namesOf(page)).toHaveCount(texts.length + 1)
  petstore.clearReceived()
  const idsShown = () =>
    inPage(page, () =>
      [...document.querySelectorAll('main tbody td:first-child')].map(({ textContent }) =>
        Number(textContent),
      ),
    )
  for (const [index, text] of texts.entries()) {
    const what = JSON.stringify(truncate(text, 40))
    await paste(page, 'Search these pets', text)
    // A URL cannot contain unpaired surrogates.
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
  for (const text of LAYOUT_BREAKERS.filter((_text, index) => THOROUGH || index % 3 === 0)) {
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
    // The text of the search before is replaced in a later task.
    await expect
      .poll(() => inPage(page, () => document.querySelector('main section p bdi')?.textContent ?? ''))
      .toBe(truncate(without.trim()))
    await expectUnharmed(page, JSON.stringify(truncate(text, 40)))
    await expectInPlace(page, JSON.stringify(truncate(text, 40)))
  }
  await paste(page, 'Search these pets', '.*')
  await expect(page.getByText(/No matches for “\.\*” in the \d+ loaded pets/)).toBeVisible()
})

/** A CSV file with guarded formulas, as the report writes it. */
const sheetOf = (names: readonly string[]) =>
  csvOf(names.map((name) => `"${guardCell(name).replaceAll('"', '""')}"`))

test('every name is imported from a file exactly, or its row shows a problem', async ({ page, petstore }) => {
  // A file with a NUL or an unpaired surrogate is refused completely.
  const names = UNTRUSTED_STRINGS.filter((name) => name.isWellFormed() && !name.includes('\0')).filter(
    (_name, index) => THOROUGH || index % 4 === 0,
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
  await expectCounts(page, { Added: sent.length, 'Not sent': names.length - sent.length })
  expect(petstore.posts().map(nameOnWire)).toEqual(sent)
  await expectUnharmed(page, 'the rows after they were sent')
  await expectInPlace(page, 'the rows after they were sent')
  const report = await readReport(page)
  expect(report.map(({ cells }) => cells[0])).toEqual(names)
})

/** Name and outcome of each row by its `aria-rowindex`. */
const allRows = (page: Page) =>
  inPage(page, () =>
    [...document.querySelectorAll<HTMLTableRowElement>('main tbody tr')].map((line) => ({
      index: Number(line.ariaRowIndex),
      name: line.cells[1]?.querySelector('bdi')?.textContent ?? '',
      outcome: line.cells[4]?.textContent ?? '',
    })),
  )

test('pasted rows are shown and sent exactly, or show their problem', async ({ page, petstore }) => {
  // A text area normalizes line breaks, and rows with only whitespace are skipped.
  const names = untrustedSample(0).filter((name) => !name.includes('\r') && !name.includes('\0'))
  const sent = names.filter((name) => expectedError(name) === undefined)
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
    const what = JSON.stringify(truncate(name, 40))
    const cells = shown.find((row) => row.index === index + 2)
    expect(cells?.name, what).toBe(truncate(name))
    expect(cells?.outcome, what).toMatch(expectedError(name) ?? /^Ready/)
  }
  await expectUnharmed(page, 'the pasted rows')
  await expectInPlace(page, 'the pasted rows')
  await add.click()
  await expectFinished(page)
  expect(petstore.posts().map(nameOnWire)).toEqual(sent)
})

test('unknown column headers are shown as text when the user matches columns', async ({ page }) => {
  await signIn(page, IMPORT)
  const header = [
    '\u2069\u2069\u202ERex\u2066',
    'x'.repeat(2000),
    '<img src=x onerror="window.__pwned=1">',
    '__proto__',
  ]
  const cells = header.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
  await page.getByLabel('Or paste rows').fill(`${cells}\n${cells}\n`)
  await expect(page.getByText('Choose the columns')).toBeVisible()
  await expect(page.getByLabel('Name column')).toContainText('__proto__')
  await expectUnharmed(page, 'the headers')
  await expectInPlace(page, 'the headers')
})
