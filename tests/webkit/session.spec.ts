import { expect, KEY, type WebKitPage, test } from './fixtures.ts'

test.beforeEach(({ petstore }) => {
  petstore.db.create({ name: 'Rex' })
})

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
  await webkit.getByRole('textbox', { name: 'Name' }).fill('Barbara')
  await webkit.getByRole('textbox', { name: 'Category ID' }).fill('12')
  await webkit.button('Add pet').click()
  const dialog = webkit.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('API key').expectFocused()
  await dialog.getByLabel('API key').fill('afternoon-key')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.expectCount(0)
  expect(petstore.posts()).toHaveLength(1)
  await webkit.button('Add 1 waiting').click()
  await webkit.getByRole('list', { name: 'Just added' }).getByRole('link').expectText('Barbara')
  expect(petstore.posts()).toHaveLength(2)
})

for (const keepSignedIn of [true, false]) {
  const key = keepSignedIn ? 'saved on this device' : 'of the tab'
  test(`with a key ${key}, signing out in one tab empties the other, also after going back to it`, async ({
    webkit,
  }) => {
    await webkit.signIn('/staging/pets', { keepSignedIn })
    await webkit.names().expectTexts(['Rex'])
    await webkit.evaluate(
      `addEventListener('pageshow', (event) => { document.documentElement.dataset.cameBack = event.persisted })`,
    )
    await webkit.goto('/icon.svg')
    await webkit.goBack()
    await webkit.names().expectTexts(['Rex'])

    await webkit.goto('/icon.svg')
    const returnToFirst = await webkit.openTab('/staging/pets')
    if (!keepSignedIn) await webkit.signIn()
    await webkit.names().expectTexts(['Rex'])
    await webkit.button('Sign out').click()
    await expectEmptied(webkit)
    await returnToFirst()
    await webkit.goBack()
    await expectEmptied(webkit)
  })
}

test('signing out empties another tab that shows a pet', async ({ webkit }) => {
  await webkit.signIn('/staging/pets', { keepSignedIn: true })
  const returnToFirst = await webkit.openTab('/staging/pets/1001')
  await webkit.heading().expectText('Rex')
  const second = await webkit.driver.getWindowHandle()
  await returnToFirst()
  await webkit.button('Sign out').click()
  await expectEmptied(webkit)
  await webkit.driver.switchTo().window(second)
  await expectEmptied(webkit)
  expect(await webkit.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(KEY)
})

test('with storage blocked by the browser the app works, and says how long the key lasts', async ({
  openBrowser,
}) => {
  const webkit = await openBrowser({ blocksStorage: true })
  await webkit.signIn('/staging/pets', { keepSignedIn: true })
  await webkit.getByText(/Your browser block/).expectVisible()
  await webkit.names().expectTexts(['Rex'])
})
