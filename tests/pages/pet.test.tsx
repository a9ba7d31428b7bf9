// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { delay } from 'msw'
import { HttpResponse } from 'msw/http'
import { expect, test } from 'vitest'
import { errorResponse, int64, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

test('shows a pet with all digits of its ids, and the note about the operation', async () => {
  petstore.db.create({
    id: int64('9007199254740993'),
    name: 'Rex',
    categoryId: int64('9223372036854775807'),
    status: 'pending',
  })
  renderApp('/staging/pets/9007199254740993')

  expect(await screen.findByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
  expect(screen.getAllByRole('definition').map((definition) => definition.textContent)).toEqual([
    '9007199254740993',
    'Rex',
    '9223372036854775807',
    'Pending',
  ])
  const note = screen.getByRole('note', { name: 'Deprecated operation' })
  expect(note).toHaveTextContent('5 December 2030')
  expect(within(note).getByRole('link')).toHaveAttribute('href', '/staging/pets?status=pending')
  expect(document.title).toBe('Rex · Staging · Petstore Admin')
  expect(petstore.asked()).toEqual(['GET /pets/9007199254740993'])
})

test('shows at once what the list knew, and leads back to the list as it was', async () => {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  const { user, address } = renderApp('/staging/pets?status=sold&limit=5')
  const link = await screen.findByRole('link', { name: 'Rex' })
  petstore.onGet(() => delay('infinite') as Promise<never>)
  await user.click(link)

  expect(await screen.findByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Back to pets' }))
  expect(address()).toBe('/staging/pets?status=sold&limit=5')
})

test('a pet that is opened by its address has a heading and a way back while it loads', async () => {
  petstore.onGet(() => delay('infinite') as Promise<never>)
  renderApp('/staging/pets/981')

  expect(await screen.findByRole('heading', { level: 1, name: 'Pet 981' })).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Back to pets' })).toBeVisible()
  expect(screen.getByRole('article')).toHaveAttribute('aria-busy', 'true')
})

test('a pet that does not exist is said to, after one request', async () => {
  renderApp('/staging/pets/981')

  expect(await screen.findByRole('alert')).toHaveTextContent('There is no pet with ID 981 in Staging.')
  expect(screen.getByRole('link', { name: 'Go to pets' })).toHaveAttribute('href', '/staging/pets')
  expect(petstore.asked()).toEqual(['GET /pets/981'])
})

test.each([405, 410, 501])('after HTTP %i it finds the pet in the list operation', async (status) => {
  const pet = petstore.db.create({ name: 'Rex', status: 'sold' })
  petstore.onGet(() => errorResponse(status))
  renderApp(`/staging/pets/${pet.id}`)

  expect(await screen.findByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
  expect(screen.getByRole('note')).toHaveTextContent(/no longer provides single pets/)
  expect(petstore.asked()).toEqual([`GET /pets/${pet.id}`, 'GET /pets?limit=100'])
})

test('says where it looked when the list operation does not have the pet either', async () => {
  for (let index = 0; index < 100; index++) petstore.db.create({ status: 'sold' })
  petstore.onGet(() => errorResponse(410))
  renderApp('/staging/pets/5')

  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(
    'the first 100 pets, an empty list of available pets, an empty list of pending pets, and the first 100 sold pets',
  )
  expect(alert).toHaveTextContent('ID 5 was not found in')
  expect(document.body).not.toHaveTextContent(/no pet with ID|does not exist/)
  expect(petstore.asked().slice(1)).toEqual([
    'GET /pets?limit=100',
    'GET /pets?limit=100&status=available',
    'GET /pets?limit=100&status=pending',
    'GET /pets?limit=100&status=sold',
  ])
})

test('a pet that the list has is not lost to a 404 of the operation', async () => {
  petstore.db.create({ name: 'Rex' })
  petstore.onGet(() => errorResponse(404))
  const { user } = renderApp('/staging/pets')
  await user.click(await screen.findByRole('link', { name: 'Rex' }))

  await waitFor(() => expect(petstore.asked()).toContain('GET /pets?limit=100'))
  expect(await screen.findByText(/no longer provides single pets/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
})

test('keeps what the list knew when the lookup fails, and says so', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  const link = await screen.findByRole('link', { name: 'Rex' })
  petstore.onGet(() => new HttpResponse('<html></html>'))
  await user.click(link)

  expect(await screen.findByRole('alert')).toHaveTextContent(/could not be refreshed/)
  expect(screen.getByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
})

test('an answer that cannot be read is an error that can be tried again', async () => {
  const pet = petstore.db.create({ name: 'Rex' })
  petstore.onGet(() => HttpResponse.json({ id: 'x' }))
  const { user } = renderApp(`/staging/pets/${pet.id}`)
  expect(await screen.findByRole('alert')).toHaveTextContent('Staging sent a response this app cannot read.')

  petstore.asUsual()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Rex' })).toBeVisible()
})

test.each([
  '/staging/pets/007',
  '/staging/pets/abc',
  '/staging/pets/9223372036854775808',
  '/staging/nowhere',
  '/nowhere/pets',
  '/staging',
])('%s is no page of the app, and nothing is asked', async (address) => {
  renderApp(address)

  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(screen.getByRole('main')).toHaveTextContent(address)
  expect(screen.getByRole('link', { name: 'Go to pets' })).toHaveAttribute('href', '/staging/pets')
  expect(petstore.asked()).toEqual([])
})

test.each([
  ['/', '/staging/pets'],
  ['/pets', '/staging/pets'],
  ['/pets?status=sold', '/staging/pets?status=sold'],
  ['/pets/new', '/staging/pets/new'],
  ['/pets/5', '/staging/pets/5'],
])('%s goes to %s', async (from, to) => {
  petstore.db.create({ id: int64('5') })
  const { address } = renderApp(from)
  await screen.findByRole('heading', { level: 1 })
  expect(address()).toBe(to)
})
