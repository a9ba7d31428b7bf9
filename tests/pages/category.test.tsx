// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
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

const optionTexts = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

const selectedOption = () => screen.getByRole('option', { selected: true })

describe('the list of categories', () => {
  const categories = new Map([
    ['1', 'Dogs'],
    ['31', 'Hamsters'],
    ['4', 'Champion hams'],
    ['120', '31'],
  ])

  /** Opens the form and types this text into the category. */
  async function typeCategory(text: string) {
    const { user } = renderApp('/staging/pets/new', { categories })
    await fill(user, 'Rex', text)
    return user
  }

  test('offers those that match, the best first, which is selected', async () => {
    await typeCategory('ham')
    expect(optionTexts()).toEqual(['Hamsters (ID 31)', 'Champion hams (ID 4)'])
    expect(selectedOption()).toHaveTextContent('Hamsters')
    expect(categoryField()).toHaveAttribute('aria-activedescendant', selectedOption().id)
  })

  test('closes on Enter, which takes the selected one, and the focus stays', async () => {
    const user = await typeCategory('ham')
    await user.keyboard('{ArrowDown}{Enter}')
    expect(categoryField()).toHaveValue('Champion hams')
    expect(categoryField()).toHaveFocus()
    expect(categoryField()).toHaveAccessibleDescription('Champion hams (ID 4)')
    expect(optionTexts()).toEqual([])
    expect(petstore.posts()).toEqual([])
  })

  test('has all categories again after one was chosen, and starts from that one', async () => {
    const user = await typeCategory('ham')
    await user.keyboard('{ArrowDown}{Enter}{ArrowDown}')
    expect(selectedOption()).toHaveTextContent('Champion hams')
    expect(optionTexts()).toHaveLength(4)
  })

  test('closes on Esc, which leaves the text as it is', async () => {
    const user = await typeCategory('ham')
    await user.keyboard('{Escape}')
    expect(optionTexts()).toEqual([])
    expect(categoryField()).toHaveValue('ham')
  })

  test('closes on Tab, which takes the selected one and leads to the status', async () => {
    const user = await typeCategory('Ham')
    await user.keyboard('{Tab}')
    expect(categoryField()).toHaveValue('Hamsters')
    expect(screen.getByRole('radio', { name: 'Not set' })).toHaveFocus()
  })

  test('does not replace a number, which may be an ID even if other IDs and names start with it', async () => {
    const user = await typeCategory('3')
    await user.keyboard('{ArrowDown}{Escape}{Tab}')
    expect(categoryField()).toHaveValue('3')
  })

  test('enters the ID of a category whose name would be taken for another ID', async () => {
    const user = await typeCategory('')
    await user.click(categoryField())
    await user.click(screen.getByRole('option', { name: '31 (ID 120)' }))
    expect(categoryField()).toHaveValue('120')
  })
})
