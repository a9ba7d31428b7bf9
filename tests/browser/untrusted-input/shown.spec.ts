import type { Locator, Page } from '@playwright/test'
import { configFor, expect, heading, int64, namesOf, signIn } from '#tests/browser/fixtures.ts'
import { THOROUGH } from '#tests/support/thorough.ts'
import type { PetstoreService } from '#tests/browser/petstore-service.ts'
import {
  UNTRUSTED_STRINGS,
  MARKUP,
  LAYOUT_BREAKERS,
  untrustedSample,
} from '#tests/support/untrusted-strings.ts'
import {
  chunks,
  expectInPlace,
  expectUnharmed,
  inPage,
  isVisuallyBlank,
  test,
  truncate,
  withoutIsolates,
} from './xss-detector.ts'

/** Each pet has the string as its name, as its status and as the label of its category. */
const PETS = UNTRUSTED_STRINGS.map((text, index) => ({
  id: index + 1,
  name: text,
  categoryId: index + 1,
  status: text,
  text,
}))

/** Labels are trimmed, and blank ones are refused. */
const LABELS = Object.fromEntries(
  PETS.filter(({ text }) => text.trim() !== '').map(({ id, text }) => [String(id), text]),
)

const petsOf = (texts: readonly string[]) => PETS.filter(({ text }) => texts.includes(text))

const labelOf = ({ id, text }: (typeof PETS)[number]) => text.trim() || String(id)

async function showList(page: Page, petstore: PetstoreService, pets: typeof PETS): Promise<void> {
  await expect(page.locator('main [aria-busy]')).toHaveCount(0)
  petstore.respond({ path: '/pets?limit=100' }, { status: 200, body: pets })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.locator('main tbody td:first-child').first()).toHaveText(String(pets[0]?.id))
  await expect(page.locator('main tbody tr')).toHaveCount(pets.length)
}

const shownRows = (page: Page) =>
  inPage(page, () =>
    [...document.querySelectorAll<HTMLTableRowElement>('main tbody tr')].map(({ cells }) => {
      const [id, ...others] = cells
      return {
        id: Number(id?.textContent),
        // Everything in a cell is inside a bidi isolate, except the app's own text.
        texts: others.map((cell) => {
          const boxes = cell.dir === 'auto' ? [cell] : [...cell.querySelectorAll('bdi, [dir=auto]')]
          const isolates = boxes.map(({ textContent }) => textContent)
          return isolates.join('') === cell.textContent ? isolates : cell.textContent
        }),
        canBeSeen: (cells[1]?.querySelector('a')?.getBoundingClientRect().width ?? 0) > 1,
      }
    }),
  )

test(
  'every string is shown exactly as name, status and label in the list, and breaks no row',
  { tag: '@fonts' },
  async ({ page, petstore, production, site }) => {
    site.configure({ ...configFor(petstore, production), categories: LABELS })
    await signIn(page, '/staging/pets?limit=100')
    for (const pets of chunks(PETS, 100)) {
      await showList(page, petstore, pets)
      expect(await shownRows(page)).toEqual(
        pets.map((pet) => ({
          id: pet.id,
          texts: [
            [isVisuallyBlank(pet.name) ? '(no name)' : truncate(pet.name)],
            [truncate(labelOf(pet))],
            [isVisuallyBlank(pet.status) ? '(empty)' : truncate(pet.status)],
          ],
          canBeSeen: true,
        })),
      )
      await expectUnharmed(page, `rows from ${pets[0]?.id}`)
      await expectInPlace(page, `rows from ${pets[0]?.id}`)
    }
  },
)

/** A screenshot of a row without its edges, where subpixels blend with the neighbouring rows. */
async function inside(row: Locator): Promise<Buffer> {
  const { x, y, width, height } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return row.page().screenshot({ clip: { x: x + 4, y: y + 4, width: width - 8, height: height - 8 } })
}

