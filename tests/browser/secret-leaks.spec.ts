import { expect, heading, KEY, signIn, test } from './fixtures.ts'
import { detectSecretLeaks } from './secret-leak-detector.ts'

// These tests check the leak detector that runs in every test (fixtures.ts), with a key that only
// they use.
const LEAKED = 'leaked+key/1=2&3~'

/** The scripts that leak the key, which they know as `key`, by the place of the leak. */
const LEAKS: Readonly<Record<string, string>> = {
  'the title': 'document.title = key',
  'the page': 'document.body.dataset.key = key',
  'the address': 'history.replaceState(null, "", `?k=${encodeURIComponent(key)}`)',
  'a history entry': 'history.replaceState({ key }, "")',
  draft: 'localStorage.setItem("draft", btoa(key))',
  'the console': 'console.info(key)',
  'the address of a request': 'fetch(`/icon.svg?k=${encodeURIComponent(key)}`)',
  'a header of a request': 'fetch("/icon.svg", { headers: { "x-key": key } })',
  'a download': `
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([key]))
    link.download = 'report.csv'
    link.click()`,
  'IndexedDB, rows': `
    await new Promise((resolve) => {
      const request = indexedDB.open('leak', 1)
      request.onupgradeneeded = () => request.result.createObjectStore('rows').put({ key }, 1)
      request.onsuccess = () => resolve(request.result.close())
    })`,
}

test('a leaked key is found, wherever it is', async ({ page, context }) => {
  const detector = detectSecretLeaks(context, [{ key: LEAKED, mayGoTo: () => [] }])
  await page.goto('/')
  await expect(heading(page)).toHaveText('Sign in')
  const downloaded = page.waitForEvent('download')
  for (const leak of Object.values(LEAKS))
    await page.evaluate(`(async (key) => { ${leak} })(${JSON.stringify(LEAKED)})`)
  await downloaded
  expect(await detector.findings()).toEqual(expect.arrayContaining(Object.keys(LEAKS)))
})

test('a key sent to another base URL is found', async ({ page, context, site, petstore }) => {
  const detector = detectSecretLeaks(context, [{ key: KEY, mayGoTo: () => [`${site.origin}/v1`] }])
  await signIn(page)
  expect(await detector.findings()).toContain(`sent to ${petstore.baseUrl}/pets?limit=1`)
})
