import type { Page } from '@playwright/test'
import {
  addPet,
  alerts,
  configFor,
  expect,
  heading,
  justAdded,
  KEY,
  namesOf,
  PRODUCTION_KEY,
  signIn,
} from '#tests/browser/fixtures.ts'
import {
  button,
  chooseFile,
  expectFinished,
  IMPORT,
  importStatus,
  savedImports,
} from '#tests/browser/import-helpers.ts'
import type { PetstoreService } from '#tests/browser/petstore-service.ts'
import type { StaticSite } from '#tests/browser/static-site.ts'
import { test as base } from './xss-detector.ts'

/**
 * A hundred letters that are one to the line breaker (Hangul consonants without a vowel), so no `overflow-wrap` can
 * break it. In some fonts that also holds for marks on a letter, for Devanagari or for emoji: this is so in each font.
 */
const TEXT = '\u1100'.repeat(100)

const REFUSAL = { status: 400, body: { code: TEXT, message: TEXT, status: 400 } }

/** Names of environments and labels of categories are unbreakable, too. */
const test = base.extend<{ unbreakableConfig: void }>({
  unbreakableConfig: [
    async ({ site, petstore, production }, provide) => {
      configure(site, petstore, production)
      await provide()
    },
    { auto: true },
  ],
})

function configure(site: StaticSite, petstore: PetstoreService, production: PetstoreService) {
  const { environments } = configFor(petstore, production)
  site.configure({
    environments: environments.map((entry, index) =>
      Object.assign(entry, { name: `${index}${TEXT.slice(1)}` }),
    ),
    categories: { '1': TEXT, '2': `2${TEXT}` },
  })
}

/** Neither the page nor what is open above it scrolls sideways, and no control is beyond the edge. */
async function expectNoScrolling(page: Page, what: string): Promise<void> {
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const found = await page.evaluate(() => ({
      overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
      scrolling: [...document.querySelectorAll('dialog[open], :popover-open')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent.slice(0, 40)),
      outside: [...document.querySelectorAll('a, button, input, select, textarea, summary')]
        .filter((control) => control.checkVisibility())
        .filter((control) => control.getBoundingClientRect().right > window.innerWidth)
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    }))
    expect(found, `${what} at ${width} px`).toEqual({ overflow: 0, scrolling: [], outside: [] })
  }
}

