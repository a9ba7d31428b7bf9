// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw/http'
import { describe, expect, test } from 'vitest'
import type { PetStatus } from '#src/pets/pet.ts'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

const statusTableText = () => screen.getByRole('table', { name: 'Pets by status' }).textContent

const countsByStatus = async () => {
  const table = await screen.findByRole('table', { name: 'Pets by status' })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)
}

/** One available, one pending and one sold pet, and no others. */
function createOneOfEach() {
  for (const status of ['available', 'pending', 'sold'] as const)
    petstore.db.create({ name: `The ${status} one`, categoryId: int64('1'), status })
}

const ALL = ['Available1', 'Pending1', 'Sold1', 'Not set0', 'All3']

/** Without the unfiltered list, nobody knows of pets without a status. */
const WITHOUT_UNFILTERED = ['Available1', 'Pending1', 'Sold1', 'Not setat least 0', 'Allat least 3']

/** The faults of a response, and what they are called. A 500 is tried three times. */
const FAULTS: Record<string, [respond: () => Response, message: RegExp]> = {
  'an Error body': [() => errorResponse(403, 'Not for you'), /Not for you/],
  '429': [
    () => new HttpResponse(null, { status: 429, headers: { 'Retry-After': '7' } }),
    /Staging is busy. Try again in 7 seconds/,
  ],
  '500': [() => new HttpResponse(null, { status: 500 }), /Staging has a problem/],
  HTML: [() => HttpResponse.html('<h1>Welcome</h1>'), /did not come from Staging/],
  'half of the response': [
    () => new HttpResponse('[{"id":1,"na', { headers: { 'Content-Type': 'application/json' } }),
    // Only a response with a length is known to be cut off.
    /did not come from Staging/,
  ],
}

describe.each<[string, PetStatus | null]>([
  ['all pets', null],
  ['available pets', 'available'],
  ['pending pets', 'pending'],
  ['sold pets', 'sold'],
])('the list of %s alone', (what, status) => {
  const isIt = (url: URL) =>
    url.searchParams.get('limit') === '100' && url.searchParams.get('status') === status
  const expected = status === null ? WITHOUT_UNFILTERED : ALL

  test.each(Object.entries(FAULTS))(
    'fails with %s: it is named, the others count, and it can be read again',
    async (_fault, [respond, message]) => {
      createOneOfEach()
      petstore.onList((url) => (isIt(url) ? respond() : undefined))
      const { user } = renderApp('/staging/overview')
      const alert = await screen.findByRole('alert')
      expect(alert).toHaveTextContent(`Could not read the list of ${what}.`)
      expect(alert).toHaveTextContent(message)
      await expect.poll(countsByStatus).toEqual(expected)

      petstore.restore()
      await user.click(within(alert).getByRole('button', { name: 'Try again' }))
      await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
      await expect.poll(countsByStatus).toEqual(ALL)
    },
  )

  test('is slow: the others are there already', async () => {
    createOneOfEach()
    const held = Promise.withResolvers<undefined>()
    petstore.onList((url) => (isIt(url) ? held.promise : undefined))
    renderApp('/staging/overview')
    expect(await screen.findByText('Reading the pets of Staging: 3 of 4 lists…')).toBeVisible()
    await expect.poll(countsByStatus).toEqual(expected)
    held.resolve(undefined)
    expect(await screen.findByText('All 3 pets.')).toBeVisible()
    await expect.poll(countsByStatus).toEqual(ALL)
  })

  test('answers 401: it goes on with the new key', async () => {
    createOneOfEach()
    let isRejected = true
    petstore.onList((url) => (isIt(url) && isRejected ? errorResponse(401) : undefined))
    const { services } = renderApp('/staging/overview')
    expect(await screen.findByRole('dialog', { name: 'Sign in again' })).toBeVisible()
    isRejected = false
    services.forEnvironment('staging')?.session.signIn(KEY, false)
    expect(await screen.findByText('All 3 pets.')).toBeVisible()
    await expect.poll(countsByStatus).toEqual(ALL)
  })
})

