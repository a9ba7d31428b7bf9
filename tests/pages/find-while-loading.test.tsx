// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { int64, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

/** The code of the dialog is loaded once this is resolved. */
const mayLoad = vi.hoisted(() => Promise.withResolvers<undefined>())
vi.mock('#src/find-pet/FindPet.tsx', async (importOriginal) => {
  await mayLoad.promise
  return importOriginal()
})

// The code of the dialog is loaded once for all tests of a file, so this one has a file of its own.
test('Enter that is pressed before the code of the dialog is there opens what was typed', async () => {
  petstore.db.create({ id: int64('1003'), name: 'Rex', categoryId: int64('1') })
  const { user } = renderApp('/staging/pets/new')
  await screen.findByRole('textbox', { name: 'Name' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = screen.getByRole('textbox', { name: 'Name, category or ID' })
  fireEvent.change(field, { target: { value: '1003' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await user.keyboard('pp')
  mayLoad.resolve(undefined)
  expect(await screen.findByRole('heading', { name: 'Rex' })).toBeInTheDocument()
})