test.describe('on pictures', () => {
  // Playwright adds a style while it takes one, which Firefox would report as blocked.
  test.use({ hasPolicy: false })

  test(
    'letters with tall combining marks do not render over neighbouring rows',
    { tag: '@fonts' },
    async ({ page, petstore, production, site }) => {
      const zalgo = LAYOUT_BREAKERS[2] ?? ''
      const rex = { name: 'Rex', categoryId: 1, status: 'on loan' }
      const pets = [rex, { name: zalgo, categoryId: 2, status: zalgo }, rex]
      site.configure({ ...configFor(petstore, production), categories: { '1': 'Dogs', '2': zalgo } })
      await signIn(page, '/staging/pets?limit=100')
      await showList(
        page,
        petstore,
        pets.map((pet, index) => Object.assign({ id: index + 1, text: '' }, pet)),
      )
      const rows = page.locator('main tbody tr')
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await page.mouse.move(0, 0)
        const texts = rows.nth(1).locator('bdi, [dir=auto]')
        const pictures = async () => [await inside(rows.nth(0)), await inside(rows.nth(2))]
        // Hover and focus styles may still be fading, so retry; rendering over the row would persist.
        await expect(async () => {
          const beside = await pictures()
          await texts.evaluateAll((all) => all.forEach((text) => (text.style.visibility = 'hidden')))
          const alone = await pictures()
          await texts.evaluateAll((all) => all.forEach((text) => (text.style.visibility = '')))
          for (const [index, picture] of beside.entries()) {
            expect(picture.equals(alone[index] ?? Buffer.of()), `row ${index * 2} at ${width} px`).toBe(true)
          }
        }).toPass({ timeout: 20_000 })
      }
    },
  )
})

test('the list can be searched and filtered with a name of 1 MB', async ({ page, petstore }) => {
  petstore.db.create({ name: 'x'.repeat(2 ** 20), status: 'available' })
  petstore.db.create({ name: 'Rex', status: 'sold' })
  await signIn(page)
  await expect(namesOf(page)).toHaveCount(2)
  await page.getByLabel('Search these pets').fill('xxx')
  await expect(namesOf(page)).toHaveCount(1)
  await page.getByRole('radio', { name: 'Sold' }).check()
  await page.getByLabel('Search these pets').fill('')
  await expect(namesOf(page)).toHaveText(['Rex'])
})

const shownPet = (page: Page) =>
  inPage(page, () => {
    const [title, name, label, status] = ['h1', '2', '3', '4'].map((place) =>
      [
        ...document.querySelectorAll(`main ${place === 'h1' ? place : `dl > div:nth-child(${place})`} bdi`),
      ].map(({ textContent }) => textContent),
    )
    return { heading: title, name, label, status }
  })

/** The text in isolates; "Not set" and "(empty)" are the app's own text. */
function statusShown(status: string | undefined): string[] {
  return status === undefined || isVisuallyBlank(status) ? [] : [status]
}

test(
  'the overview and the dialog "Find a pet" show every string of the sample as text, and break nothing',
  { tag: '@fonts' },
  async ({ page, petstore, production, site }) => {
    const pets = petsOf(untrustedSample(1))
    site.configure({ ...configFor(petstore, production), categories: LABELS })
    petstore.respond({ path: '/pets?limit=100', times: 2 }, { status: 200, body: pets })
    await signIn(page, '/staging/overview')
    const table = page.getByRole('table', { name: 'Pets by category' })
    await expect(table).toBeVisible()
    const labels = await inPage(page, () =>
      [...document.querySelectorAll('table[aria-label="Pets by category"] tbody th bdi')].map(
        ({ textContent }) => textContent,
      ),
    )
    expect(labels).toEqual(expect.arrayContaining(pets.map((pet) => truncate(labelOf(pet), 100))))
    await expectUnharmed(page, 'the overview')
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = await inPage(page, () => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0)
    }

    // Over a page with little text, which is looked through after each option.
    await page.goto('/staging/pets/import')
    await page.getByRole('button', { name: 'Find a pet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Find a pet' })
    for (const pet of pets) {
      const what = `the option ${JSON.stringify(truncate(pet.name, 40))}`
      await dialog.getByRole('combobox').fill(String(pet.id))
      const option = dialog.getByRole('option', { selected: true })
      await expect(option, what).toContainText(`ID ${pet.id}`)
      const texts = await option
        .locator('bdi')
        .evaluateAll((all) => all.map(({ textContent }) => textContent))
      const name = isVisuallyBlank(pet.name) ? '(no name)' : truncate(pet.name, 80)
      expect(texts.slice(0, 2), what).toEqual([name, truncate(labelOf(pet), 80)])
      await expectUnharmed(page, what)
      const overflow = await dialog.evaluate((node) => node.scrollWidth - node.clientWidth)
      expect(overflow, what).toBeLessThanOrEqual(0)
    }
  },
)

