// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Pet } from '#src/pets/pet.ts'
import { expectItems, fakeTime, fill, press, visit } from '#tests/support/add-page.ts'
import { errorResponse, int64, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

const REX = { id: int64('9007199254740993'), name: 'Rex' }
const MOCHI = { id: int64('2'), name: 'Mochi' }
const LUNA = { id: int64('3'), name: 'Luna' }
const KIWI = { id: int64('9007199254740992'), name: 'Kiwi' }

/** Replaces all pets of the service. */
function replacePets(...pets: readonly (Partial<Pet> & { id: Pet['id'] })[]): void {
  petstore.db.clear()
  for (const pet of pets) petstore.db.create(pet)
}

const rows = () => {
  const [, ...all] = within(screen.getByRole('table', { name: 'Pets' })).getAllByRole('row')
  return all.map((row) => {
    const name = within(row).getByRole('link').textContent
    return name + (/New|Changed/.exec(row.textContent)?.[0] ?? '')
  })
}
const expectRows = (...texts: readonly string[]) => waitFor(() => expect(rows()).toEqual(texts))
const showChanges = () => screen.queryByRole('button', { name: 'Show changes' })
const checkedAt = () => screen.queryByText(/^Checked \d\d:\d\d/)?.textContent

/**
 * Opens the list with the check, whose code is there.
 *
 * @returns a function that lets a minute pass
 */
async function openChecked() {
  const advance = fakeTime()
  replacePets(REX, MOCHI, LUNA)
  const { user } = renderApp('/staging/pets')
  const box = await screen.findByRole('checkbox', { name: 'Check for changes every minute' })
  expect(box).not.toBeChecked()
  await user.click(box)
  await screen.findByText('Checks every minute')
  petstore.received.length = 0
  return { user, aMinute: () => advance(60_000) }
}

test('changes are offered, no row changes before they are shown, and then the rows are marked', async () => {
  const { user, aMinute } = await openChecked()
  await aMinute()
  await waitFor(() => expect(checkedAt()).toBeDefined())
  expect(showChanges()).not.toBeInTheDocument()
  replacePets({ ...KIWI, name: 'Biscuit' }, { ...REX, name: 'Max' }, LUNA)
  screen.getByRole('searchbox').focus()
  await aMinute()
  expect(await screen.findByText(/^1 new, 1 changed, 1 gone since \d\d:\d\d$/)).toBeVisible()
  expect(rows()).toEqual(['Rex', 'Mochi', 'Luna'])
  expect(screen.getByRole('searchbox')).toHaveFocus()
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=20', 'GET /pets?limit=20'])

  await press(user, 'Show changes')
  await expectRows('BiscuitNew', 'MaxChanged', 'Luna')
  expect(showChanges()).not.toBeInTheDocument()
  expect(screen.getByRole('main')).toHaveFocus()
  // The marks stay during a search, and are gone with the next filter.
  await user.type(screen.getByRole('searchbox'), 'bis')
  await expectRows('BiscuitNew')
  for (const name of ['Available', 'All']) await user.click(screen.getByRole('radio', { name }))
  await user.clear(screen.getByRole('searchbox'))
  await expectRows('Biscuit', 'Max', 'Luna')
})

test('"Show changes" shows what the service has at that moment, and a check that fails says nothing', async () => {
  const { user, aMinute } = await openChecked()
  replacePets(REX, MOCHI)
  await aMinute()
  expect(await screen.findByText(/^1 gone since/)).toBeVisible()
  petstore.onList(() => errorResponse(400, 'limit is odd'))
  await press(user, 'Show changes')
  expect(await screen.findByRole('alert')).toHaveTextContent('limit is odd')
  expect(rows()).toEqual(['Rex', 'Mochi', 'Luna'])
  petstore.restore()
  replacePets(REX, MOCHI, KIWI)
  await press(user, 'Show changes')
  await expectRows('Rex', 'Mochi', 'KiwiNew')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()

  await aMinute()
  const before = checkedAt()
  const sent = petstore.requestLines().length
  petstore.onList(() => errorResponse(400, 'limit is odd'))
  await aMinute()
  await waitFor(() => expect(petstore.requestLines()).toHaveLength(sent + 1))
  expect(checkedAt()).toBe(before)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  petstore.restore()
  await aMinute()
  await waitFor(() => expect(checkedAt()).not.toBe(before))
})

const see = (state: 'hidden' | 'visible') =>
  act(() => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

test('the check stops in a hidden tab, and goes on at once when the tab is visible again', async () => {
  const { aMinute } = await openChecked()
  see('hidden')
  for (let minute = 0; minute < 5; minute += 1) await aMinute()
  expect(petstore.requestLines()).toEqual([])
  see('visible')
  await waitFor(() => expect(checkedAt()).toBeDefined())
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=20'])
})

test('an older comparison is not offered for a list that was filtered or added to', async () => {
  const { user, aMinute } = await openChecked()
  replacePets(REX, MOCHI)
  await aMinute()
  await waitFor(() => expect(showChanges()).toBeVisible())
  await user.click(screen.getByRole('radio', { name: 'Available' }))
  await expectRows('Rex', 'Mochi')
  expect(showChanges()).not.toBeInTheDocument()

  replacePets(REX)
  await aMinute()
  await waitFor(() => expect(showChanges()).toBeVisible())
  await visit(user, 'Add pet')
  await fill(user, 'Kiwi', '1')
  await press(user, 'Add pet')
  await expectItems(/Kiwi.*Added/)
  await visit(user, 'Pets')
  await expectRows('Kiwi', 'Rex')
  expect(screen.getByRole('checkbox', { name: 'Check for changes every minute' })).toBeChecked()
  expect(showChanges()).not.toBeInTheDocument()
})
