import type { ServerResponse } from 'node:http'
import { seedPets } from '#src/mocks/seed.ts'
import { expectSame, readPage } from '#tests/support/page-snapshot.ts'
import { expect, KEY, test } from './fixtures.ts'

/** All scripts of the app except those in index.html. */
const APP = /\/assets\/.*\.js$/

test('the list is prerendered, and looks the same when the app takes over', async ({
  openBrowser,
  petstore,
  site,
}) => {
  for (const pet of seedPets()) petstore.db.create(pet)
  site.configurePage({ environments: [{ id: 'staging', name: 'Staging', baseUrl: petstore.baseUrl }] })
  const entry = JSON.stringify({ key: KEY, baseUrl: petstore.baseUrl, round: '' })
  const webkit = await openBrowser({
    isImpatient: true,
    script: `if (origin !== 'null') sessionStorage.setItem('petstore-admin.key.staging', ${JSON.stringify(entry)})`,
  })
  const snapshot = async () => webkit.evaluate<ReturnType<typeof readPage>>(`(${String(readPage)})()`)
  const release = site.holdAssets(APP)
  await webkit.goto(`${site.origin}/staging/pets`)
  await expect
    .poll(() => webkit.evaluate<string>(`document.querySelector('.prerendered time')?.textContent ?? ''`))
    .toMatch(/\d/)
  const before = await snapshot()
  release()
  await webkit.locator('.prerendered').expectCount(0)
  await webkit.names().expectCount(20)
  await webkit.locator('main [aria-busy]').expectCount(0)
  expectSame(await snapshot(), before)
  expect(petstore.requestLines().slice(0, 1)).toEqual(['GET /pets?limit=20'])
})

for (const allowsClipboard of [true, false]) {
  test(`an ID is copied${allowsClipboard ? '' : ', or the button says that it could not be'}`, async ({
    openBrowser,
    petstore,
  }) => {
    petstore.db.create({ name: 'Rex' })
    const refuse =
      'navigator.clipboard.writeText = () => Promise.reject(new DOMException("No", "NotAllowedError"))'
    const webkit = await openBrowser({ allowsClipboard, ...(allowsClipboard ? {} : { script: refuse }) })
    await webkit.signIn()
    await webkit.getByRole('link', { name: 'Rex' }).click()
    await webkit.button('Copy ID 1001').click()
    await webkit.button(allowsClipboard ? 'Copied ID 1001' : 'Could not copy ID 1001').expectVisible()
  })
}

test.describe('a chunk', () => {
  test.use({ expectsErrors: true })

  test('that was modified does not run', async ({ webkit, site }) => {
    site.headers = { 'cache-control': 'no-store' }
    site.interceptAssets((url, outgoing) => {
      if (!/PetCreatePage.*js$/.test(url)) return undefined
      outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end('window.modified = true')
      return 'answered'
    })
    await webkit.signIn(`${site.origin}/staging/pets`)
    await webkit.getByRole('link', { name: 'Add pet' }).click()
    await webkit
      .getByRole('alert')
      .getByText(/Part of the app did not load/)
      .expectVisible()
    expect(await webkit.evaluate('"modified" in window')).toBe(false)
  })

  test('that did not load is loaded by "Try again"', async ({ webkit, site }) => {
    await webkit.signIn(`${site.origin}/staging/pets`)
    site.interceptAssets(breaks(/PetImportPage.*js$/))
    await webkit.getByRole('link', { name: 'Import' }).click()
    await webkit
      .getByRole('alert')
      .getByText(/Part of the app did not load/)
      .expectVisible()
    await webkit.button('Try again').click()
    await webkit.button('Try again').expectVisible()
    site.interceptAssets(() => undefined)
    await webkit.button('Try again').click()
    await webkit.heading().expectText('Add many pets')
  })

  test('of the first page that did not load is loaded by a reload', async ({ webkit, site }) => {
    site.interceptAssets(breaks(/index-.*js$/))
    await webkit.goto(`${site.origin}/staging/pets`)
    await webkit.getByText(/taking longer than usual/).expectVisible()
    site.interceptAssets(() => undefined)
    await webkit.reload()
    await webkit.heading().expectText('Sign in')
  })
})

/** Breaks the connection of these requests. */
const breaks = (which: RegExp) => (url: string, outgoing: ServerResponse) => {
  if (!which.test(url)) return undefined
  outgoing.req.socket.destroy()
  return 'answered' as const
}
