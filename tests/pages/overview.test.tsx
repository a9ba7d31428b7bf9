// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw/http'
import { describe, expect, test } from 'vitest'
import { fakeTime } from '#tests/support/add-page.ts'
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

/** Creates one available, one pending and one sold pet, and no others. */
function createOneOfEach() {
  for (const status of ['available', 'pending', 'sold'] as const)
    petstore.db.create({ name: `The ${status} one`, categoryId: int64('1'), status })
}

const ALL = ['Available1', 'Pending1', 'Sold1', 'Not set0', 'All3']

/** The counts without the unfiltered list, with which nobody knows of pets without a status. */
const WITHOUT_UNFILTERED = ['Available1', 'Pending1', 'Sold1', 'Not setat least 0', 'Allat least 3']

test.each<[string, PetStatus | null, () => Response, message: RegExp]>([
  ['all pets', null, () => errorResponse(403, 'Not for you'), /Not for you/],
  [
    'available pets',
    'available',
    () => new HttpResponse(null, { status: 429, headers: { 'Retry-After': '7' } }),
    /Something between you and Staging may have answered \(HTTP 429\). Try again in 7 seconds/,
  ],
  // A request with status 500 is tried three times.
  ['pending pets', 'pending', () => errorResponse(500), /HTTP 500/],
  [
    'sold pets',
    'sold',
    () => HttpResponse.html('<h1>Welcome</h1>'),
    /Something between you and Staging may have answered/,
  ],
])(
  'when the list of %s fails alone, it is named, the others count, and it can be read again',
  async (what, status, respond, message) => {
    createOneOfEach()
    petstore.onList((url) => (url.searchParams.get('status') === status ? respond() : undefined))
    const { user } = renderApp('/staging/overview')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(`Could not read the list of ${what}.`)
    expect(alert).toHaveTextContent(message)
    await expect.poll(countsByStatus).toEqual(status === null ? WITHOUT_UNFILTERED : ALL)
    petstore.restore()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    await expect.poll(countsByStatus).toEqual(ALL)
  },
)

test('when one list is slow, and then refused for the key, the others are shown, and it goes on with a new key', async () => {
  createOneOfEach()
  const held = Promise.withResolvers<Response>()
  petstore.onList((url) => (url.searchParams.get('status') === null ? held.promise : undefined))
  const { services } = renderApp('/staging/overview')
  expect(await screen.findByText('Reading the pets of Staging…')).toBeVisible()
  await expect.poll(countsByStatus).toEqual(WITHOUT_UNFILTERED)
  held.resolve(errorResponse(401))
  expect(await screen.findByRole('dialog', { name: 'Sign in again' })).toBeVisible()
  petstore.restore()
  services.forEnvironment('staging')?.session.signIn(KEY, false)
  expect(await screen.findByText('All 3 pets.')).toBeVisible()
  await expect.poll(countsByStatus).toEqual(ALL)
})

/** Opens the overview of 120 available dogs and one sold pet, of which the lists have 101. */
async function openCutStock() {
  for (let number = 1; number <= 120; number += 1)
    petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'available' })
  petstore.db.create({ name: 'Mia', categoryId: int64('9223372036854775807'), status: 'sold' })
  const app = renderApp('/staging/overview')
  await screen.findByRole('table', { name: 'Pets by category' })
  return app
}

describe('a stock of which one list is cut', () => {
  test('says what may be incomplete', async () => {
    await openCutStock()
    const incomplete = 'At least 101 pets. Some available pets and pets without a status may be missing.'
    expect(await screen.findByText(incomplete)).toHaveAttribute('role', 'status')
    expect(document.title).toBe('Overview · Staging · Petstore Admin')
  })

  test('is counted exactly where a list is complete, and "at least" elsewhere', async () => {
    await openCutStock()
    await expect
      .poll(countsByStatus)
      .toEqual(['Availableat least 100', 'Pending0', 'Sold1', 'Not setat least 0', 'Allat least 101'])
  })

  test('is counted by category, the largest first', async () => {
    await openCutStock()
    const rows = within(screen.getByRole('table', { name: 'Pets by category' })).getAllByRole('row')
    await waitFor(() =>
      expect(rows.map(({ textContent }) => textContent)).toEqual([
        'CategoryAvailablePendingSoldNot setAll',
        'Dogs (ID 1)at least 10000at least 0at least 100',
        '9223372036854775807at least 001at least 0at least 1',
        'Cats (ID 2)at least 000at least 0at least 0',
      ]),
    )
  })

  test('is a picture that says the same, in which what is inexact has an open end', async () => {
    await openCutStock()
    const picture = screen.getByRole('img', { name: 'Pets by status' })
    await waitFor(() =>
      expect(picture).toHaveAccessibleDescription(/Available at least 100.*Pending 0.*Sold 1/),
    )
    expect(picture.querySelectorAll('[data-open]')).toHaveLength(2)
  })

  test('leads to the list of each status', async () => {
    const { user, address } = await openCutStock()
    await user.click(screen.getByRole('link', { name: 'Sold' }))
    expect(await screen.findByRole('link', { name: 'Mia' })).toBeVisible()
    expect(address()).toBe('/staging/pets?status=sold&limit=100')
  })
})

test('the stock is read once a minute, unless "Refresh" is pressed', async () => {
  const advance = fakeTime()
  createOneOfEach()
  const { user } = renderApp('/staging/overview')
  expect(await screen.findByText('All 3 pets.')).toBeVisible()
  const openFind = () => user.click(screen.getByRole('button', { name: 'Find a pet' }))
  await openFind()
  await user.type(await screen.findByRole('combobox', { name: 'Name, category or ID' }), 'one')
  expect(await screen.findAllByRole('option')).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(petstore.requestLines()).toHaveLength(4)
  createOneOfEach()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('All 6 pets.')).toBeVisible()
  expect(petstore.requestLines()).toHaveLength(8)
  await advance(61_000)
  await openFind()
  await waitFor(() => expect(petstore.requestLines()).toHaveLength(12))
})

test('when all four lists fail, the failure is reported once', async () => {
  petstore.onList(() => errorResponse(403, 'Not for you'))
  renderApp('/staging/overview')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(
    /^Pets could not be loaded\.Your key for Staging does not have permission to do this\. Staging said: Not for you/,
  )
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
})

test('a failed list counts as not read until it is read again, and the focus stays when "Try again" disappears', async () => {
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
  expect(document.activeElement?.tagName).not.toBe('BODY')
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