// Rendering one very long string per pet is slow enough.
const statusOf = ({ text }: (typeof PETS)[number]) => (text.length > 1000 ? undefined : text)
const categoryOf = ({ id, text }: (typeof PETS)[number]) => (text.length > 1000 ? 0 : id)

test('the page of a pet shows its complete fields exactly', async ({ page, petstore, production, site }) => {
  const pets = petsOf(untrustedSample(2))
  expect(pets.length).toBeGreaterThan(10)
  for (const pet of pets) {
    petstore.db.create({
      id: int64(String(pet.id)),
      name: pet.name,
      categoryId: int64(String(categoryOf(pet))),
      status: statusOf(pet),
    })
  }
  site.configure({ ...configFor(petstore, production), categories: LABELS })
  await signIn(page, '/staging/pets?limit=100')
  for (const pet of pets) {
    await page.locator(`main a[href$="/pets/${pet.id}"]`).click()
    const what = `the pet ${JSON.stringify(truncate(pet.name, 40))}`
    await expect(page.locator('main dd').first()).toHaveText(String(pet.id))
    await expect(page.locator('main [aria-busy]')).toHaveCount(0)
    const label = LABELS[String(categoryOf(pet))]?.trim()
    expect(await shownPet(page), what).toEqual({
      heading: isVisuallyBlank(pet.name) ? [] : [pet.name],
      name: [pet.name],
      label: label === undefined ? [] : [label],
      status: statusShown(statusOf(pet)),
    })
    if (isVisuallyBlank(pet.name)) await expect(heading(page)).toHaveText('(no name)')
    await expectUnharmed(page, what)
    if (LAYOUT_BREAKERS.includes(pet.text)) await expectInPlace(page, what)
    await expectTitle(page, what)
    await page.getByRole('link', { name: 'Back to pets' }).click()
  }
})

/** The title is short, and a name in it does not reorder the text after it. */
async function expectTitle(page: Page, what: string): Promise<void> {
  const title = await page.title()
  expect(title, what).toMatch(/\S.* · Staging · Petstore Admin$/su)
  expect(title.length, what).toBeLessThan(300)
  const isInOrder = await inPage(page, () => {
    const line = document.createElement('span')
    line.textContent = document.title
    line.style.cssText = 'position: fixed; left: 0; white-space: nowrap; font-size: 4px'
    document.body.append(line)
    const range = document.createRange()
    const text = line.firstChild as Text
    const from = text.length - ' · Staging · Petstore Admin'.length
    const lefts = Array.from({ length: text.length - from }, (_, at) => {
      range.setStart(text, from + at)
      range.setEnd(text, from + at + 1)
      return range.getBoundingClientRect().left
    })
    const before = document.createRange()
    before.setStart(text, 0)
    before.setEnd(text, from)
    const end = before.getBoundingClientRect().right
    line.remove()
    return lefts.every((left, at) => left >= (lefts[at - 1] ?? end - 1))
  })
  expect(isInOrder, `the title of ${what}`).toBe(true)
}

