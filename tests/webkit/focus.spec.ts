import { expect, Key, KEY, test } from './fixtures.ts'

test('signing in, opening a pet and returning to it works with the keyboard alone', async ({
  webkit,
  petstore,
}) => {
  for (let number = 1; number <= 80; number++) petstore.db.create({ name: `Pet ${number}` })
  await webkit.goto('/staging/pets?limit=100')
  await webkit.heading().expectText('Sign in')
  await webkit.keys(Key.TAB)
  await webkit.getByRole('link', { name: 'Skip to main content' }).expectFocused()
  await webkit.keys(Key.ENTER)
  await webkit.getByRole('main').expectFocused()
  await webkit.keys(Key.TAB)
  await webkit.getByLabel('API key').expectFocused()
  await webkit.keys(KEY, Key.ENTER)
  await webkit.names().expectCount(80)
  await webkit.getByRole('main').expectFocused()

  const link = webkit.getByRole('link', { name: 'Pet 70' })
  await webkit.evaluate('arguments[0].focus()', await link.one())
  await expect.poll(() => webkit.evaluate<number>('scrollY')).toBeGreaterThan(100)
  const scrolled = await webkit.evaluate<number>('scrollY')
  await webkit.nextFrame()
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
  const help = webkit.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await webkit.button('Keyboard shortcuts').click()
  await help.expectVisible()
  for (let times = 0; times < 6; times += 1) {
    await webkit.keys(Key.TAB)
    expect(await webkit.evaluate('document.activeElement.closest("dialog") !== null')).toBe(true)
  }
  await webkit.keys(Key.ESCAPE)
  await help.expectCount(0)
  await webkit.button('Keyboard shortcuts').expectFocused()

  await webkit.button(/change environment/).press(Key.ENTER)
  const production = webkit.getByRole('link', { name: /Production/ })
  await production.expectVisible()
  await webkit.keys(Key.ESCAPE)
  await production.expectCount(0)
  await webkit.button(/change environment/).expectFocused()
})

test('arrows choose a status, and Tab moves on', async ({ webkit, petstore }) => {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  await webkit.signIn()
  await webkit.names().expectTexts(['Rex'])
  await webkit.getByRole('radio', { name: 'All' }).press(Key.ARROW_RIGHT)
  await webkit.getByRole('radio', { name: 'Available' }).expectFocused()
  await webkit.expectPath('/staging/pets?status=available')
  await webkit.keys(Key.ARROW_DOWN)
  await webkit.expectPath('/staging/pets?status=pending')
  await webkit.keys(Key.TAB)
  expect(await webkit.evaluate('document.activeElement.type')).not.toBe('radio')
})
