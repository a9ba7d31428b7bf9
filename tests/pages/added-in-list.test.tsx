// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw/http'
import { expect, test } from 'vitest'
import { enterPet, expectItems, press, visit } from '#tests/support/add-page.ts'
import { pasteRows, saveImport } from '#tests/support/import-page.ts'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

/** Returns the names of the pets in the list that are marked as new. */
const markedAsNew = () => {
  const [, ...rows] = within(screen.getByRole('table', { name: 'Pets' })).getAllByRole('row')
  return rows
    .filter((row) => within(row).queryByText('New') !== null)
    .map((row) => within(row).getByRole('link').textContent)
}

const expectStatus = (text: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text))

/** Makes the service give 100 other pets, so that what was added is not among those it shows. */
function replacePets(): void {
  petstore.db.clear()
  for (let number = 1; number <= 100; number += 1)
    petstore.db.create({ id: int64(String(number)), name: `Pet ${number}`, categoryId: int64('1') })
}

test('after adding a pet by hand, a link leads to it in the list, where it is marked', async () => {
  petstore.db.create({ name: 'Old', categoryId: int64('1') })
  const { user, address } = renderApp('/staging/pets/new')
  await enterPet(user, 'Rex')
  await expectItems(/Rex.*Added/)
  await visit(user, 'See it in the list')
  expect(address()).toBe('/staging/pets?limit=100&sort=-id')
  await expectStatus('Your new pet is marked.')
  expect(markedAsNew()).toEqual(['Rex'])
})

test('before anything was added, no link leads to the list', async () => {
  renderApp('/staging/pets/new')
  await screen.findByText('Pets you add appear here.')
  expect(screen.queryByRole('link', { name: /in the list/ })).not.toBeInTheDocument()
})

test('a search in the list keeps the marks, and another filter ends them', async () => {
  const { user } = renderApp('/staging/pets/new')
  for (const name of ['Rex', 'Max']) await enterPet(user, name)
  await expectItems(/Max.*Added/, /Rex.*Added/)
  await visit(user, 'See them in the list')
  await expectStatus('Your 2 new pets are marked.')
  await user.type(screen.getByRole('searchbox'), 'rex')
  await waitFor(() => expect(markedAsNew()).toEqual(['Rex']))
  await user.click(screen.getByRole('radio', { name: 'Pending' }))
  await waitFor(() => expect(document.body).not.toHaveTextContent('new pets'))
})

test('a list that does not have the new pets says so', async () => {
  const { user } = renderApp('/staging/pets/new')
  await enterPet(user, 'Rex')
  await expectItems(/Rex.*Added/)
  replacePets()
  await visit(user, 'See it in the list')
  await expectStatus('Your new pet is not in this list.')
  await expectStatus('First 100 pets. Staging shows no more than 100 at a time.')
  expect(markedAsNew()).toEqual([])
})

test('a finished import leads to its pets, in the list of their status', async () => {
  const { user, address } = await pasteRows('name,categoryId,status\nRex,1,sold\nMax,1,sold')
  await press(user, 'Add 2 pets')
  await user.click(await screen.findByRole('link', { name: 'See them in the list' }))
  expect(address()).toBe('/staging/pets?status=sold&limit=100&sort=-id')
  await expectStatus('Your 2 new pets are marked.')
  expect(markedAsNew().toSorted()).toEqual(['Max', 'Rex'])
})

test('if two new pets were given the same ID, the list says that it has one of the two', async () => {
  const { user } = await pasteRows('name,categoryId\nRex,1\nMia,1')
  petstore.onCreate(() => HttpResponse.json({ id: 1001, name: 'Rex', categoryId: 1 }, { status: 201 }))
  await press(user, 'Add 2 pets')
  petstore.db.create({ id: int64('1001'), name: 'Rex', categoryId: int64('1') })
  await user.click(await screen.findByRole('link', { name: 'See them in the list' }))
  await expectStatus('1 of your 2 new pets is in this list, marked.')
  expect(markedAsNew()).toEqual(['Rex'])
})

test('a list that is older than the new pets says nothing of them', async () => {
  const { user } = renderApp('/staging/pets/new')
  await enterPet(user, 'Rex')
  await expectItems(/Rex.*Added/)
  await visit(user, 'See it in the list')
  await expectStatus('Your new pet is marked.')
  await visit(user, 'Add pet')
  petstore.onList(() => errorResponse(400))
  await enterPet(user, 'Max')
  await expectItems(/Max.*Added/, /Rex.*Added/)
  await visit(user, 'See them in the list')
  await screen.findByText(/Could not refresh/)
  expect(document.body).not.toHaveTextContent('new pet')
})

test('a new pet that a search hides is not said to be marked', async () => {
  const { user } = renderApp('/staging/pets/new')
  await enterPet(user, 'Rex')
  await expectItems(/Rex.*Added/)
  await visit(user, 'See it in the list')
  await expectStatus('Your new pet is marked.')
  await user.type(screen.getByRole('searchbox'), 'zzz')
  await expectStatus('Your new pet is in this list, but the search hides it.')
  expect(screen.queryByRole('link', { name: 'Rex' })).not.toBeInTheDocument()
})

test('to whoever signs in next, no pet is new', async () => {
  const { user, services } = renderApp('/staging/pets/new')
  await enterPet(user, 'Rex')
  await expectItems(/Rex.*Added/)
  await visit(user, 'See it in the list')
  await expectStatus('Your new pet is marked.')
  const session = services.forEnvironment('staging')?.session
  act(() => session?.signOut())
  await screen.findByLabelText('API key')
  act(() => session?.signIn(KEY, false))
  await screen.findByRole('link', { name: 'Rex' })
  expect(markedAsNew()).toEqual([])
  expect(document.body).not.toHaveTextContent('new pet')
})

test('pets of an import that was finished long ago are not new', async () => {
  await saveImport([
    { kind: 'added', id: int64('1') },
    { kind: 'rejected', message: 'No.' },
  ])
  const { user } = renderApp('/staging/pets/import')
  await press(user, 'Open')
  await screen.findByRole('link', { name: 'Print labels' })
  expect(screen.queryByRole('link', { name: 'See it in the list' })).not.toBeInTheDocument()
})