test('all four lists fail: the failure is said once', async () => {
  petstore.onList(() => errorResponse(403, 'Not for you'))
  renderApp('/staging/overview')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(
    /^The overview could not be counted\.Your key for Staging does not have permission to do this\. Staging said: Not for you/,
  )
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
})

test('5,000 pets in one answer are counted and found', async () => {
  const pets = Array.from({ length: 5000 }, (_, index) => ({
    id: index + 1,
    name: `Pet ${index + 1}`,
    categoryId: index % 60,
  }))
  petstore.onList((url) => (url.searchParams.has('status') ? undefined : HttpResponse.json(pets)))
  const { user } = renderApp('/staging/overview')
  expect(
    await screen.findByText('5,000 pets or more. Those without a status may be incomplete.'),
  ).toBeVisible()
  expect(within(screen.getByRole('table', { name: 'Pets by category' })).getAllByRole('row')).toHaveLength(61)
  await user.click(screen.getByRole('button', { name: 'Find a pet' }))
  await user.type(await screen.findByRole('combobox', { name: 'Name, category or ID' }), '4999')
  expect(
    await screen.findByRole('option', { name: 'Pet 4999, 18, Not set, ID 4999', selected: true }),
  ).toBeVisible()
})

test('statuses that are not documented are counted as they came', async () => {
  petstore.onList((url) =>
    HttpResponse.json(
      url.searchParams.has('status')
        ? []
        : [
            { id: 1, name: 'Rex', categoryId: 1, status: 'reserved' },
            { id: 2, name: 'Max', categoryId: 1, status: '' },
          ],
    ),
  )
  renderApp('/staging/overview')
  await expect
    .poll(countsByStatus)
    .toEqual(['Available0', 'Pending0', 'Sold0', 'Not set0', 'reserved1', '(empty)1', 'All2'])
  const table = screen.getByRole('table', { name: 'Pets by status' })
  expect(within(table).queryByRole('link', { name: 'reserved' })).not.toBeInTheDocument()
})

test('the focus stays in the page when "Try again" disappears', async () => {
  petstore.onList((url) => (url.searchParams.get('status') === 'sold' ? errorResponse(403) : undefined))
  const { user } = renderApp('/staging/overview')
  const button = within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' })
  petstore.onList(() => Promise.withResolvers<undefined>().promise)
  await user.click(button)
  expect(document.activeElement?.tagName).not.toBe('BODY')
})

test('a list that failed counts as not read until it was read again', async () => {
  petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'sold' })
  const { user } = renderApp('/staging/overview')
  await screen.findByText('1 pet.')
  petstore.onList((url) => (url.searchParams.get('status') === null ? errorResponse(403) : undefined))
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  const alert = await screen.findByRole('alert')
  await waitFor(() => expect(statusTableText()).toContain('at least'))
  const failed = statusTableText()
  petstore.onList(() => Promise.withResolvers<undefined>().promise)
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(statusTableText()).toBe(failed)
})

test('the name of the CSV says "cut" only when a list is', async () => {
  petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'sold' })
  petstore.onList((url) => (url.searchParams.get('status') === null ? errorResponse(403) : undefined))
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  let name = ''
  HTMLAnchorElement.prototype.click = function () {
    name = this.download
  }
  const { user } = renderApp('/staging/overview')
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await screen.findByText(/^Downloaded/)
  expect(name).not.toContain('-cut')
})

test('the link of a category leads to its pets and no others', async () => {
  petstore.db.create({ name: 'Rex', categoryId: int64('7') })
  for (let i = 0; i < 3; i += 1)
    petstore.db.create({ id: int64(`7${i}`), name: `Other ${i}`, categoryId: int64('1') })
  const { user } = renderApp('/staging/overview')
  const table = await screen.findByRole('table', { name: 'Pets by category' })
  const row = await within(table).findByRole('row', { name: /^7/ })
  await user.click(within(row).getByRole('link', { name: '7' }))
  const rows = within(await screen.findByRole('table', { name: 'Pets' })).getAllByRole('row').length - 1
  expect(rows).toBe(1)
})
