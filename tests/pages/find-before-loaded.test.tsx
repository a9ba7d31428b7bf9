// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

/** The code of the dialog is loaded once this is resolved. */
const mayLoad = vi.hoisted(() => Promise.withResolvers<undefined>())
vi.mock('#src/find-pet/FindPet.tsx', async (importOriginal) => {
  await mayLoad.promise
  return importOriginal()
})

// The code of the dialog is loaded once for all tests of a file, so this one has a file of its own.
test('Enter that found nothing while the code of Find was loading opens nothing after signing in again', async () => {
  petstore.db.create({ id: int64('1003'), name: 'Rex', categoryId: int64('1') })
  const { promise: held, resolve } = Promise.withResolvers<undefined>()
  let isKeyOver = true
  petstore.onList(async () => {
    await held
    return isKeyOver ? errorResponse(401) : Response.json([])
  })
  const { user } = renderApp('/staging/pets/new')
  await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const waitingField = screen.getByRole('textbox', { name: 'Name, category or ID' })
  fireEvent.change(waitingField, { target: { value: 'rex' } })
  fireEvent.keyDown(waitingField, { key: 'Enter' })
  mayLoad.resolve(undefined)
  const field = await screen.findByRole('combobox', { name: 'Name, category or ID' })
  fireEvent.change(field, { target: { value: '1003' } })
  resolve(undefined)
  await screen.findByRole('dialog', { name: 'Sign in again' })
  isKeyOver = false
  await user.type(screen.getByLabelText('API key'), `${KEY}{Enter}`)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).not.toBeInTheDocument())
  expect(await screen.findByRole('combobox', { name: 'Name, category or ID' })).toHaveValue('1003')
  expect(screen.getByRole('dialog', { name: 'Find a pet' })).toBeInTheDocument()
})
