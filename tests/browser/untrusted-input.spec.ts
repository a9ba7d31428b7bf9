import type { Page } from '@playwright/test'
import { isVisuallyBlank } from '#src/lib/is-visually-blank.ts'
import { truncate } from '#src/lib/truncate.ts'
import { MARKUP, UNTRUSTED_STRINGS } from '#tests/support/untrusted-strings.ts'
import {
  addPet,
  alerts,
  configFor,
  expect,
  heading,
  justAdded,
  namesOf,
  signIn,
  test as base,
} from './fixtures.ts'
import { button, chooseFile, expectFinished, IMPORT } from './import-helpers.ts'

/**
 * Fails a test that opens a dialog or window, sends a request to an unknown origin, or violates the
 * policy.
 */
const test = base.extend<{ noXss: void }>({
  noXss: [
    async ({ context, site, petstore, production }, provide) => {
      const findings: string[] = []
      const services = [petstore, production].map(({ baseUrl }) => new URL(baseUrl).origin)
      const known = new Set([site.origin, ...services])
      context.on('dialog', (dialog) => {
        findings.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      context.on('page', () => context.pages().length > 1 && findings.push('window'))
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (protocol !== 'blob:' && !known.has(origin)) findings.push(`request: ${request.url()}`)
      })
      await context.exposeFunction('reportViolation', (what: string) => findings.push(`policy: ${what}`))
      await context.addInitScript(() => {
        const { reportViolation } = window as unknown as { reportViolation: (what: string) => void }
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
          reportViolation(`${violatedDirective} ${blockedURI} ${sample}`),
        )
      })
      await provide()
      expect(findings).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Runs a function in the page. The result travels as JSON, because Playwright loses unpaired
 * surrogates.
 */
async function inPage<T>(page: Page, read: () => T): Promise<T> {
  return JSON.parse(await page.evaluate(`JSON.stringify((${read.toString()})())`)) as T
}

/**
 * Expects that no data became markup or script, that the text around data still reads from left to
 * right, that nothing scrolls sideways, that no row covers another one, and that no text leaves its
 * place.
 */
async function expectGood(page: Page, what: string): Promise<void> {
  const found = await inPage(page, () => {
    const reversed: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      // Text inside bidi isolates, be they elements or characters, may run in either direction.
      const parent = node.parentElement
      if (parent === null || parent.closest('bdi, [dir=auto], option, script, textarea') !== null) continue
      if (getComputedStyle(parent).unicodeBidi === 'plaintext') continue
      if (/[\u2066-\u2069]/.test(text)) continue
      const range = document.createRange()
      const boxes = Array.from({ length: Math.min(text.length, 3000) }, (_, at) => {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return range.getBoundingClientRect()
      })
      const seen = boxes.filter(({ width }, at) => width > 0 && text.charAt(at).trim() !== '')
      const isReversed = seen.some(({ top, left }, at) => {
        const last = seen[at - 1]
        return last !== undefined && Math.abs(last.top - top) < 3 && left < last.left
      })
      if (isReversed) reversed.push(text.slice(0, 80))
    }
    const injected = 'script, style, link, meta, base, iframe, object, embed, img, template, slot, math'
    return {
      reversed,
      pwned: '__pwned' in window,
      injected: document.querySelectorAll(`main :is(${injected}), [onerror], [onload], [onfocus]`).length,
      foreign: [...document.querySelectorAll('main a, header a')]
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => !/^\/(?![/\\])/.test(href) && href !== '#main'),
      prototype: [...Object.keys(Object.prototype), 'isAdmin' in {}],
    }
  })
  expect(found, what).toEqual({ reversed: [], pwned: false, injected: 0, foreign: [], prototype: [false] })
  for (const width of [320, 768, 1280]) {
    // The viewport has room for all rows, because those outside of it are not laid out
    // (`content-visibility`).
    await page.setViewportSize({ width, height: 12_000 })
    await page.evaluate(
      () => new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut))),
    )
    const placed = await inPage(page, () => {
      const screen = window.innerWidth
      const start = (texts: Element[]) => texts.map(({ outerHTML }) => outerHTML.slice(0, screen))
      const rows = [...document.querySelectorAll('main tbody tr + tr')]
      const data = [...document.querySelectorAll('main :is(bdi, [dir=auto], td, td > a)')]
      return {
        overflow: Math.max(0, document.documentElement.scrollWidth - screen),
        overlapping: start(
          rows.filter((row) => {
            const above = row.previousElementSibling?.getBoundingClientRect()
            const { top, left } = row.getBoundingClientRect()
            // Figures stand side by side.
            return left === above?.left && top < above.bottom - 1
          }),
        ),
        // Combining marks can render far outside of the box of their letter, and only clipping
        // contains them.
        spilling: start(
          data
            .filter((text) => /\p{M}{3}/u.test(text.textContent ?? ''))
            .filter((text) => {
              for (let box: Element | null = text; box !== null; box = box.parentElement) {
                if (box.matches('tr, form, dl, section, article, main')) return true
                const { overflowY, display } = getComputedStyle(box)
                if (overflowY !== 'visible' && display !== 'inline') return false
              }
              return true
            }),
        ),
      }
    })
    await page.setViewportSize({ width, height: 800 })
    expect(placed, `${what} at ${width} px`).toEqual({ overflow: 0, overlapping: [], spilling: [] })
  }
}

