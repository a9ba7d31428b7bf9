import type { Page } from '@playwright/test'
import { expect, test as base } from '#tests/browser/fixtures.ts'

/** Fails a test that opens a dialog or window, sends a request to an unknown origin, or violates the policy. */
export const test = base.extend<{ hasPolicy: boolean; noXss: void }>({
  hasPolicy: [true, { option: true }],
  noXss: [
    async ({ context, site, petstore, production, hasPolicy }, provide) => {
      const findings: string[] = []
      const knownOrigins = new Set([
        site.origin,
        ...[petstore, production].map(({ baseUrl }) => new URL(baseUrl).origin),
      ])
      site.sendsSecurityHeaders = hasPolicy
      context.on('dialog', (dialog) => {
        findings.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      let pages = 0
      context.on('page', (page) => {
        pages += 1
        if (pages > 1) findings.push(`window: ${page.url()}`)
      })
      context.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (protocol !== 'blob:' && !knownOrigins.has(origin)) findings.push(`request: ${request.url()}`)
      })
      await context.exposeFunction('reportViolation', (what: string) => findings.push(`policy: ${what}`))
      await context.addInitScript(() => {
        const { reportViolation } = window as unknown as { reportViolation: (what: string) => void }
        document.addEventListener('securitypolicyviolation', (event) =>
          reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
        )
      })
      await provide()
      expect(findings).toEqual([])
    },
    { auto: true },
  ],
})

/** Evaluates `read` in the page. The result travels as JSON, because Playwright loses unpaired surrogates. */
export async function inPage<T>(page: Page, read: () => T): Promise<T> {
  return JSON.parse(await page.evaluate(`JSON.stringify((${read.toString()})())`)) as T
}

/** No data became markup or script, and the text around data still reads from left to right. */
export async function expectUnharmed(page: Page, what: string): Promise<void> {
  const found = await inPage(page, () => {
    const injectable =
      'script, style, link, meta, base, iframe, object, embed, img, video, template, slot, math, b'
    const foreign = [...document.querySelectorAll('main a, header a')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !/^\/(?![/\\])/.test(href) && href !== '#main')
    // Text inside bidi isolates may run in either direction.
    const reversed: string[] = []
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
            reversed.push(text.slice(0, 80))
            break
          }
          if (box.width > 0) last = box
        }
        if (/[\u2066-\u2068]/.test(character)) depth += 1
      }
    }
    return {
      pwned: '__pwned' in window,
      injected: [...document.querySelectorAll(`main :is(${injectable})`)].map(({ outerHTML }) =>
        outerHTML.slice(0, 80),
      ),
      handlers: document.querySelectorAll('[onerror], [onload], [onfocus], [onpointerover], [autofocus]')
        .length,
      foreign,
      reversed,
      prototype: Object.keys(Object.prototype),
      isAdmin: 'isAdmin' in {},
    }
  })
  expect(found, what).toEqual({
    pwned: false,
    injected: [],
    handlers: 0,
    foreign: [],
    reversed: [],
    prototype: [],
    isAdmin: false,
  })
}

const areLaidOut = () =>
  [...document.querySelectorAll('main tbody td')].every((cell) =>
    cell.checkVisibility({ contentVisibilityAuto: true }),
  )

/** On desktop and phone: no horizontal scrolling, no overlapping rows, no text that renders outside its row. */
export async function expectInPlace(page: Page, what: string): Promise<void> {
  for (const width of [390, 1280]) {
    // Tall enough for all rows: rows outside the viewport are not laid out (`content-visibility`).
    await page.setViewportSize({ width, height: 12_000 })
    await inPage(
      page,
      () => new Promise((rendered) => requestAnimationFrame(() => requestAnimationFrame(rendered))),
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
        // Combining marks can render far outside the box of their letter; only clipping contains them.
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

/** Pastes the text; `fill()` cannot transport unpaired surrogates. */
export async function paste(page: Page, field: 'Name' | 'Search these pets', text: string): Promise<void> {
  const box = page.getByLabel(field, { exact: true })
  if (text.isWellFormed()) return box.fill(text)
  await box.evaluate((input, json) => {
    // The prototype's setter bypasses the value that React tracks, so React sees a change.
    Reflect.set(HTMLInputElement.prototype, 'value', JSON.parse(json), input)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }, JSON.stringify(text))
}

/** Whether the text has only whitespace and invisible characters. */
export function isVisuallyBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text)
}

/** Truncated as the app does it in cells and tags. */
export function truncate(text: string, maxLength = 200): string {
  if (text.length <= maxLength) return text
  const start = text.slice(0, maxLength)
  return `${/[\uD800-\uDBFF]$/.test(start) ? start.slice(0, -1) : start}…`
}

/** Bidi isolates are invisible, so comparisons ignore them. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2066-\u2069]/g, '')
}
