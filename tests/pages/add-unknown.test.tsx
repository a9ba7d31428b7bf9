// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { delay } from 'msw'
import { HttpResponse } from 'msw/http'
import { expect, test } from 'vitest'
import type { NextResponse } from '#src/mocks/controls.ts'
import {
  add,
  added,
  addPet,
  fill,
  inDialog,
  loseRex,
  nameField,
  press,
  UNKNOWN,
  visit,
} from '#tests/support/add-page.ts'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

/** Shows the list, with an older pet of the same name that must not be mistaken for the one that is added now. */
async function loseRexBesideAnother(nextResponse: NextResponse) {
  petstore.db.create({ name: 'Rex', categoryId: int64('1') })
  const { user } = renderApp('/staging/pets')
  await screen.findByText('1 pet')
  await visit(user, 'Add pet')
  petstore.controls.set({ nextResponse })
  await fill(user, 'Rex', '1')
  await add(user)
  await press(user, 'Check for it')
  return user
}

test('finds a pet whose response was lost, and confirms it on request', async () => {
  const user = await loseRexBesideAnother('lost-after')
  await press(user, 'Yes, this is it')

  expect(await added()).toHaveTextContent('Rex added (ID 1002)')
  const entries = within(screen.getByRole('list', { name: 'Just added' })).getAllByRole('link')
  expect(entries.map((entry) => entry.textContent)).toEqual(['Rex'])
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(nameField()).toHaveValue('')
  expect(petstore.db.all()).toHaveLength(2)
  expect(petstore.posts()).toHaveLength(1)
})

test('sends a pet again when the complete list does not contain it', async () => {
  const user = await loseRexBesideAnother('lost-before')
  expect(await screen.findByText(/Not found in the full list/)).toBeVisible()
  expect(petstore.posts()).toHaveLength(1)
  await press(user, 'Add it again')
  await user.dblClick(inDialog('Add it again'))

  expect(await added()).toBeVisible()
  const [first, second, ...others] = petstore.posts()
  expect(second?.body).toBe(first?.body)
  expect(others).toEqual([])
  expect(petstore.db.all()).toHaveLength(2)
})

test('each check for an unknown pet requests the lists again', async () => {
  const { user } = await loseRex(petstore, 'lost-before')
  await press(user, 'Check for it')
  await screen.findByText(/Not found in the full list/)

  // The POST arrives late.
  petstore.db.create({ name: 'Rex', categoryId: int64('1') })
  await press(user, 'Check again')

  expect(await screen.findByRole('button', { name: 'Yes, this is it' })).toBeVisible()
})

test.each(['lost-before', 'lost-after'] as const)(
  'says that it cannot tell when the list is truncated and does not contain the pet: %s',
  async (nextResponse) => {
    const others = Array.from({ length: 100 }, (_, id) => ({ id, name: 'Mochi', categoryId: 2 }))
    petstore.onList(() => HttpResponse.json(others))
    const { user } = await loseRex(petstore, nextResponse)
    await press(user, 'Check for it')

    expect(await screen.findByText(/at most 100 pets per list/)).toHaveTextContent(/could create a duplicate/)
    expect(screen.getByRole('button', { name: 'Add it again' })).toBeVisible()
    expect(petstore.posts()).toHaveLength(1)
  },
)

test.each([
  ['an empty body', () => new HttpResponse(null, { status: 201 })],
  ['a truncated body', () => new HttpResponse('{"id":1001,"na', { status: 201 })],
  ['a page of HTML', () => new HttpResponse('<html></html>', { status: 200 })],
  ['another shape', () => HttpResponse.json({ ok: true }, { status: 201 })],
  ['a pet without an ID', () => HttpResponse.json({ name: 'Rex', categoryId: 1 }, { status: 201 })],
])('a successful response with %s counts as added', async (_case, response) => {
  petstore.onCreate(response)
  await addPet()

  expect(await added()).toHaveTextContent('Rex added. Staging did not return an ID.')
  const entry = within(screen.getByRole('list', { name: 'Just added' })).getByRole('listitem')
  expect(entry).toHaveTextContent('Rex')
  expect(within(entry).queryByRole('link', { name: 'Rex' })).not.toBeInTheDocument()
  expect(nameField()).toHaveValue('')
  expect(nameField()).toHaveFocus()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(petstore.posts()).toHaveLength(1)
})

test('a POST that was pending during a reload has an unknown outcome', async () => {
  petstore.onCreate(() => delay('infinite') as Promise<never>)
  const first = await addPet()
  await screen.findByRole('button', { name: 'Adding…' })
  first.unmount()

  renderApp('/staging/pets/new')

  expect(await screen.findByRole('alert')).toHaveTextContent(UNKNOWN)
  expect(petstore.posts()).toHaveLength(1)
  // Ends the first POST while its draft can still be removed after the test.
  act(() => first.services.forEnvironment('staging')?.session.signOut())
})

