import { test } from './core-fixtures.ts'
import { expect, heading, int64, namesOf, signIn } from './fixtures.ts'

test('64-bit IDs stay exact and distinct in the list, the request and the page', async ({
  page,
  petstore,
  baseURL,
}) => {
  const ids = [
    '9007199254740991',
    '9007199254740992',
    '9007199254740993',
    '9223372036854775807',
    '-9223372036854775808',
    '0',
    '-1',
  ]
  for (const id of ids) petstore.db.create({ id: int64(id), name: `Pet ${id}.` })
  await signIn(page)
  await expect(namesOf(page)).toHaveCount(ids.length)
  // Each of the others has a number beside it that a rounded one would be.
  for (const id of ['9007199254740993', '-9223372036854775808']) {
    petstore.clearReceived()
    await page.getByRole('link', { name: `Pet ${id}.`, exact: true }).click()
    await expect(page).toHaveURL(`${baseURL}/staging/pets/${id}`)
    await expect(heading(page)).toHaveText(`Pet ${id}.`)
    await expect(page.getByRole('main').getByRole('definition').first()).toHaveText(new RegExp(`^${id}`))
    await expect.poll(petstore.requestLines).toContain(`GET /pets/${id}`)
    // Also when opened by URL.
    await page.reload()
    await expect(heading(page)).toHaveText(`Pet ${id}.`)
    await page.goBack()
    await expect(namesOf(page)).toHaveCount(ids.length)
  }
})
