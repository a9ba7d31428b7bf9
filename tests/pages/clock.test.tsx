// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeTime } from '#tests/support/add-page.ts'
import { int64, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

// In these tests, the clock of the device is set back by two hours while the app is open, or the
// device sleeps.

const petstore = usePetstoreServer()
const TWO_HOURS_MS = 2 * 60 * 60 * 1000
const setClockBack = () => vi.setSystemTime(Date.now() - TWO_HOURS_MS)

const expectNames = (...names: readonly string[]) =>
  waitFor(() => {
    const table = screen.getByRole('table', { name: 'Pets' })
    expect(
      within(table)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(names)
  })

test('a filter that was seen before is requested again', async () => {
  const advance = fakeTime()
  petstore.db.create({ name: 'Rex', status: 'sold' })
  const { user } = renderApp('/staging/pets')
  await expectNames('Rex')
  await user.click(screen.getByRole('radio', { name: 'Sold' }))
  await waitFor(() => expect(petstore.requestLines()).toHaveLength(2))
  await expectNames('Rex')
  await advance(5000)
  setClockBack()

  petstore.db.create({ name: 'Mia', status: 'sold' })
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await expectNames('Rex', 'Mia')
})

test('"Find a pet" finds what was added since it was last open', async () => {
  const advance = fakeTime()
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/overview')
  await screen.findByText('1 pet.')
  petstore.db.create({ name: 'Mia' })
  await advance(120_000)
  setClockBack()

  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const dialog = await screen.findByRole('dialog', { name: 'Find a pet' })
  await user.type(within(dialog).getByRole('combobox'), 'mia')
  expect(await within(dialog).findByRole('option', { name: /^Mia,/ })).toBeVisible()
})

test('"Check for changes" says what has changed', async () => {
  const advance = fakeTime()
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  await user.click(await screen.findByRole('checkbox', { name: 'Check for changes every minute' }))
  await screen.findByText('Checks every minute')
  petstore.db.create({ name: 'Mia' })
  setClockBack()
  await advance(60_000)
  expect(await screen.findByRole('button', { name: '1 new' })).toBeVisible()
})

test('a label has the newest data of the service', async () => {
  const advance = fakeTime()
  petstore.db.create({ id: int64('7'), name: 'Rex', categoryId: int64('1'), status: 'available' })
  const { user } = renderApp('/staging/pets')
  await expectNames('Rex')
  petstore.db.clear()
  petstore.db.create({ id: int64('7'), name: 'Max', categoryId: int64('1'), status: 'sold' })
  await advance(120_000)
  setClockBack()

  await user.click(screen.getByRole('link', { name: 'Print labels' }))
  const [label] = await within(await screen.findByRole('list', { name: 'Labels' })).findAllByRole('listitem')
  expect(label).toHaveTextContent('Max')
})

test('a label has the newest data of the service after the device has slept, too', async () => {
  fakeTime()
  petstore.db.create({ id: int64('7'), name: 'Rex', categoryId: int64('1'), status: 'available' })
  const { user } = renderApp('/staging/pets')
  await expectNames('Rex')
  petstore.db.clear()
  petstore.db.create({ id: int64('7'), name: 'Max', categoryId: int64('1'), status: 'sold' })
  vi.setSystemTime(Date.now() + 4 * TWO_HOURS_MS)

  await user.click(screen.getByRole('link', { name: 'Print labels' }))
  const [label] = await within(await screen.findByRole('list', { name: 'Labels' })).findAllByRole('listitem')
  expect(label).toHaveTextContent('Max')
})

test('when a pet was read twice, the page shows the newer data while it loads', async () => {
  const advance = fakeTime()
  petstore.db.create({ id: int64('7'), name: 'Rex', status: 'sold' })
  const { user } = renderApp('/staging/pets')
  await expectNames('Rex')
  await advance(5000)
  setClockBack()
  petstore.db.clear()
  petstore.db.create({ id: int64('7'), name: 'Max', status: 'sold' })
  await user.click(screen.getByRole('radio', { name: 'Sold' }))
  await expectNames('Max')

  petstore.onGet(() => Promise.withResolvers<Response>().promise)
  await user.click(screen.getByRole('link', { name: 'Max' }))
  expect(await screen.findByRole('heading', { name: 'Max' })).toBeVisible()
})
