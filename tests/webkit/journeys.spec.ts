import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testPets } from '#tests/support/test-pets.ts'
import { arrivedNames, csvOf, IMPORT, petNames } from '#tests/browser/import-helpers.ts'
import { int64 } from '#tests/support/int64.ts'
import { expectSame, readPage } from '#tests/support/page-snapshot.ts'
import { expect, Key, KEY, test, type WebKitPage } from './fixtures.ts'

// These are the journeys of a day, and the parts in which engines differ: focus, storage, tabs,
// requests that break, chunks.

const field = (webkit: WebKitPage, name: 'Name' | 'Category ID') => webkit.getByRole('textbox', { name })

async function add(webkit: WebKitPage, name: string, category: string) {
  await field(webkit, 'Name').fill(name)
  await field(webkit, 'Category ID').fill(category)
  await webkit.button('Add pet').click()
}

const justAdded = (webkit: WebKitPage) => webkit.getByRole('list', { name: 'Just added' })

async function expectEmptied(webkit: WebKitPage) {
  await webkit.heading().expectText('Sign in')
  expect(await webkit.evaluate<string>('document.body.innerText')).not.toContain('Rex')
}

test('a wrong key is rejected beside the field, a key that ends is asked for again, and typed text stays', async ({
  webkit,
  petstore,
}) => {
  await webkit.goto('/staging/pets/new')
  await webkit.getByLabel('API key').fill('key-of-another-house')
  await webkit.button('Sign in').click()
  await webkit.getByLabel('API key').expectProperty('ariaInvalid', 'true')
  await webkit.getByLabel('API key').fill(`Bearer ${KEY} `)
  await webkit.button('Sign in').click()
  await webkit.heading().expectText('Add a pet')

  petstore.key = 'afternoon-key'
  await add(webkit, 'Barbara', '12')
  const dialog = webkit.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('API key').fill('afternoon-key')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.expectCount(0)
  expect(petstore.posts()).toHaveLength(1)
  await webkit.button('Add 1 waiting').click()
  await justAdded(webkit).getByRole('link').expectText('Barbara')
  expect(petstore.posts()).toHaveLength(2)
})

test('signing out in one tab empties the other, also after going back', async ({ webkit, petstore }) => {
  petstore.db.create({ name: 'Rex' })
  await webkit.signIn('/staging/pets', { keepSignedIn: true })
  await webkit.names().expectText('Rex')
  await webkit.evaluate(
    `addEventListener('pageshow', (event) => { document.documentElement.dataset.cameBack = event.persisted })`,
  )
  await webkit.goto('/icon.svg')
  await webkit.goBack()
  await webkit.names().expectText('Rex')

  await webkit.goto('/icon.svg')
  const first = await webkit.driver.getWindowHandle()
  await webkit.driver.switchTo().newWindow('tab')
  await webkit.goto('/staging/pets')
  await webkit.names().expectText('Rex')
  await webkit.button('Sign out').click()
  await expectEmptied(webkit)
  await webkit.driver.switchTo().window(first)
  await webkit.goBack()
  await expectEmptied(webkit)
})