/**
 * The pets, each of which has the string as its name, as its status and as the label of its
 * category.
 */
const PETS = UNTRUSTED_STRINGS.map((text, index) => ({
  id: index + 1,
  name: text,
  categoryId: index + 1,
  status: text,
}))

/** The labels, without blank ones, which are refused. Labels are trimmed. */
const LABELS = Object.fromEntries(
  PETS.filter(({ name }) => name.trim() !== '').map(({ id, name }) => [String(id), name]),
)

test('every string is shown exactly as name, status and label in the list, and breaks no row', async ({
  page,
  petstore,
  production,
  site,
}) => {
  site.configure({ ...configFor(petstore, production), categories: LABELS })
  await signIn(page, '/staging/pets?limit=100')
  for (let from = 0; from < PETS.length; from += 100) {
    const pets = PETS.slice(from, from + 100)
    await expect(page.locator('main [aria-busy]')).toHaveCount(0)
    petstore.respond({ path: '/pets?limit=100' }, { status: 200, body: pets })
    await button(page, 'Refresh').click()
    await expect(page.locator('main tbody td:first-child').first()).toHaveText(String(from + 1))
    await expect(page.locator('main tbody tr')).toHaveCount(pets.length)
    const shown = await inPage(page, () =>
      [...document.querySelectorAll<HTMLTableRowElement>('main tbody tr')].map(({ cells }) =>
        [...cells].slice(1).map((cell) => {
          // Everything in a cell is inside a bidi isolate, except the app's own text and Latin
          // letters alone.
          if (/^[ -\u024f]*$/.test(cell.textContent)) return cell.textContent
          const boxes = [...(cell.childElementCount > 0 ? cell.children : [cell])].filter(
            (box) => getComputedStyle(box).unicodeBidi === 'plaintext' || box.matches('bdi, [dir=auto]'),
          )
          const isolated = boxes.map(({ textContent }) => textContent).join('')
          return isolated === cell.textContent ? isolated : `not isolated: ${cell.textContent}`
        }),
      ),
    )
    expect(shown).toEqual(
      pets.map(({ id, name, status }) => [
        isVisuallyBlank(name) ? '(no name)' : truncate(name, 200),
        truncate(name.trim() || String(id), 200),
        isVisuallyBlank(status) ? '(empty)' : truncate(status, 200),
      ]),
    )
    await expectGood(page, `rows from ${from}`)
  }
})

/**
 * A text that is the name of the environment, of pets and of categories, a status and the service's
 * message. It has markup that leaves an isolate and reverses the line, then letters that are one to
 * the line breaker, so that no `overflow-wrap` breaks them.
 */
const TEXT = `\u2069\u2069\u202E${MARKUP[1]}${'\u1100'.repeat(250)}`