test.describe('a text that no line can break makes nothing scroll sideways:', { tag: '@fonts' }, () => {
  test('the sign-in view and the pages about addresses', async ({ page, petstore }) => {
    await page.goto('/staging/pets')
    await expect(heading(page)).toHaveText('Sign in')
    await expectNoScrolling(page, 'the sign-in view')
    petstore.respond({}, REFUSAL)
    await page.getByLabel('API key').fill('wrong')
    await button(page, 'Sign in').click()
    await expect(alerts(page)).toBeVisible()
    await expectNoScrolling(page, 'an error of signing in')
    petstore.respond({}, { ...REFUSAL, status: 401 })
    await button(page, 'Sign in').click()
    await expect(page.getByLabel('API key')).toHaveAttribute('aria-invalid', 'true')
    await expectNoScrolling(page, 'a rejected key')
    await page.goto(`/${TEXT}/pets`)
    await expect(heading(page)).toHaveText('Page not found')
    await expectNoScrolling(page, 'an unknown environment')
    await signIn(page, `/staging/${TEXT}`)
    await expect(heading(page)).toHaveText('Page not found')
    await expectNoScrolling(page, 'an unknown page')
  })

  test('the refusal of a configuration', async ({ page, site }) => {
    site.configure({ environments: [{ id: TEXT, name: TEXT, baseUrl: TEXT, [TEXT]: TEXT }], [TEXT]: 1 })
    await page.goto('/')
    await expect(heading(page)).toHaveText(/problem with this site’s configuration/i)
    await expectNoScrolling(page, 'the refusal')
  })

  test('the list', async ({ page, petstore }) => {
    const body = [1, 2, 3].map((id) => ({
      id,
      name: `${TEXT}${TEXT}`,
      categoryId: id,
      status: id === 2 ? `x${TEXT}` : 'sold',
    }))
    petstore.respond({ path: '/pets?limit=20' }, { status: 200, body })
    await signIn(page)
    await expect(namesOf(page)).toHaveCount(3)
    await expectNoScrolling(page, 'the list')
    await button(page, /change environment/).click()
    await expectNoScrolling(page, 'the environments')
    await page.keyboard.press('Escape')
    petstore.respond({}, REFUSAL)
    await button(page, 'Refresh').click()
    await expect(alerts(page)).toBeVisible()
    await page.getByText('Details').click()
    await expectNoScrolling(page, 'an error')
    await page.getByLabel('Search these pets').fill(`no ${TEXT}${TEXT}`)
    await expect(button(page, 'Clear search')).toBeVisible()
    await expectNoScrolling(page, 'no matches')
    await button(page, 'Clear search').click()
    petstore.key = 'another'
    await button(page, 'Refresh').click()
    await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
    await expectNoScrolling(page, 'the dialog that asks for another key')
    await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
    await expectNoScrolling(page, 'an ended key')
    petstore.key = KEY
    await page.goto('/staging/pets?limit=5')
    await expect(page.getByText('No pets in')).toBeVisible()
    await expectNoScrolling(page, 'the empty list')
    const release = petstore.hold({ path: '/pets?limit=6' })
    await page.goto('/staging/pets?limit=6')
    await expect(button(page, 'Cancel')).toBeVisible()
    await expectNoScrolling(page, 'the list that takes long')
    release()
  })

  test('the page of a pet', async ({ page, petstore }) => {
    const body = { id: 1, name: `${TEXT}${TEXT}`, categoryId: 1, status: `x${TEXT}` }
    petstore.respond({ path: '/pets/1' }, { status: 200, body })
    await signIn(page, '/staging/pets/1')
    await expect(heading(page)).toHaveText(body.name)
    await expectNoScrolling(page, 'the pet')
    petstore.respond({}, REFUSAL)
    await page.goto('/staging/pets/2')
    await expect(alerts(page)).toBeVisible()
    await expectNoScrolling(page, 'an error')
    petstore.respond({ path: '/pets/3' }, { ...REFUSAL, status: 410 })
    await page.goto('/staging/pets/3')
    await expect(alerts(page)).toContainText('is not among the pets')
    await expectNoScrolling(page, 'a pet that is in no list')
  })

  test('the page "Add a pet"', async ({ page, petstore }) => {
    const reject = (message: string) =>
      petstore.respond({ method: 'POST' }, { status: 400, body: { ...REFUSAL.body, message } })
    await signIn(page, '/staging/pets/new')
    await expect(button(page, 'Add pet')).toBeVisible()
    await expectNoScrolling(page, 'the form')
    await addPet(page, 'Rex', `${TEXT}${TEXT}`)
    await expect(page.getByLabel('Category ID')).toHaveAttribute('aria-invalid', 'true')
    await expectNoScrolling(page, 'a wrong category')
    reject(`name: ${TEXT}`)
    await addPet(page, TEXT, '1')
    await expect(justAdded(page)).toContainText('Not added')
    await expectNoScrolling(page, 'a rejection')
    await button(page, 'Fix').click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expectNoScrolling(page, 'a rejected name')
    await addPet(page, `${TEXT}${TEXT}`, '1')
    await expect(justAdded(page)).toHaveText([/Added \(ID/])
    await expectNoScrolling(page, 'an added pet')
    petstore.dropConnection({ method: 'POST' }, 'after')
    await addPet(page, TEXT, '2')
    await expect(page.getByRole('button', { name: /^This is it/ })).toBeVisible()
    await expectNoScrolling(page, 'an unknown outcome')
    await addPet(page, TEXT, '2')
    await expect(button(page, 'Add it anyway')).toBeVisible()
    await expectNoScrolling(page, 'a pet that may already be added')
  })

  test('the import, before it starts', async ({ page }) => {
    const file = `${TEXT}.csv`
    await signIn(page, IMPORT.replace('staging', 'production'), { key: PRODUCTION_KEY })
    await chooseFile(page, '%PDF-1.7', file)
    await expect(page.getByText('This is a PDF')).toBeVisible()
    await expectNoScrolling(page, 'a PDF')
    await chooseFile(page, `${TEXT},2${TEXT}\na,b\n`, file)
    await expect(page.getByText('Choose the columns')).toBeVisible()
    await expectNoScrolling(page, 'the columns')
    await page.reload()
    await chooseFile(page, `name,categoryId,status\n${TEXT},x${TEXT},${TEXT}\n${TEXT},1,sold\n`, file)
    await button(page, 'Fix row 2').click()
    await expectNoScrolling(page, 'the rows, one of them being edited')
    await page.getByRole('dialog').getByLabel('Category').fill('1')
    await page.getByRole('dialog').getByLabel('Not set').check()
    await button(page, 'Save').click()
    await expectNoScrolling(page, 'the rows')
    await button(page, 'Add 2 pets').click()
    await expect(page.getByRole('dialog')).toContainText('cannot be edited or deleted')
    await expectNoScrolling(page, 'the dialog that asks before adding to production')
  })

  test('the import, once it has started', async ({ page, petstore }) => {
    const names = [1, 2, 3, 4, 5].map((number) => `${number}${TEXT}`)
    const content = ['name,categoryId', ...names.map((name) => `${name},${TEXT}`)].join('\n')
    petstore.dropConnection({ method: 'POST', body: /"[13]\u1100/, times: 2 }, 'after')
    petstore.dropConnection({ method: 'POST', body: /"2\u1100/ }, 'before')
    await signIn(page, IMPORT)
    await chooseFile(page, content, `${TEXT}.csv`)
    await button(page, 'Add 5 pets').click()
    await expect(importStatus(page, 'Three rows in a row')).toBeVisible()
    await expectNoScrolling(page, 'the paused import')
    petstore.respond({ method: 'POST' }, REFUSAL)
    petstore.db.create({ name: names[4] ?? '' })
    await button(page, 'Resume').click()
    await expectFinished(page)
    await expect(page.getByRole('heading', { name: 'Possible duplicates' })).toBeVisible()
    await expectNoScrolling(page, 'the finished import')
    await button(page, 'Import another file').click()
    await expect(savedImports(page)).toHaveCount(1)
    await button(page, 'Discard').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoScrolling(page, 'saved imports, and the dialog that asks before discarding')
    await button(page, 'Cancel').click()
    await chooseFile(page, content, `${TEXT}.csv`)
    await expect(button(page, 'Include them')).toBeVisible()
    await expectNoScrolling(page, 'rows that were imported before')
  })

  test.describe('an uncaught error', () => {
    test.use({ expectsErrors: true })

    test('and its details', async ({ page }) => {
      await signIn(page)
      await expect(page.getByText('No pets in')).toBeVisible()
      await page.evaluate((message) => void Promise.reject(new Error(message)), TEXT)
      await page.getByText('Details').click()
      await expectNoScrolling(page, 'the error')
    })
  })
})
