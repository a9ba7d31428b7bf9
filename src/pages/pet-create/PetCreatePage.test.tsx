// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorResponse, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

const nameField = () => screen.getByRole('textbox', { name: 'Name' })
const categoryField = () => screen.getByRole('textbox', { name: 'Category ID' })
const addButton = () => screen.getByRole('button', { name: 'Add pet' })

async function openForm(name = '', category = '') {
  const { user } = renderApp('/staging/pets/new')
  await screen.findByRole('textbox', { name: 'Name' })
  if (name !== '') await user.type(nameField(), name)
  if (category !== '') await user.type(categoryField(), category)
  await user.click(addButton())
  return user
}

test('the form is checked when it is submitted, not while the user types', async () => {
  const user = await openForm()
  await user.type(nameField(), 'Rex')
  expect(nameField()).toBeInvalid()
  await user.click(addButton())
  expect(nameField()).toBeValid()
  expect(categoryField()).toBeInvalid()
  expect(categoryField()).toHaveFocus()
})

test('a rejection stays at its field until the next POST; an error of the app takes its place', async () => {
  petstore.onCreate(() => errorResponse(400, 'name is taken', 'taken'))
  const user = await openForm('Rex', '5')
  await waitFor(() => expect(nameField()).toHaveAccessibleDescription(/taken/))
  await user.type(nameField(), ' II')
  await user.clear(categoryField())
  await user.click(addButton())
  expect(nameField()).toHaveAccessibleDescription(/taken/)
  await user.clear(nameField())
  await user.click(addButton())
  expect(nameField()).toHaveAccessibleDescription(/Enter a name/)
})

test('recognising an unknown pet clears the errors of the next draft and keeps what was typed', async () => {
  petstore.controls.set({ nextResponse: 'lost-after' })
  const user = await openForm('Rex', '5')
  await screen.findByRole('alert')
  await user.clear(categoryField())
  await user.type(nameField(), 'Next', { initialSelectionStart: 0, initialSelectionEnd: 3 })
  await user.click(addButton())
  expect(categoryField()).toBeInvalid()
  await user.click(screen.getByRole('button', { name: 'Check for it' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, this is it' }))
  expect(categoryField()).toBeValid()
  expect(nameField()).toHaveValue('Next')
})

test('nothing in the form can be changed while its pet is sent, so that the form is empty afterwards', async () => {
  const response = Promise.withResolvers<Response>()
  petstore.onCreate(() => response.promise)
  const user = await openForm('Rex', '5')
  await user.click(screen.getByRole('radio', { name: 'Sold' }))
  await user.click(categoryField())
  expect(screen.queryByRole('option')).not.toBeInTheDocument()
  expect(screen.getByRole('radio', { name: 'Not set' })).toBeChecked()
  expect(categoryField()).toHaveValue('5')
  response.resolve(Response.json({ id: 7, name: 'Rex', categoryId: 5 }, { status: 201 }))
  await waitFor(() => expect(nameField()).toHaveValue(''))
})
