import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectFinished, petNames, readReport, startImport } from './import-helpers.ts'
import { startTcpPetstore } from './tcp-petstore.ts'

const ROWS = 60

/** Counts the app's `fetch` calls for POSTs in the page. */
function countPosts(page: Page) {
  return page.addInitScript(() => {
    const realFetch = window.fetch
    Object.assign(window, { posts: 0 })
    window.fetch = (input, init) => {
      if (init?.method === 'POST') (window as unknown as { posts: number }).posts += 1
      return realFetch(input, init)
    }
  })
}

test('pets that the browser itself sent twice are listed as possible duplicates with their IDs', async ({
  page,
  site,
}) => {
  const petstore = await startTcpPetstore({ dropEvery: 10 })
  site.configure({ environments: [{ id: 'staging', name: 'Staging', baseUrl: petstore.baseUrl }] })
  await countPosts(page)
  const names = petNames(ROWS)
  await startImport(page, names, undefined, 'key-of-the-raw-service')
  await expectFinished(page)

  // The app sent each row once, but the service has more pets than rows, because the browser retransmitted POSTs.
  expect(await page.evaluate(() => (window as unknown as { posts: number }).posts)).toBe(ROWS)
  expect(petstore.pets.length).toBeGreaterThan(ROWS)

  const report = await readReport(page)
  expect(report.map(({ outcome }) => outcome)).toEqual(names.map(() => 'added'))
  const reported = new Set(report.map(({ id }) => id))
  const extra = petstore.pets.filter(({ id }) => !reported.has(String(id)))
  expect(extra.length).toBe(petstore.pets.length - ROWS)

  const listed = page.getByRole('list', { name: 'Possible duplicates' }).getByRole('listitem')
  await expect(listed).toHaveText(
    // Row numbers count the header.
    extra.map(({ id, name }) => `${name}, ID ${id}matches row ${names.indexOf(name) + 2}`),
  )
  await petstore.close()
})
