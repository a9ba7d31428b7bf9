// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { categoryField, fill, nameField } from '#tests/support/add-page.ts'
import { renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

test('a category may have the digits of any script, and the name stays exact', async () => {
  const { user } = renderApp('/staging/pets/new')
  await screen.findByRole('textbox', { name: 'Name' })
  await user.click(nameField())
  await user.paste('R\u200Dex１')
  await user.click(categoryField())
  await user.paste('\u200B１２')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
  expect(petstore.posts()[0]?.body).toBe('{"name":"R\u200Dex１","categoryId":12}')
})

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('the list of categories works by keys: Enter and Tab take the selected one, Esc closes it, and a number is an ID', async () => {
  const categories = new Map([
    ['1', 'Dogs'],
    ['31', 'Hamsters'],
    ['4', 'Champion hams'],
    ['120', '31'],
  ])
  const { user } = renderApp('/staging/pets/new', { categories })
  await fill(user, 'Rex', 'ham')
  expect(options()).toEqual(['Hamsters (ID 31)', 'Champion hams (ID 4)'])
  const hamsters = screen.getByRole('option', { name: /^Hamsters/, selected: true })
  expect(categoryField()).toHaveAttribute('aria-activedescendant', hamsters.id)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(categoryField()).toHaveValue('Champion hams')
  expect(categoryField()).toHaveFocus()
  expect(categoryField()).toHaveAccessibleDescription('Champion hams (ID 4)')
  expect(options()).toEqual([])
  // The list has all categories again, and starts from the chosen one.
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Champion hams')
  expect(options()).toHaveLength(4)
  await user.keyboard('{Escape}')
  expect(options()).toEqual([])
  await user.clear(categoryField())
  await user.type(categoryField(), 'Ham{Tab}')
  expect(categoryField()).toHaveValue('Hamsters')
  expect(screen.getByRole('radio', { name: 'Not set' })).toHaveFocus()
  // A number may be an ID even if the ID or the name of a category starts with it.
  await user.clear(categoryField())
  await user.type(categoryField(), '3{ArrowDown}{Escape}{Tab}')
  expect(categoryField()).toHaveValue('3')
  // This label would be taken for the ID of hamsters.
  await user.clear(categoryField())
  await user.click(categoryField())
  await user.click(screen.getByRole('option', { name: '31 (ID 120)' }))
  expect(categoryField()).toHaveValue('120')
  expect(petstore.posts()).toEqual([])
})
