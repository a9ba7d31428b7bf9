import { int64 } from '#tests/support/int64.ts'
import { expect, Key, test } from './fixtures.ts'

test('the list is filtered by page size and search, sorted by button, and the address holds it all', async ({
  webkit,
  petstore,
}) => {
  for (const id of ['9007199254740993', '9007199254740992', '7']) {
    petstore.db.create({ id: int64(id), name: `Pet ${id}`, status: 'available' })
  }
  await webkit.signIn()
  await webkit.names().expectCount(3)
  const pageSize = webkit.getByRole('spinbutton', { name: 'Page size' })
  await pageSize.fill('500')
  await webkit.keys(Key.ENTER)
  await pageSize.expectProperty('ariaInvalid', 'true')
  petstore.clearReceived()
  await pageSize.fill('100')
  await webkit.keys(Key.ENTER)
  await expect.poll(petstore.requestLines).toEqual(['GET /pets?limit=100'])
  await webkit.getByRole('columnheader', { name: 'ID' }).getByRole('button').click()
  await webkit.names().expectTexts(['Pet 7', 'Pet 9007199254740992', 'Pet 9007199254740993'])
  await webkit.getByRole('searchbox', { name: 'Search these pets' }).fill('900')
  await webkit.names().expectTexts(['Pet 9007199254740992', 'Pet 9007199254740993'])
  await webkit.expectPath('/staging/pets?limit=100&q=900&sort=id')
  await webkit.reload()
  await webkit.names().expectTexts(['Pet 9007199254740992', 'Pet 9007199254740993'])
  expect(petstore.requestLines().every((line) => line === 'GET /pets?limit=100')).toBe(true)
})

test('one pet is shown with the date of the removal, and from the lists after it', async ({
  webkit,
  petstore,
}) => {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  await webkit.signIn('/staging/pets/1001')
  await webkit.heading().expectText('Rex')
  await webkit.getByRole('note', { name: 'Deprecated operation' }).expectText(/5 December 2030/)
  petstore.respond({ path: '/pets/1001', times: 9 }, { status: 410 })
  await webkit.reload()
  await webkit.heading().expectText('Rex')
  expect(petstore.requestLines()).toContain('GET /pets?limit=100')
})
