import { expect, Key, type WebKitPage, test } from './fixtures.ts'

const LARGEST = '9223372036854775807'

async function add(webkit: WebKitPage, name: string, category: string) {
  await webkit.getByRole('textbox', { name: 'Name' }).fill(name)
  await webkit.getByRole('textbox', { name: 'Category ID' }).fill(category)
  await webkit.button('Add pet').click()
}

const MAY_HAVE_BEEN_ADDED = /Rex may have been added/

test('a pet is added with a 64-bit category, and its ID and category are shown digit by digit', async ({
  webkit,
  petstore,
}) => {
  await webkit.signIn('/staging/pets/new')
  await add(webkit, '', '')
  await webkit.getByRole('textbox', { name: 'Name' }).expectFocused()
  await webkit.getByRole('textbox', { name: 'Name' }).expectProperty('ariaInvalid', 'true')
  await webkit.getByRole('textbox', { name: 'Name' }).fill('Rex')
  await webkit.getByRole('textbox', { name: 'Category ID' }).fill(LARGEST)
  await webkit.keys(Key.ENTER)
  await webkit
    .getByRole('list', { name: 'Just added' })
    .getByText(/^Added \(ID/)
    .expectVisible()
  expect(petstore.posts().map(({ body }) => body)).toEqual([`{"name":"Rex","categoryId":${LARGEST}}`])
  await webkit.getByRole('textbox', { name: 'Name' }).expectFocused()
  await webkit.getByRole('list', { name: 'Just added' }).getByRole('link').click()
  await webkit.heading().expectText('Rex')
  await webkit.getByText(LARGEST).expectVisible()
})

for (const when of ['before', 'after'] as const) {
  test(`a connection that breaks ${when} the service adds the pet leaves it unknown, and nothing is sent again`, async ({
    webkit,
    petstore,
  }) => {
    await webkit.signIn('/staging/pets/new')
    petstore.dropConnection({ method: 'POST' }, when)
    await add(webkit, 'Rex', '1')
    await webkit.getByText(MAY_HAVE_BEEN_ADDED).expectVisible()
    expect(petstore.posts()).toHaveLength(1)
    const answer = when === 'after' ? /^Found/ : /^Not found yet/
    await webkit.getByRole('main').getByText(answer).expectVisible()
    expect(petstore.posts()).toHaveLength(1)
  })
}

test('a redirect of a POST is not followed, and leaves the pet unknown', async ({ webkit, petstore }) => {
  await webkit.signIn('/staging/pets/new')
  petstore.respond(
    { method: 'POST' },
    { status: 307, headers: { location: `${petstore.baseUrl}/elsewhere` } },
  )
  await add(webkit, 'Rex', '1')
  await webkit.getByText(MAY_HAVE_BEEN_ADDED).expectVisible()
  expect(petstore.requestLines().filter((line) => line.includes('elsewhere'))).toEqual([])
  expect(petstore.posts()).toHaveLength(1)
})

test('a GET that takes long can be cancelled, which ends it on the wire', async ({ webkit, petstore }) => {
  await webkit.signIn()
  await webkit.locator('main [aria-busy]').expectCount(0)
  petstore.clearReceived()
  const release = petstore.hold({ path: '/pets?limit=20&status=sold' })
  await webkit.getByRole('radio', { name: 'Sold' }).press(Key.SPACE)
  await expect.poll(petstore.requestLines).toHaveLength(1)
  await webkit.button('Cancel').click()
  await webkit.getByText(/cancelled/i).expectVisible()
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=20&status=sold'])
  release()
})
