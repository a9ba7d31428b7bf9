import type { Page } from '@playwright/test'
import { expect, heading, KEY, signIn, test } from './fixtures.ts'
import { detectSecretLeaks } from './secret-leak-detector.ts'

// Tests of the leak detector that runs in every test (fixtures.ts), with a key that only they use.
const LEAKED = 'leaked+key/1=2&3~'

const LEAKS: readonly [where: string, leak: (page: Page) => Promise<unknown>][] = [
  ['the title', (page) => page.evaluate((key) => (document.title = key), LEAKED)],
  ['the page', (page) => page.evaluate((key) => (document.body.dataset['key'] = key), LEAKED)],
  [
    'the address',
    (page) => page.evaluate((key) => history.replaceState(null, '', `?k=${encodeURIComponent(key)}`), LEAKED),
  ],
  ['a history entry', (page) => page.evaluate((key) => history.replaceState({ key }, ''), LEAKED)],
  ['draft', (page) => page.evaluate((key) => localStorage.setItem('draft', btoa(key)), LEAKED)],
  // oxlint-disable-next-line no-console
  ['the console', (page) => page.evaluate((key) => console.info(key), LEAKED)],
  [
    'the address of a request',
    (page) => page.evaluate((key) => fetch(`/icon.svg?k=${encodeURIComponent(key)}`), LEAKED),
  ],
  [
    'a header of a request',
    (page) => page.evaluate((key) => fetch('/icon.svg', { headers: { 'x-key': key } }), LEAKED),
  ],
  [
    'a download',
    async (page) => {
      const downloaded = page.waitForEvent('download')
      await page.evaluate((key) => {
        const link = document.createElement('a')
        link.href = URL.createObjectURL(new Blob([key]))
        link.download = 'report.csv'
        link.click()
      }, LEAKED)
      await downloaded
    },
  ],
  [
    'IndexedDB, rows',
    (page) =>
      page.evaluate(
        (key) =>
          new Promise<void>((resolve) => {
            const request = indexedDB.open('leak', 1)
            request.addEventListener('upgradeneeded', () => {
              request.result.createObjectStore('rows').put({ key }, 1)
            })
            request.addEventListener('success', () => {
              request.result.close()
              resolve()
            })
          }),
        LEAKED,
      ),
  ],
]

test('a leaked key is found, wherever it is', async ({ page, context }) => {
  const detector = detectSecretLeaks(context, [{ key: LEAKED, mayGoTo: () => [] }])
  await page.goto('/')
  await expect(heading(page)).toHaveText('Sign in')
  for (const [, leak] of LEAKS) await leak(page)
  expect(await detector.findings()).toEqual(expect.arrayContaining(LEAKS.map(([where]) => where)))
})

test('a key sent to another base URL is found', async ({ page, context, site, petstore }) => {
  const detector = detectSecretLeaks(context, [{ key: KEY, mayGoTo: () => [`${site.origin}/v1`] }])
  await signIn(page)
  expect(await detector.findings()).toContain(`sent to ${petstore.baseUrl}/pets?limit=1`)
})