test('when the browser blocks storage, the app works, and says how long the key lasts', async ({
  openBrowser,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex' })
  const webkit = await openBrowser({ flags: ['--block-storage'] })
  await webkit.signIn('/staging/pets', { keepSignedIn: true })
  await webkit.getByText(/Your browser block/).expectVisible()
  await webkit.names().expectText('Rex')
})

test('signing in, opening a pet and returning works by keyboard alone', async ({ webkit, petstore }) => {
  for (let number = 1; number <= 80; number++) petstore.db.create({ name: `Pet ${number}` })
  await webkit.goto('/staging/pets?limit=100')
  await webkit.heading().expectText('Sign in')
  await webkit.getByLabel('API key').expectFocused()
  await webkit.keys(KEY, Key.ENTER)
  await webkit.names().expectCount(80)
  await webkit.getByRole('main').expectFocused()

  const link = webkit.getByRole('link', { name: 'Pet 70' })
  await webkit.evaluate('arguments[0].focus()', await link.one())
  await expect.poll(() => webkit.evaluate<number>('scrollY')).toBeGreaterThan(100)
  const scrolled = await webkit.evaluate<number>('scrollY')
  // The script waits until the browser has sent its events.
  await webkit.driver.executeAsyncScript('requestAnimationFrame(() => requestAnimationFrame(arguments[0]))')
  await webkit.keys(Key.ENTER)
  await webkit.heading().expectText('Pet 70')
  await webkit.getByRole('main').expectFocused()
  expect(await webkit.evaluate('scrollY')).toBe(0)

  await webkit.goBack()
  await link.expectFocused()
  await expect.poll(() => webkit.evaluate('scrollY')).toBe(scrolled)
})

test('dialogs and menus hold the focus, close on Escape, and give the focus back', async ({ webkit }) => {
  await webkit.signIn()
  const help = webkit.getByRole('dialog', { name: 'Help' })
  await webkit.button('Help').click()
  await help.expectVisible()
  for (let times = 0; times < 6; times += 1) {
    await webkit.keys(Key.TAB)
    expect(await webkit.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true)
  }
  await webkit.keys(Key.ESCAPE)
  await help.expectCount(0)
  await webkit.button('Help').expectFocused()

  await (await webkit.button(/change environment/).one()).sendKeys(Key.ENTER)
  const production = webkit.getByRole('link', { name: /Production/ })
  await production.expectVisible()
  await webkit.keys(Key.ESCAPE)
  await production.expectCount(0)
  await webkit.button(/change environment/).expectFocused()
})

test('a pet is added with a 64-bit category, and found in the list, sorted by all digits of its ID', async ({
  webkit,
  petstore,
}) => {
  const largest = '9223372036854775807'
  for (const id of ['9007199254740993', '9007199254740992'])
    petstore.db.create({ id: int64(id), name: `Pet ${id}` })
  await webkit.signIn('/staging/pets/new')
  await add(webkit, '', '')
  await field(webkit, 'Name').expectFocused()
  await field(webkit, 'Name').expectProperty('ariaInvalid', 'true')
  await add(webkit, 'Pet of 9007', largest)
  await justAdded(webkit)
    .getByText(/^Added \(ID/)
    .expectVisible()
  expect(petstore.posts().map(({ body }) => body)).toEqual([`{"name":"Pet of 9007","categoryId":${largest}}`])
  await field(webkit, 'Name').expectFocused()
  await justAdded(webkit).getByRole('link').click()
  await webkit.heading().expectText('Pet of 9007')
  await webkit.getByText(largest).expectVisible()

  await webkit.getByRole('link', { name: 'Pets' }).click()
  await webkit.getByRole('columnheader', { name: 'ID' }).getByRole('button').click()
  await webkit.getByRole('searchbox', { name: 'Search these pets' }).fill('9007')
  await webkit.names().expectText('Pet of 9007', 'Pet 9007199254740992', 'Pet 9007199254740993')
  await expect.poll(() => webkit.evaluate('location.search')).toBe('?q=9007&sort=id')
})

test('a connection that breaks after the service added the pet leaves it unknown, and nothing is sent again', async ({
  webkit,
  petstore,
}) => {
  await webkit.signIn('/staging/pets/new')
  petstore.dropConnection({ method: 'POST' }, 'after')
  await add(webkit, 'Rex', '1')
  await webkit.getByText(/Rex.*May have been added/s).expectVisible()
  expect(petstore.posts()).toHaveLength(1)
  await webkit.getByText(/^In Staging:/).expectVisible()
  expect(petstore.posts()).toHaveLength(1)
})

async function chooseFile(webkit: WebKitPage, content: string) {
  const file = join(webkit.profile, 'delivery.csv')
  await writeFile(file, content)
  await (await webkit.getByLabel('Spreadsheet file').one()).sendKeys(file)
}

async function startImport(webkit: WebKitPage, names: readonly string[]) {
  await webkit.signIn(IMPORT)
  await chooseFile(webkit, csvOf(names))
  await webkit.button(`Add ${names.length} pets`).click()
}

const finished = (webkit: WebKitPage) => webkit.getByText(/\(checked/)

const savedImports = (webkit: WebKitPage) => webkit.getByRole('region', { name: 'Saved imports' })

test('a chosen file with a bad row is imported, and the report is downloaded under its name', async ({
  webkit,
  petstore,
}) => {
  await webkit.signIn(IMPORT)
  await chooseFile(webkit, 'name,categoryId\r\nRex,9223372036854775807\r\n,2\r\nMochi,2')
  await webkit.button('Add 2 pets').click()
  await finished(webkit).expectVisible()
  expect(petstore.posts().map(({ body }) => body)).toEqual([
    '{"name":"Rex","categoryId":9223372036854775807}',
    '{"name":"Mochi","categoryId":2}',
  ])
  await webkit.button('Download report').click()
  const folder = join(webkit.profile, 'downloads')
  await expect.poll(() => readdir(folder)).toEqual(['report delivery.csv'])
  const lines = (await readFile(join(folder, 'report delivery.csv'), 'utf8')).trim().split('\r\n').slice(1)
  const outcomes = lines.map((line) => line.split(',')).map(([name, , outcome]) => `${name}: ${outcome}`)
  expect(outcomes).toEqual(['Rex: added', ': not sent', 'Mochi: added'])
  await webkit.reload()
  await savedImports(webkit)
    .getByText(/2 added, 1 not sent/)
    .expectVisible()
})

test('a browser that is killed during an import loses no row, sends none twice, and resumes', async ({
  webkit,
  openBrowser,
  petstore,
  driver,
}) => {
  const names = petNames(12)
  petstore.hold({ method: 'POST', body: /"Pet 5"/ })
  await startImport(webkit, names)
  await petstore.arrived(5)
  driver.kill(webkit.profile)

  const next = await openBrowser({ profile: webkit.profile })
  await next.signIn(IMPORT)
  await savedImports(next)
    .getByText(/4 added, 1 needs your decision, 7 waiting/)
    .expectVisible()
  await next.button('Resume').click()
  await finished(next).expectVisible()
  await next.button(/^Mark .*as added$/).click()
  expect(arrivedNames(petstore)).toEqual(names)
  expect(petstore.db.all()).toHaveLength(12)
})

test('a page that one goes back to shows what a later page of the tab has added', async ({ webkit }) => {
  await webkit.signIn('/staging/pets/new')
  await add(webkit, 'Rex', '1')
  await justAdded(webkit).getByRole('link').expectText('Rex')
  await webkit.goto('/icon.svg')
  await webkit.goto('/staging/pets/new')
  await add(webkit, 'Mochi', '2')
  await justAdded(webkit).getByRole('link').expectText('Mochi', 'Rex')
  await webkit.goBack()
  await webkit.goBack()
  await justAdded(webkit).getByRole('link').expectText('Mochi', 'Rex')
})

// WebKit keeps a page in the back/forward cache even if it is left while something is added.
test.describe('a page that is left while pets are added', () => {
  test.use({ expectsErrors: true })

  test('does not keep the next page from showing its pet and adding another one', async ({
    webkit,
    petstore,
  }) => {
    await webkit.signIn('/staging/pets/new')
    const release = petstore.hold({ method: 'POST' })
    await add(webkit, 'Rex', '1')
    await justAdded(webkit)
      .getByText(/Adding/)
      .expectVisible()
    await webkit.goto('/staging/pets')
    release()
    await webkit.getByRole('link', { name: 'Add pet' }).click()
    await justAdded(webkit)
      .getByRole('listitem')
      .expectText(/Rex\s+Unconfirmed/)
    await add(webkit, 'Mochi', '2')
    await justAdded(webkit)
      .getByRole('listitem')
      .expectText(/Mochi\s+Added/, /Rex\s+Unconfirmed/)
    expect(arrivedNames(petstore)).toEqual(['Rex', 'Mochi'])
  })

  test('sends no more rows when one goes back to it, but offers to resume', async ({ webkit, petstore }) => {
    const names = petNames(12)
    petstore.hold({ method: 'POST', body: /"Pet 2"/ })
    await startImport(webkit, names)
    await petstore.arrived(2)
    await webkit.goto('/icon.svg')
    const postCount = petstore.posts().length
    await webkit.goBack()
    await webkit.button('Resume').expectVisible()
    expect(petstore.posts()).toHaveLength(postCount)
    await webkit.button('Resume').click()
    await finished(webkit).expectVisible()
    // Up to two more requests may have been broken off before they arrived, so eight rows are left.
    const arrived = arrivedNames(petstore)
    expect(arrived.slice(-8)).toEqual(names.slice(-8))
    expect(new Set(arrived).size).toBe(arrived.length)
  })
})

// WebKit breaks off the requests of a page before the page knows that it is left, and three unknown
// rows pause an import.
test('after a reload during an import at most three rows are unknown, and nothing was sent twice', async ({
  webkit,
  petstore,
}) => {
  petstore.hold({ method: 'POST', body: /"Pet 3"/ })
  await startImport(webkit, petNames(6))
  await petstore.arrived(3)
  await webkit.reload()
  await savedImports(webkit)
    .getByText(/2 added, (1 needs your decision, 3|[23] need your decision, [12]) waiting/)
    .expectVisible()
  expect(petstore.posts()).toHaveLength(3)
})

test('labels have their true size and a code each, and begin at the chosen place', async ({
  webkit,
  petstore,
}) => {
  const ids = ['Rex', 'W'.repeat(200), 'بَيْتُ الأرنب'].map((name) => petstore.db.create({ name }).id)
  await webkit.signIn(`/staging/pets/labels?ids=${ids.join(',')}`)
  const labels = webkit.getByRole('list', { name: 'Labels' }).getByRole('listitem')
  await labels.expectCount(3)
  for (const id of ids) await webkit.getByRole('img', { name: `QR code for ID ${id}` }).expectVisible()
  const sizes = () =>
    webkit.evaluate<number[][]>(
      `[...document.querySelectorAll('[role=listitem]')].map((label) => {
        const { width, height } = label.getBoundingClientRect()
        return [Math.round((width * 254) / 96), Math.round((height * 254) / 96)]
      })`,
    )
  await expect.poll(sizes).toEqual(ids.map(() => [700, 370]))
  await webkit.getByRole('spinbutton', { name: 'Start at label' }).fill('23')
  await webkit.getByText('2 sheets. Next free label: 2').expectVisible()
})

/** Matches all scripts of the app except those in index.html. */
const APP = /\/assets\/.*\.js$/

test('the list is prerendered, and looks the same in the app, which keeps its elements', async ({
  openBrowser,
  petstore,
  site,
}) => {
  for (const pet of testPets()) petstore.db.create(pet)
  site.configurePage({ environments: [{ id: 'staging', name: 'Staging', baseUrl: petstore.baseUrl }] })
  const entry = JSON.stringify({ key: KEY, baseUrl: petstore.baseUrl, round: '' })
  const webkit = await openBrowser({
    isImpatient: true,
    flags: [
      `--script=if (origin !== 'null') sessionStorage.setItem('petstore-admin.key.staging', ${JSON.stringify(entry)})`,
    ],
  })
  const snapshot = async () => webkit.evaluate<ReturnType<typeof readPage>>(`(${String(readPage)})()`)
  const release = site.holdAssets(APP)
  await webkit.goto('/staging/pets')
  // Only the loaded list has a place for the time, which the app fills.
  await expect
    .poll(() => webkit.evaluate<number>(`document.querySelectorAll('[data-prerendered] time').length`))
    .toBe(1)
  const before = await snapshot()
  await webkit.evaluate(`window.prerenderedElement = document.querySelector('main > *'); 0`)
  release()
  await webkit.locator('[data-prerendered]').expectCount(0)
  await webkit.names().expectCount(20)
  await webkit.locator('main [aria-busy]').expectCount(0)
  expectSame(await snapshot(), before)
  expect(await webkit.evaluate<boolean>(`window.prerenderedElement.isConnected`)).toBe(true)
  expect(petstore.requestLines().slice(0, 1)).toEqual(['GET /pets?limit=20'])
})

test.describe('a button that has come under the resting pointer', () => {
  test.use({ expectsErrors: true })

  test('can be clicked after half a second without moving the mouse', async ({ webkit, petstore }) => {
    await webkit.signIn('/staging/pets/new')
    const rejection = { status: 400, body: { code: 'invalid', message: 'No.' } }
    petstore.respond({ method: 'POST', body: /"Rejected"/ }, rejection)
    await add(webkit, 'Rejected', '2')
    const fix = await webkit.button('Fix').one()
    const connectionLoss = Promise.withResolvers<void>()
    petstore.writeRaw({ method: 'POST', body: /"Second"/ }, async (socket) => {
      await connectionLoss.promise
      socket.destroy()
    })
    await add(webkit, 'Second', '1')
    await justAdded(webkit)
      .getByText(/Adding/)
      .expectVisible()
    await webkit.driver.actions().move({ origin: fix }).perform()
    connectionLoss.resolve()
    // "Discard" of this pet takes the place of "Fix" of the other one.
    await justAdded(webkit)
      .getByText(/Unconfirmed/)
      .expectVisible()
    const readPageTime = () => webkit.evaluate<number>('performance.now()')
    const shownAt = await readPageTime()
    await expect.poll(readPageTime).toBeGreaterThan(shownAt + 500)
    await webkit.driver.actions().press().release().perform()
    await justAdded(webkit)
      .getByRole('listitem')
      .expectText(/Rejected/)
  })
})

test.describe('a chunk', () => {
  test.use({ expectsErrors: true })

  test('that did not load is loaded by "Try again", and a modified one does not run', async ({
    webkit,
    site,
  }) => {
    site.headers = { 'cache-control': 'no-store' }
    const missing = webkit.getByRole('alert').getByText(/Part of the app did not load/)
    let isBroken = true
    // The files change before the app is opened, because a page may be preloaded.
    site.interceptAssets((url, outgoing) => {
      const isModified = /PetCreatePage.*js$/.test(url)
      if (!isModified && !(isBroken && /PetImportPage.*js$/.test(url))) return undefined
      if (isModified)
        outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end('window.modified = true')
      else outgoing.req.socket.destroy()
      return 'answered'
    })
    await webkit.signIn('/staging/pets')
    await webkit.getByRole('link', { name: 'Import' }).click()
    await missing.expectVisible()
    isBroken = false
    await webkit.button('Try again').click()
    await webkit.heading().expectText('Add many pets')
    await webkit.getByRole('link', { name: 'Add pet' }).click()
    await missing.expectVisible()
    expect(await webkit.evaluate('"modified" in window')).toBe(false)
  })

  test('of the first page that did not load is loaded by a reload', async ({ webkit, site }) => {
    let broken = 0
    site.interceptAssets((url, outgoing) => {
      if (!/index-.*js$/.test(url)) return undefined
      broken += 1
      outgoing.req.socket.destroy()
      return 'answered'
    })
    await webkit.goto('/staging/pets')
    await expect.poll(() => broken).toBeGreaterThan(0)
    await webkit.heading().expectCount(0)
    site.interceptAssets(() => undefined)
    await webkit.reload()
    await webkit.heading().expectText('Sign in')
  })
})