test('markup that reverses the line and cannot be broken does no harm on any page', async ({
  page,
  petstore,
  production,
  site,
}) => {
  // The policy is off, because nothing else must stop the text.
  site.sendsSecurityHeaders = false
  const short = TEXT.slice(0, 90)
  const { environments } = configFor(petstore, production)
  site.configure({
    environments: environments.map((one, index) => Object.assign(one, { name: `${index}${short}` })),
    categories: { '1': TEXT, '2': `2${TEXT}` },
  })
  const refusal = { status: 400, body: { code: TEXT, message: TEXT, status: 400 } }
  await page.goto('/staging/pets')
  await expect(heading(page)).toHaveText('Sign in')
  petstore.respond({}, refusal)
  await page.getByLabel('API key').fill('wrong')
  await button(page, 'Sign in').click()
  await expect(alerts(page)).toBeVisible()
  await expectGood(page, 'signing in')
  await signIn(page, `/staging/${encodeURIComponent(TEXT)}`)
  await expect(heading(page)).toHaveText('Page not found')
  expect(await page.title()).toContain(short)
  await expectGood(page, 'an unknown page')

  for (const [index, status] of ['sold', `x${TEXT}`, 'pending'].entries())
    petstore.db.create({ name: `${index}${TEXT}`, status })
  await page.goto('/staging/pets')
  await expect(namesOf(page)).toHaveCount(3)
  petstore.respond({}, refusal)
  await button(page, 'Refresh').click()
  await expect(alerts(page)).toBeVisible()
  await page.getByText('Details').click()
  await page.getByLabel('Search these pets').fill(`no ${TEXT}`)
  await expect(button(page, 'Clear search')).toBeVisible()
  await expectGood(page, 'the list with an error and no matches')
  await page.reload()
  await expect(page.getByLabel('Search these pets')).toHaveValue(`no ${TEXT}`)
  await button(page, 'Clear search').click()
  await button(page, 'Find a pet').click()
  await page.getByRole('combobox').fill('1')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectGood(page, 'Find a pet')
  await page.keyboard.press('Escape')
  await namesOf(page).first().click()
  await expect(heading(page)).toContainText(TEXT)
  await expectGood(page, 'one pet')
  await page.goto('/staging/overview')
  await expect(page.getByRole('table', { name: 'Pets by category' })).toBeVisible()
  await expectGood(page, 'the overview')

  await page.goto('/staging/pets/new')
  petstore.respond({ method: 'POST' }, { ...refusal, body: { ...refusal.body, message: `name: ${TEXT}` } })
  await addPet(page, `3${TEXT}`, '1')
  await expect(justAdded(page)).toContainText('Not added')
  await button(page, 'Fix').click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await addPet(page, `3${TEXT}`, '1')
  await expect(justAdded(page)).toHaveText([/Added \(ID/])
  petstore.dropConnection({ method: 'POST' }, 'after')
  await addPet(page, `4${TEXT}`, '2')
  await expect(page.getByRole('button', { name: /^This is it/ })).toBeVisible()
  await addPet(page, `4${TEXT}`, '2')
  await expect(button(page, 'Add it anyway')).toBeVisible()
  await expectGood(page, 'what was just added')

  const quoted = TEXT.replaceAll('"', '""')
  const cell = `"${quoted}"`
  await page.goto(IMPORT)
  await page.getByLabel('Or paste rows').fill(`${cell},"2${quoted}"\na,b\n`)
  await expect(page.getByText('Choose the columns')).toBeVisible()
  await expectGood(page, 'the columns')
  await page.reload()
  await chooseFile(page, `name,categoryId,status\n${cell},${cell},${cell}\n${cell},1,sold\n`, `${short}.csv`)
  await button(page, 'Fix row 2').click()
  await expectGood(page, 'the rows, one of them being edited')
  await button(page, 'Cancel').click()
  petstore.dropConnection({ method: 'POST' }, 'after')
  await button(page, 'Add 1 pet').click()
  await expectFinished(page)
  await expectGood(page, 'the finished import')
})
