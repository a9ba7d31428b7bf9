import { addPet, expect, justAdded, namesOf, navLink, signIn, statusMessage, test } from './fixtures.ts'
import { arrivedNames, expectFinished, petNames, readReport, startImport } from './import-helpers.ts'

test('pets that the browser itself sent twice are listed as possible duplicates with their IDs', async ({
  page,
  petstore,
}) => {
  await page.addInitScript(() => {
    const realFetch = window.fetch
    Object.assign(window, { posts: 0 })
    window.fetch = (input, init) => {
      if (init?.method === 'POST') (window as unknown as { posts: number }).posts += 1
      return realFetch(input, init)
    }
  })
  petstore.keepsAlive = true
  const lost = ['Pet 10', 'Pet 20', 'Pet 30']
  for (const name of lost) petstore.dropConnection({ method: 'POST', body: new RegExp(`"${name}"`) }, 'after')
  const names = petNames(30)
  await startImport(page, names)
  await expectFinished(page)

  // The app sent each row once, but the service has more pets than rows.
  expect(await page.evaluate(() => (window as unknown as { posts: number }).posts)).toBe(names.length)
  expect(arrivedNames(petstore)).toHaveLength(names.length + lost.length)

  const report = await readReport(page)
  expect(report.map(({ outcome }) => outcome)).toEqual(names.map(() => 'added'))
  const reported = new Set(report.map(({ id }) => id))
  const extra = petstore.db.all().filter(({ id }) => !reported.has(String(id)))
  const listed = page.getByRole('list', { name: 'Possible duplicates' }).getByRole('listitem')
  await expect(listed).toHaveText(
    lost.map((name) => {
      const id = extra.find((pet) => pet.name === name)?.id
      // Row numbers count the header.
      return new RegExp(`matches row ${names.indexOf(name) + 2} .*${name}, ID ${id}`)
    }),
  )
})

test('a pet added by hand that the browser sent twice is named as a possible duplicate once a list has shown it', async ({
  page,
  petstore,
}) => {
  petstore.keepsAlive = true
  await signIn(page, '/staging/pets/new')
  // The connection is used before, so that the browser sends the request again when it breaks.
  await addPet(page, 'Mia', '1')
  await expect(statusMessage(page, 'Mia added')).toBeVisible()
  petstore.dropConnection({ method: 'POST' }, 'after')
  await addPet(page, 'Rex', '1')
  await expect(statusMessage(page, 'Rex added')).toBeVisible()
  expect(petstore.db.all().filter(({ name }) => name === 'Rex')).toHaveLength(2)

  await navLink(page, 'Pets').click()
  await expect(namesOf(page)).toHaveCount(3)
  await navLink(page, 'Add pet').click()
  await expect(justAdded(page).filter({ hasText: 'Rex' })).toContainText(/Possible duplicate: ID \d+/)
})