test('environment names are shown exactly everywhere, or refused with a message', async ({
  page,
  petstore,
  production,
  site,
}) => {
  const LONGEST = 100
  const usable = UNTRUSTED_STRINGS.filter((text) => text.trim() !== '' && text.trim().length <= LONGEST)
  const refused = UNTRUSTED_STRINGS.filter((text) => !usable.includes(text))
  const [staging] = configFor(petstore, production).environments
  const environments = (names: readonly string[]) =>
    names.map((name, index) => ({ ...staging, id: index === 0 ? 'staging' : `e${index}`, name }))

  site.configure({ environments: environments(refused) })
  await page.goto('/')
  await expect(heading(page)).toHaveText(/problem with this site’s configuration/i)
  const problems = page.getByRole('alert').getByRole('listitem')
  expect(await problems.allInnerTexts()).toEqual(
    refused.map(
      (_text, index) =>
        expect.stringMatching(new RegExp(`^environments\\[${index}\\]\\.name\\s+\\S`)) as unknown,
    ),
  )
  await expectUnharmed(page, 'the refusal of names')

  site.configure({ environments: environments(['Staging', ...usable]) })
  await page.goto('/staging/pets')
  await expect(heading(page)).toHaveText('Sign in')
  const shown = await inPage(page, () =>
    [...document.querySelectorAll('main li a')].map((link) => link.querySelector('span > span')?.textContent),
  )
  // Text that could reorder its surroundings is wrapped in invisible bidi isolates.
  expect(shown.map((text, index) => text?.includes(usable[index]?.trim() ?? '-') === true)).toEqual(
    usable.map(() => true),
  )
  expect(shown.map((text) => withoutIsolates(text ?? ''))).toEqual(
    usable.map((text) => withoutIsolates(text.trim())),
  )
  await expectUnharmed(page, 'the names of environments')
  await expectInPlace(page, 'the names of environments')
})

for (const name of ['\u2069\u2069\u202ERex', 'שלום']) {
  test(`all pages of an environment called ${JSON.stringify(name)} show its name and read from left to right`, async ({
    page,
    petstore,
    production,
    site,
  }) => {
    const config = configFor(petstore, production)
    const environments = config.environments.map((entry) => Object.assign(entry, { name }))
    site.configure({ ...config, environments })
    await page.goto('/staging/pets')
    await expect(page.getByRole('main')).toContainText(name)
    await expectUnharmed(page, 'the sign-in view')
    await signIn(page)
    await expect(page.getByRole('main')).toContainText(`No pets in`)
    for (const path of ['/new', '/import', '/7']) {
      await page.goto(`/staging/pets${path}`)
      await expect(heading(page)).not.toHaveText('')
      await expect(page.locator('main [aria-busy]')).toHaveCount(0)
      await expect(page.getByRole('banner')).toContainText(name)
      await expect(page).toHaveTitle(/Petstore Admin$/)
      expect(await page.title()).toContain(name)
      await expectUnharmed(page, path)
    }
  })
}

test.describe('without a content security policy', () => {
  test.use({ hasPolicy: false })

  test('markup in names, labels, codes and messages is still shown as text', async ({
    page,
    petstore,
    production,
    site,
  }) => {
    site.configure({ ...configFor(petstore, production), categories: LABELS })
    await signIn(page, '/staging/pets?limit=100')
    const pets = petsOf(MARKUP)
    await showList(page, petstore, pets)
    await expectUnharmed(page, 'the list')
    for (const { name } of pets.filter((_pet, index) => THOROUGH || index % 3 === 0)) {
      petstore.respond({}, { status: 400, body: { code: name, message: name, status: 400 } })
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByRole('alert')).toContainText(name.trim())
      await expectUnharmed(page, `the refusal ${name}`)
    }
    petstore.respond({ path: `/pets/${pets[0]?.id}` }, { status: 200, body: pets[0] })
    await page.locator('main tbody a').first().click()
    await expect(heading(page)).toHaveText(pets[0]?.name ?? '')
    await expect(page.locator('main [aria-busy]')).toHaveCount(0)
    await expectUnharmed(page, 'one pet')
  })
})