test('an unknown pet is not forgotten after adding a second one, nor after a reload', async () => {
  const first = await loseRex(petstore)
  await first.user.clear(screen.getByRole('textbox', { name: 'Category ID' }))
  await fill(first.user, 'Mog', '2')
  await add(first.user)
  await added()
  expect(screen.getByRole('alert')).toHaveTextContent(UNKNOWN)
  first.unmount()

  const { user } = renderApp('/staging/pets/new')
  expect(await screen.findByRole('alert')).toHaveTextContent(UNKNOWN)
  await user.type(nameField(), 'Next')
  await press(user, 'Check for it')
  await press(user, 'Yes, this is it')

  expect(await added()).toHaveTextContent(/Rex added \(ID/)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(nameField()).toHaveValue('Next')
  expect(petstore.db.all()).toHaveLength(2)
})

test('sending an unknown pet again asks first, and says that it was not checked', async () => {
  const { user } = await loseRex(petstore)
  await add(user)

  const dialog = await screen.findByRole('dialog', { name: 'Add this pet again?' })
  expect(dialog).toHaveTextContent(/Rex may have been added.*It has not been checked yet/)
  await user.click(inDialog('Cancel'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('alert')).toBeVisible()
  expect(petstore.posts()).toHaveLength(1)
})

test.each([
  [400, 'Not on a Sunday'],
  [429, 'Slow down'],
])('an unknown pet that is sent again and answered with HTTP %i stays unknown', async (status, message) => {
  const { user } = await loseRex(petstore)
  petstore.onCreate(() => errorResponse(status, message))
  await add(user)
  await user.click(inDialog('Add it again'))

  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  const [unknown, rejection] = screen.getAllByRole('alert')
  expect(unknown).toHaveTextContent(UNKNOWN)
  expect(rejection).toHaveTextContent(`Rex was not added this time. Staging said: ${message}`)
  petstore.restore()
  await add(user)
  expect(screen.getByRole('dialog', { name: 'Add this pet again?' })).toBeVisible()
  expect(petstore.posts()).toHaveLength(2)
  expect(petstore.db.all()).toHaveLength(1)
})

test('"Leave it" removes the alert and is remembered; sending the pet again still asks', async () => {
  const first = await loseRex(petstore)
  await press(first.user, 'Leave it')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByText(/You left/)).toHaveTextContent('You left Rex unconfirmed. It may be in Staging.')
  expect(document.body).not.toHaveFocus()
  first.unmount()

  const { user } = renderApp('/staging/pets/new')
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Rex')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await add(user)
  expect(await screen.findByRole('dialog')).toHaveTextContent(/You left Rex unconfirmed/)
  expect(petstore.posts()).toHaveLength(1)
})

test('an outcome that arrives while another page is open is not lost', async () => {
  const response = Promise.withResolvers<Response>()
  petstore.onCreate(() => response.promise)
  const { user } = await addPet()
  await visit(user, 'Pets')
  await screen.findByRole('heading', { name: 'Pets' })
  response.resolve(errorResponse(500))
  await visit(user, 'Add pet')

  expect(await screen.findByRole('alert')).toHaveTextContent(UNKNOWN)
  await add(user)
  expect(screen.getByRole('dialog', { name: 'Add this pet again?' })).toBeVisible()
})

/** Whether the browser would ask before unloading the page. */
const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the browser asks before unloading only while the POST is pending, on any page', async () => {
  const response = Promise.withResolvers<Response>()
  petstore.onCreate(() => response.promise)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  expect(asksBeforeUnload()).toBe(false)
  await add(user)
  await screen.findByRole('button', { name: 'Adding…' })
  await visit(user, 'Pets')
  await screen.findByRole('heading', { name: 'Pets' })
  expect(asksBeforeUnload()).toBe(true)
  response.resolve(errorResponse(400))
  await waitFor(() => expect(asksBeforeUnload()).toBe(false))
})

test('signing out clears the added pets but keeps unknown ones', async () => {
  const { user, services } = await addPet('Mog', '2')
  await screen.findByRole('list', { name: 'Just added' })
  petstore.controls.set({ nextResponse: 'lost-after' })
  await fill(user, 'Rex', '1')
  await add(user)
  await screen.findByRole('alert')
  await user.click(screen.getByRole('button', { name: 'Sign out', hidden: true }))
  await screen.findByRole('heading', { name: 'Sign in' })
  act(() => services.forEnvironment('staging')?.session.signIn(KEY, false))

  expect(await screen.findByRole('alert')).toHaveTextContent(UNKNOWN)
  expect(screen.queryByRole('list', { name: 'Just added' })).not.toBeInTheDocument()
})

test('an unknown pet of one environment does not show up in another', async () => {
  const first = await loseRex(petstore)
  act(() => first.services.forEnvironment('production')?.session.signIn(KEY, false))
  first.unmount()
  renderApp('/production/pets/new')

  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
