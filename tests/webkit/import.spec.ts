import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { csvOf, IMPORT, petNames } from '#tests/browser/import-helpers.ts'
import { startTcpPetstore } from '#tests/browser/tcp-petstore.ts'
import { expect, KEY, test, type WebKitPage } from './fixtures.ts'

const REPORT = 'report delivery.csv'

async function chooseFile(webkit: WebKitPage, content: string) {
  const file = join(webkit.profile, 'delivery.csv')
  await writeFile(file, content)
  await (await webkit.getByLabel('Spreadsheet file').one()).sendKeys(file)
}

async function startImport(webkit: WebKitPage, names: readonly string[], key = KEY) {
  await webkit.signIn(IMPORT, { key })
  await chooseFile(webkit, csvOf(names))
  await webkit.button(`Add ${names.length} pets`).click()
}

const finished = (webkit: WebKitPage) => webkit.getByRole('main').getByText(/\(checked/)

/** The rows of the downloaded report: name, outcome and ID. */
async function readReport(webkit: WebKitPage) {
  await webkit.button('Download report').click()
  const folder = join(webkit.profile, 'downloads')
  await expect.poll(() => readdir(folder)).toEqual([REPORT])
  const [, ...lines] = (await readFile(join(folder, REPORT), 'utf8')).trim().split('\r\n')
  return lines.map((line) => line.split(','))
}

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
  const report = await readReport(webkit)
  expect(report.map(([name, , outcome]) => [name, outcome])).toEqual([
    ['Rex', 'added'],
    ['', 'not sent'],
    ['Mochi', 'added'],
  ])
  await webkit.reload()
  await webkit
    .getByRole('region', { name: 'Saved imports' })
    .getByText(/2 added, 1 not sent/)
    .expectVisible()
})

test('a dropped file is read', async ({ webkit }) => {
  await webkit.signIn(IMPORT)
  const field = await webkit.getByLabel('Spreadsheet file').one()
  await webkit.evaluate(
    `(() => {
      const data = new DataTransfer()
      data.items.add(new File(['name,categoryId\\nRex,1\\nMochi,2'], 'dropped.csv', { type: 'text/csv' }))
      for (const type of ['dragenter', 'dragover', 'drop'])
        arguments[0].dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }))
    }).apply(null, arguments)`,
    field,
  )
  await webkit.getByRole('heading', { name: 'dropped.csv · 2 rows' }).expectVisible()
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
  const saved = next.getByRole('region', { name: 'Saved imports' })
  await saved.getByText(/4 added, 1 needs your decision, 7 waiting/).expectVisible()
  await next.button('Resume').click()
  await finished(next).expectVisible()
  await next.button(/^Mark .*as added$/).click()
  expect(petstore.posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)).toEqual(names)
  expect(petstore.db.all()).toHaveLength(12)
})

test('an import runs in one tab; the other says so', async ({ webkit, petstore }) => {
  await webkit.signIn(IMPORT, { keepSignedIn: true })
  await chooseFile(webkit, csvOf(petNames(4)))
  const release = petstore.hold({ method: 'POST', body: /"Pet 2"/ })
  await webkit.button('Add 4 pets').click()
  await petstore.arrived(2)
  const returnToFirst = await webkit.openTab(IMPORT)
  await webkit
    .getByRole('main')
    .getByText(/another tab/)
    .expectVisible()
  await webkit.button('Resume').expectCount(0)
  await returnToFirst()
  release()
  await finished(webkit).expectVisible()
  expect(petstore.posts()).toHaveLength(4)
})

test('a double click on "Resume" does not press the "Pause" that replaces it', async ({
  webkit,
  petstore,
}) => {
  const release = petstore.hold({ method: 'POST', body: /"Pet 2"/ })
  await startImport(webkit, petNames(4))
  await petstore.arrived(2)
  await webkit.button('Pause').click()
  release()
  const resume = await webkit.button('Resume').one()
  await webkit.driver.actions().doubleClick(resume).perform()
  await finished(webkit).expectVisible()
  expect(petstore.posts()).toHaveLength(4)
})

// WebKit breaks the requests of a page off before the page knows that it is left: three unknown rows pause an import.
test('after a reload during an import at most three rows are unknown, and nothing was sent twice', async ({
  webkit,
  petstore,
}) => {
  petstore.hold({ method: 'POST', body: /"Pet 3"/ })
  await startImport(webkit, petNames(6))
  await petstore.arrived(3)
  await webkit.reload()
  const saved = webkit.getByRole('region', { name: 'Saved imports' })
  await saved
    .getByText(/2 added, (1 needs your decision, 3|[23] need your decision, [12]) waiting/)
    .expectVisible()
  expect(petstore.posts()).toHaveLength(3)
})

test('WebKit itself does not send a POST again when a reused connection breaks', async ({ webkit, site }) => {
  const petstore = await startTcpPetstore({ dropEvery: 10 })
  site.configure({ environments: [{ id: 'staging', name: 'Staging', baseUrl: petstore.baseUrl }] })
  await webkit.goto(site.origin + IMPORT)
  await webkit.getByLabel('API key').fill('key-of-the-raw-service')
  await webkit.button('Sign in').click()
  await chooseFile(webkit, csvOf(petNames(30)))
  await webkit.button('Add 30 pets').click()
  await finished(webkit).expectVisible()
  await webkit.getByRole('heading', { name: '27 added, 3 need your decision' }).expectVisible()
  expect(petstore.pets).toHaveLength(30)
  // The last requests of the page.
  await webkit.getByText(/\(checked/).expectVisible()
  await petstore.close()
})
