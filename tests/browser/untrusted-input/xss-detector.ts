import type { Page } from '@playwright/test'
import { expect, test as base } from '#tests/browser/fixtures.ts'

/** No dialog, no window, no request to anybody else, no break of the policy, from the first page to the last. */
export const test = base.extend<{ hasPolicy: boolean; watch: void }>({
  hasPolicy: [true, { option: true }],
  watch: [
    async ({ context, site, petstore, production, hasPolicy }, provide) => {
      const harm: string[] = []
      const known = new Set([
        site.origin,
        ...[petstore, production].map(({ baseUrl }) => new URL(baseUrl).origin),
      ])
      site.isStrict = hasPolicy
      context.on('dialog', (dialog) => {
        harm.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      let pages = 0
      context.on('page', (page) => {
        pages += 1
        if (pages > 1) harm.push(`window: ${page.url()}`)
      })
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (protocol !== 'blob:' && !known.has(origin)) harm.push(`request: ${request.url()}`)
      })
      await context.exposeFunction('reportViolation', (what: string) => harm.push(`policy: ${what}`))
      await context.addInitScript(() => {
        const { reportViolation } = window as unknown as { reportViolation: (what: string) => void }
        document.addEventListener('securitypolicyviolation', (event) =>
          reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
        )
      })
      await provide()
      expect(harm).toEqual([])
    },
    { auto: true },
  ],
})

/** Half characters get lost on the way between test and page; in JSON they are escaped. */
export async function inPage<T>(page: Page, read: () => T): Promise<T> {
  return JSON.parse(await page.evaluate(`JSON.stringify((${read.toString()})())`)) as T
}

/** Nothing in the page was made of data, and all words around the data read from left to right. */
export async function expectUnharmed(page: Page, what: string): Promise<void> {
  const found = await inPage(page, () => {
    const made = 'script, style, link, meta, base, iframe, object, embed, img, video, template, slot, math, b'
    const foreign = [...document.querySelectorAll('main a, header a')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !/^\/(?![/\\])/.test(href) && href !== '#main')
    // Whatever stands between isolates, or in an element that isolates, may run as it likes.
    const turned: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest('bdi, [dir=auto], option, script, textarea') !== null) continue
      const text = node.textContent ?? ''
      const range = document.createRange()
      let depth = 0
      let last: DOMRect | undefined
      for (let at = 0; at < Math.min(text.length, 3000); at += 1) {
        const character = text.charAt(at)
        if (character === '\u2069') depth = Math.max(0, depth - 1)
        if (depth === 0 && character.trim() !== '') {
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const box = range.getBoundingClientRect()
          if (
            last !== undefined &&
            box.width > 0 &&
            Math.abs(box.top - last.top) < 3 &&
            box.left < last.left
          ) {
            turned.push(text.slice(0, 80))
            break
          }
          if (box.width > 0) last = box
        }
        if (/[\u2066-\u2068]/.test(character)) depth += 1
      }
    }
    return {
      pwned: '__pwned' in window,
      made: [...document.querySelectorAll(`main :is(${made})`)].map(({ outerHTML }) =>
        outerHTML.slice(0, 80),
      ),
      handlers: document.querySelectorAll('[onerror], [onload], [onfocus], [onpointerover], [autofocus]')
        .length,
      foreign,
      turned,
      prototype: Object.keys(Object.prototype),
      isAdmin: 'isAdmin' in {},
    }
  })
  expect(found, what).toEqual({
    pwned: false,
    made: [],
    handlers: 0,
    foreign: [],
    turned: [],
    prototype: [],
    isAdmin: false,
  })
}

const areLaidOut = () =>
  [...document.querySelectorAll('main tbody td')].every((cell) =>
    cell.checkVisibility({ contentVisibilityAuto: true }),
  )

/** No sideways scrolling on a desk or a phone; each row below the one before; what data draws ends at its row. */
export async function expectInPlace(page: Page, what: string): Promise<void> {
  for (const width of [390, 1280]) {
    // High enough for all rows: what is out of sight is not laid out.
    await page.setViewportSize({ width, height: 12_000 })
    await inPage(
      page,
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await expect.poll(() => inPage(page, areLaidOut)).toBe(true)
    const found = await inPage(page, () => {
      const rows = [...document.querySelectorAll('main tbody tr:not([aria-hidden])')]
      const boxes = rows.map((row) => row.getBoundingClientRect())
      const ofData = [...document.querySelectorAll('main :is(bdi, [dir=auto])')].filter(
        ({ textContent }) => textContent !== '',
      )
      return {
        overflow: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
        overlapping: rows.flatMap((row, index) =>
          index > 0 && (boxes[index]?.top ?? 0) < (boxes[index - 1]?.bottom ?? 0) - 1
            ? [row.textContent.slice(0, 40)]
            : [],
        ),
        // Marks may be drawn far outside of the box of their letter: only clipping keeps them in.
        spilling: ofData
          .filter((text) => /\p{M}{3}/u.test(text.textContent ?? ''))
          .filter((text) => {
            for (let box: Element | null = text; box !== null; box = box.parentElement) {
              if (box.matches('tr, form, dl, section, article, main')) return true
              const { overflowY, display } = getComputedStyle(box)
              if (overflowY !== 'visible' && display !== 'inline') return false
            }
            return true
          })
          .map(({ textContent }) => textContent.slice(0, 40)),
        outside: ofData
          .filter((text) => {
            const row = text.closest('tr')?.getBoundingClientRect()
            const clip = (text.closest('a, td, span') ?? text).getBoundingClientRect()
            return row !== undefined && (clip.top < row.top - 1 || clip.bottom > row.bottom + 1)
          })
          .map(({ textContent }) => textContent.slice(0, 40)),
      }
    })
    await page.setViewportSize({ width, height: 800 })
    expect(found, `${what} at ${width} px`).toEqual({
      overflow: 0,
      overlapping: [],
      spilling: [],
      outside: [],
    })
  }
}

export function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
}

/** As a person who pastes it; `fill()` cannot carry half characters. */
export async function paste(page: Page, field: 'Name' | 'Search these pets', text: string): Promise<void> {
  const box = page.getByLabel(field, { exact: true })
  if (text.isWellFormed()) return box.fill(text)
  await box.evaluate((input, json) => {
    // React looks for a change against what was last set on the element itself.
    Reflect.set(HTMLInputElement.prototype, 'value', JSON.parse(json), input)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }, JSON.stringify(text))
}

/** What is there to see of a text: nothing, where it has only blanks and characters without a shape. */
export function isVisuallyBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text)
}

/** As cells and tags show it. */
export function cut(text: string, longest = 200): string {
  if (text.length <= longest) return text
  const kept = text.slice(0, longest)
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}
