import type { Page } from '@playwright/test'
import { testPets } from '#tests/support/test-pets.ts'
import { test } from './core-fixtures.ts'
import { expect, heading, KEY, namesOf, navLink, signIn, statusMessage } from './fixtures.ts'

async function fillPet(page: Page, [name, category, status]: readonly [string, string, string]) {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Category ID' }).fill(category)
  await page.getByRole('radio', { name: status }).check()
}

test('signing in and out, searching and adding work, and a revoked key is noticed', async ({
  page,
  petstore,
  context,
  baseURL,
}) => {
  for (const pet of testPets()) petstore.db.create(pet)
  const before = petstore.db.all().length

  await test.step('sign in, first with a wrong key', async () => {
    await page.goto('/')
    await page.getByLabel('API key').fill('key-of-another-house')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByLabel('API key')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('API key').fill(`Bearer ${KEY} `)
    await page.keyboard.press('Enter')
    await expect(namesOf(page)).toHaveCount(20)
    await expect(page).toHaveURL(`${baseURL}/staging/pets`)
  })

  await test.step('search for a pet', async () => {
    await page.getByRole('radio', { name: 'Available' }).check()
    await expect(statusMessage(page, 'First 20 available pets. There may be more.')).toBeVisible()
    await page.getByRole('spinbutton', { name: 'Page size' }).fill('100')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^All \d\d available pets$/)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search these pets' }).fill('dogs r')
    await page.getByRole('columnheader', { name: 'ID' }).getByRole('button').click()
    await expect(page).toHaveURL(`${baseURL}/staging/pets?status=available&limit=100&q=dogs+r&sort=id`)
    await expect(namesOf(page).last()).toHaveText('Rex')
  })

  await test.step('open it and go back', async () => {
    await namesOf(page).last().click()
    await expect(heading(page)).toHaveText('Rex')
    await expect(page).toHaveURL(`${baseURL}/staging/pets/9007199254740993`)
    await expect(page.getByRole('note', { name: 'Deprecated operation' })).toContainText('5 December 2030')
    await page.goBack()
    await expect(page.getByRole('searchbox', { name: 'Search these pets' })).toHaveValue('dogs r')
    await expect(namesOf(page).last()).toBeFocused()
  })

  await test.step('add three pets', async () => {
    await navLink(page, 'Add pet').click()
    for (const pet of [
      ['Ada', 'dogs', 'Available'],
      ['Grace', '9223372036854775807', 'Sold'],
      ['Edsger', '2', 'Not set'],
    ] as const) {
      await fillPet(page, pet)
      await page.keyboard.press('Enter')
      await expect(statusMessage(page, `${pet[0]} added (ID`)).toBeVisible()
    }
    expect(petstore.posts().map(({ body }) => body)).toEqual([
      '{"name":"Ada","categoryId":1,"status":"available"}',
      '{"name":"Grace","categoryId":9223372036854775807,"status":"sold"}',
      '{"name":"Edsger","categoryId":2}',
    ])
  })

  await test.step('the key is revoked before the fourth', async () => {
    petstore.key = 'afternoon-key'
    await fillPet(page, ['Barbara', '12', 'Pending'])
    await page.getByRole('button', { name: 'Add pet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('API key').fill('afternoon-key')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Add 1 waiting' }).click()
    await expect(statusMessage(page, 'Barbara added (ID')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Just added' }).getByRole('link')).toHaveText([
      'Barbara',
      'Edsger',
      'Grace',
      'Ada',
    ])
    expect(petstore.posts()).toHaveLength(5)
    expect(petstore.db.all()).toHaveLength(before + 4)
  })

  await test.step('find all of them in the list', async () => {
    await navLink(page, 'Pets').click()
    await expect(namesOf(page).first()).toHaveText('Barbara')
    await expect(page.getByRole('row', { name: /Grace/ })).toContainText('9223372036854775807')
  })

  await test.step('sign out in another tab', async () => {
    const other = await context.newPage()
    await signIn(other, '/staging/pets', { key: 'afternoon-key' })
    await other.getByRole('button', { name: 'Sign out' }).click()
    await expect(heading(page)).toHaveText('Sign in')
    await expect(page.locator('body')).not.toContainText('Barbara')
    await page.getByRole('button', { name: 'Show key' }).click()
    await expect(page.getByLabel('API key')).toHaveValue('')
  })
})
