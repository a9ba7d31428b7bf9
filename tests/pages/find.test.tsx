// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw/http'
import { describe, expect, test, vi } from 'vitest'
import { note } from '#tests/support/add-page.ts'
import { pressEsc } from '#tests/support/press-esc.ts'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()
const openFind = async () => {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  return screen.findByRole('combobox', { name: 'Name, category or ID' })
}
/** Goes from the overview, which has read the lists, to the form, and types a pet. */
async function typeKiwi(user: ReturnType<typeof renderApp>['user']) {
  await screen.findByText('1 pet.')
  await user.click(screen.getByRole('link', { name: 'Add pet' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Kiwi')
  await user.type(screen.getByRole('textbox', { name: 'Category ID' }), '2')
}

const dialog = () => screen.getByRole('dialog', { name: 'Find a pet' })
const found = () => within(dialog()).queryAllByRole('option', { hidden: true })

test('after a POST whose response was lost, the lists are read again', async () => {
  petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'sold' })
  const { user } = renderApp('/staging/overview')
  await typeKiwi(user)
  petstore.controls.set({ nextResponse: 'lost-after' })
  await user.click(screen.getByRole('button', { name: 'Add pet' }))
  await waitFor(() => expect(document.body).toHaveTextContent(/Kiwi.*May have been added/s))
  await user.type(await openFind(), 'kiwi')
  expect(within(dialog()).queryAllByText(/No matches/)).toEqual([])
})

test('"Find a pet" tells screen readers its shortcut', async () => {
  renderApp('/staging/pets')
  const button = await screen.findByRole('button', { name: 'Find a pet' })
  expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+K Meta+K')
})

test('a list that "Find a pet" has loaded shows that the pet in the form is there already', async () => {
  petstore.db.create({ name: 'Kiwi', categoryId: int64('2') })
  const { user } = renderApp('/staging/pets/new')
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Kiwi')
  await user.type(screen.getByRole('textbox', { name: 'Category ID' }), '2')
  expect(note()).not.toBeInTheDocument()
  const { promise: held, resolve } = Promise.withResolvers<undefined>()
  petstore.onList(() => held)
  await openFind()
  resolve(undefined)
  expect(await screen.findByRole('note', { name: 'Similar pets', hidden: true })).toHaveTextContent(
    'Kiwi, ID',
  )
})

test('pets that were opened with a key are not shown once it has ended, nor with another one', async () => {
  petstore.db.create({ id: int64('7'), name: 'Secret', categoryId: int64('1') })
  const { services } = renderApp('/staging/pets/7')
  await screen.findByRole('heading', { name: 'Secret' })
  petstore.onList(() => errorResponse(401))
  await openFind()
  const again = await screen.findByRole('dialog', { name: 'Sign in again' })
  const ended = screen.queryAllByRole('option', { hidden: true })
  fireEvent.keyDown(again, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('alert')).toHaveTextContent(
    'This page can no longer be shown.Your key for Staging no longer works.',
  )
  petstore.onList(() => HttpResponse.json([]))
  petstore.onGet(() => errorResponse(403))
  act(() => services.forEnvironment('staging')?.session.signIn('key-of-somebody-else', false))
  await openFind()
  await waitFor(() => expect(dialog()).toHaveTextContent('Staging has no pets.'))
  expect([ended, found()]).toEqual([[], []])
})

test('while the key is asked for, "Find a pet" gives the focus to the field of the key', async () => {
  const { user } = renderApp('/staging/pets/new')
  await screen.findByRole('heading', { name: 'Add a pet' })
  petstore.onCreate(() => errorResponse(401))
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Kiwi')
  await user.type(screen.getByRole('textbox', { name: 'Category ID' }), '2{Enter}')
  const again = await screen.findByRole('dialog', { name: 'Sign in again' })
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Find a pet' }))
  expect(within(again).getByLabelText('API key')).toHaveFocus()
  expect(screen.queryByRole('dialog', { name: 'Find a pet' })).not.toBeInTheDocument()
})

test('the key is asked for once the dialog that is open is closed, because nobody could reach it behind that', async () => {
  const { user, services } = renderApp('/staging/service')
  await screen.findByRole('heading', { name: 'Service' })
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Help' })
  act(() => services.forEnvironment('staging')?.session.rejectKey(KEY))
  expect(screen.queryByRole('dialog', { name: 'Sign in again' })).not.toBeInTheDocument()
  pressEsc()
  const again = await screen.findByRole('dialog', { name: 'Sign in again' })
  expect(within(again).getByLabelText('API key')).toHaveFocus()
})

test('"No matches" appears neither before anything was read, nor when nothing could be read', async () => {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  petstore.onList(() => held.then(() => errorResponse(403, 'Not for you')))
  const { user } = renderApp('/staging/pets/import')
  await screen.findByRole('heading', { name: 'Add many pets' })
  await user.type(await openFind(), 'rex')
  expect(dialog()).not.toHaveTextContent('No matches')
  resolve()
  await within(dialog()).findByRole('alert')
  expect(dialog()).not.toHaveTextContent('No matches')
})

test('after adding a pet and cancelling the reading, nothing says that all pets were searched', async () => {
  petstore.db.create({ name: 'Rex', categoryId: int64('1'), status: 'sold' })
  const { user } = renderApp('/staging/overview')
  await typeKiwi(user)
  await user.click(screen.getByRole('button', { name: 'Add pet' }))
  await screen.findByRole('list', { name: 'Just added' })
  petstore.onList(() => Promise.withResolvers<undefined>().promise)
  await user.type(await openFind(), 'kiwi')
  await user.click(await within(dialog()).findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(dialog()).not.toHaveTextContent('Reading'))
  expect(within(dialog()).queryAllByText(/Searched|No matches/)).toEqual([])
})

test('the selected option stays among the options when many better ones arrive', async () => {
  petstore.db.create({ id: int64('5'), name: 'Old Rex', categoryId: int64('1'), status: 'available' })
  for (let i = 0; i < 15; i += 1)
    petstore.db.create({ name: `Rex ${i}`, categoryId: int64('1'), status: 'sold' })
  const held = Promise.withResolvers<undefined>()
  petstore.onList((url) => (url.searchParams.get('status') === 'available' ? undefined : held.promise))
  const { user } = renderApp('/staging/pets/import')
  await screen.findByRole('heading', { name: 'Add many pets' })
  const field = await openFind()
  await user.type(field, 'rex')
  const first = (await within(dialog()).findByRole('option', { selected: true })).getAttribute('aria-label')
  held.resolve(undefined)
  await waitFor(() => expect(dialog()).toHaveTextContent('Searched all'))
  const then = within(dialog()).getByRole('option', { selected: true }).getAttribute('aria-label')
  await user.keyboard('{Enter}')
  expect(then).toBe(first)
})

test('without a text, only pets that were seen or added in this tab are listed, the last first, without the open one', async () => {
  for (const id of ['7', '8', '9']) petstore.db.create({ id: int64(id), name: `Pet ${id}` })
  const { user } = renderApp('/staging/pets')
  await user.click(await screen.findByRole('link', { name: 'Pet 7' }))
  await screen.findByRole('heading', { name: 'Pet 7' })
  await user.type(await openFind(), 'Pet 8')
  await user.click(await within(dialog()).findByRole('option', { name: /^Pet 8/ }))
  await screen.findByRole('heading', { name: 'Pet 8' })
  await openFind()
  expect(await within(dialog()).findByRole('option')).toHaveAccessibleName(/^Pet 7/)
  await user.click(within(dialog()).getByRole('button', { name: 'Close' }))
  await user.keyboard('n')
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Kiwi')
  await user.type(screen.getByRole('textbox', { name: 'Category ID' }), '2{Enter}')
  await screen.findByRole('link', { name: 'Kiwi' })
  await openFind()
  const names = within(dialog())
    .getAllByRole('option')
    .map((option) => option.getAttribute('aria-label'))
  expect(names).toEqual([
    expect.stringMatching(/^Kiwi, Cats, Not set, ID \d+$/),
    expect.stringMatching(/^Pet 8,/),
    expect.stringMatching(/^Pet 7,/),
  ])
})

test('the label of a pet is printed with five keys, and typing its ID counts as one', async () => {
  petstore.db.create({ id: int64('7'), name: 'Bond' })
  const print = vi.spyOn(window, 'print').mockReturnValue()
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Bond' })
  await user.type(await openFind(), '7{Enter}')
  await screen.findByRole('heading', { level: 1, name: 'Bond' })
  await user.keyboard('p')
  expect(await screen.findByRole('button', { name: /^Print 1 label/ })).toBeVisible()
  await user.keyboard('p')
  expect(print).toHaveBeenCalledOnce()
})

test('before anything is typed, the dialog says how many pets there are to search, and then whether an ID is among them', async () => {
  for (const id of ['7', '8']) petstore.db.create({ id: int64(id), name: `Rex ${id}` })
  const { user } = renderApp('/staging/pets')
  await screen.findByText('All 2 pets')
  const field = await openFind()
  expect(await within(dialog()).findByText('2 pets to search.')).toBeVisible()
  await user.type(field, '55555')
  expect(within(dialog()).getByRole('option', { name: 'Look up ID 55555' })).toBeVisible()
  expect(within(dialog()).getByText('Not among these 2 pets.')).toBeVisible()
  expect(within(dialog()).getByText('Searched all 2 pets in Staging.')).toBeVisible()
  await user.type(field, 'x')
  expect(within(dialog()).getByText('No matches.')).toBeVisible()
})

/** Opens the dialog where there are three pets, and types this text. */
async function findAmongThree(text: string) {
  for (const id of ['9007199254740993', '7', '8'])
    petstore.db.create({ id: int64(id), name: `Rex ${id}`, categoryId: int64('1') })
  const { user, address } = renderApp('/staging/pets')
  await screen.findByText('All 3 pets')
  const field = await openFind()
  await user.type(field, text)
  await within(dialog()).findByText('Searched all 3 pets in Staging.')
  return { user, address, field }
}

const selectedOption = () => within(dialog()).getByRole('option', { selected: true })

describe('the options', () => {
  test.each([
    { keys: '', option: /^Rex 7,/ },
    { keys: '{ArrowDown}', option: /^Rex 8,/ },
    { keys: '{ArrowUp}', option: /^Rex 9/ },
    { keys: '{ArrowUp}{ArrowDown}', option: /^Rex 7,/ },
  ])('are selected in turn by the arrow keys, and around both ends: “$keys”', async ({ keys, option }) => {
    const { user, field } = await findAmongThree('rex')
    expect(found()).toHaveLength(3)
    if (keys !== '') await user.keyboard(keys)
    expect(selectedOption()).toHaveAccessibleName(option)
    expect(field).toHaveAttribute('aria-activedescendant', selectedOption().id)
  })

  test('are one pet for an ID that was found, which is not to be looked up', async () => {
    await findAmongThree('9007199254740993')
    expect(selectedOption()).toHaveAccessibleName(/^Rex 9007199254740993, Dogs/)
    expect(found()).toHaveLength(1)
  })

  test('are to look up an ID that no list has, with all of its digits', async () => {
    const { user, address } = await findAmongThree('9007199254740992')
    expect(selectedOption()).toHaveAccessibleName('Look up ID 9007199254740992')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/staging/pets/9007199254740992'))
  })
})

test.each(['#7', 'ID 7', '\u200B7\u200E', '７', '٧'])('“%s” finds the pet with the ID 7', async (typed) => {
  petstore.db.create({ id: int64('7'), name: 'Bond' })
  petstore.db.create({ id: int64('8'), name: 'Ida' })
  const { user, address } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Bond' })
  await openFind()
  await user.paste(typed)
  expect(await within(dialog()).findByRole('option')).toHaveAccessibleName(/^Bond/)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/staging/pets/7'))
})

test.each(['#55555', 'ID 55555', '５５５５５'])(
  '“%s”, which no list has, can be looked up',
  async (typed) => {
    const { user, address } = renderApp('/staging/pets')
    await screen.findByText('No pets in Staging yet')
    await openFind()
    await user.paste(typed)
    await within(dialog()).findByRole('option', { name: 'Look up ID 55555' })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/staging/pets/55555'))
  },
)

test('from a search without a match, the dialog opens with the same words', async () => {
  petstore.db.create({ name: 'Mochi', status: 'sold' })
  petstore.db.create({ name: 'Rex', status: 'available' })
  const { user } = renderApp('/staging/pets?status=available&q=mochi')
  await user.click(await screen.findByRole('button', { name: 'Search more pets' }))
  expect(await screen.findByRole('combobox', { name: 'Name, category or ID' })).toHaveValue('mochi')
  expect(await within(dialog()).findByRole('option')).toHaveAccessibleName(/^Mochi/)
})
