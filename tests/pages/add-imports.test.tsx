// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openImportStore } from '#src/importer/indexeddb-import-store.ts'
import { added, fill, loseRex, note, press } from '#tests/support/add-page.ts'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'
import { saveImport } from '#tests/support/save-import.ts'

const petstore = usePetstoreServer()

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const unfinished = [
  { kind: 'added', id: int64('9') },
  { kind: 'unknown', message: '' },
  { kind: 'waiting' },
  { kind: 'rejected', message: 'no' },
] as const

test.each([
  ['pet 2 ', 'May already have been added by an import. Check there first:delivery.csvrow 3'],
  ['Pet 3', 'Still to be added by an import:delivery.csvrow 4'],
])('an unfinished import is named while %j is typed', async (name, text) => {
  await saveImport(unfinished)
  const { user, address } = renderApp('/staging/pets/new')
  await fill(user, name, '1')
  await waitFor(() => expect(note()).toHaveTextContent(text))
  await user.click(within(note() ?? document.body).getByRole('link', { name: 'delivery.csv' }))
  expect(address()).toBe('/staging/pets/import#import-x1')
  const item = (await screen.findByRole('button', { name: 'Resume' })).closest('li')
  // Not a button: what is typed next may end with Enter.
  await waitFor(() => expect(item).toHaveFocus())
  expect(petstore.posts()).toEqual([])
})

test.each([
  ['a row that was added', 'Pet 1', '1', {}],
  ['a rejected row', 'Pet 4', '1', {}],
  ['a row with another category', 'Pet 2', '2', {}],
  ['an import to another address', 'Pet 2', '1', { baseUrl: 'https://elsewhere.test/v1' }],
  ['an import of another environment', 'Pet 2', '1', { environmentId: 'production' }],
])('an unfinished import is not named for %s', async (_what, name, category, where) => {
  await saveImport(unfinished, where)
  // Seen in the lists, so that there is a note to wait for.
  petstore.db.create({ name, categoryId: int64(category) })
  const { user } = renderApp('/staging/pets')
  await user.click(await screen.findByRole('link', { name: 'Add a pet' }))
  await fill(user, name, category)
  await waitFor(() => expect(note()).toHaveTextContent('Staging already has:'))
  expect(note()).not.toHaveTextContent('import')
})

test('an unfinished import is asked about before a pet is sent that it may have added', async () => {
  await saveImport(unfinished)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Pet 2', '1')
  await waitFor(() => expect(note()).toHaveTextContent('row 3'))
  await press(user, 'Add pet')
  const dialog = await screen.findByRole('dialog', { name: 'Add this pet anyway?' })
  expect(dialog).toHaveTextContent(
    'Pet 2May already have been added by an import. Check there first:delivery.csvrow 3',
  )
  // Neither a link nor a button: the second end of a line that a scanner sends does nothing.
  expect(within(dialog).getByRole('heading')).toHaveFocus()
  expect(within(dialog).queryByRole('button', { name: /Check/ })).not.toBeInTheDocument()
  await press(user, 'Cancel')
  expect(dialog).not.toBeInTheDocument()
  expect(petstore.posts()).toEqual([])

  await press(user, 'Add pet')
  await press(user, 'Add it anyway')
  expect(await added()).toHaveTextContent(/^Pet 2 added/)
  expect(petstore.posts()).toHaveLength(1)
})

test('an unfinished import is asked about before a pet is sent that it is still to add, with what is in the store', async () => {
  await saveImport(unfinished)
  petstore.db.create({ name: 'Pet 3', categoryId: int64('1') })
  const { user } = renderApp('/staging/pets')
  await user.click(await screen.findByRole('link', { name: 'Add a pet' }))
  await fill(user, 'Pet 3', '1')
  await press(user, 'Add pet')
  const dialog = await screen.findByRole('dialog', { name: 'Add this pet anyway?' })
  expect(dialog).toHaveTextContent(
    /Staging already has:Pet 3ID \d+AvailableStill to be added by an import:delivery.csvrow 4/,
  )
  expect(petstore.posts()).toEqual([])
})

test('an unfinished import is asked about once more where another row may have added it since', async () => {
  await saveImport(unfinished)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Pet 3', '1')
  await press(user, 'Add pet')
  await screen.findByRole('dialog')
  const journal = await (await openImportStore()).open('x1')
  await journal?.append([{ position: 2, outcome: { kind: 'sending', at: 0 } }])
  await press(user, 'Add it anyway')
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('May already have been added'))
  // A held Enter does not answer what nobody has read.
  expect(within(screen.getByRole('dialog')).getByRole('heading')).toHaveFocus()
  expect(petstore.posts()).toEqual([])
})

test('an unfinished import is read when "Add pet" is pressed: another window may have lost a row since', async () => {
  await saveImport(unfinished)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Pet 1', '1')
  const journal = await (await openImportStore()).open('x1')
  await journal?.append([{ position: 0, outcome: { kind: 'unknown', message: 'lost' } }])
  await press(user, 'Add pet')
  expect(await screen.findByRole('dialog')).toHaveTextContent('row 2')
  expect(petstore.posts()).toEqual([])
})

test('an unfinished import is asked about without the pets that a key has loaded which has ended since', async () => {
  await saveImport(unfinished)
  petstore.db.create({ name: 'Pet 2', categoryId: int64('1') })
  const { user, services } = renderApp('/staging/pets')
  await user.click(await screen.findByRole('link', { name: 'Add a pet' }))
  await fill(user, 'Pet 2', '1')
  await waitFor(() => expect(note()).toHaveTextContent('Staging already has:'))
  const session = services.forEnvironment('staging')?.session
  act(() => {
    session?.rejectKey(KEY)
    session?.dismissPrompt()
  })
  await press(user, 'Add pet')
  const dialog = await screen.findByRole('dialog', { name: 'Add this pet anyway?' })
  expect(dialog).toHaveTextContent('row 3')
  expect(dialog).not.toHaveTextContent('already has')
})

test('an unfinished import is asked about as it was read last where it cannot be read any more', async () => {
  await saveImport(unfinished)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Pet 2', '1')
  await waitFor(() => expect(note()).toHaveTextContent('row 3'))
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError')
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  await press(user, 'Add pet')
  expect(await screen.findByRole('dialog')).toHaveTextContent('row 3')
})

test('an unfinished import is no longer asked about once another tab has settled it', async () => {
  await saveImport(unfinished)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Pet 2', '1')
  await waitFor(() => expect(note()).toHaveTextContent('row 3'))
  await press(user, 'Add pet')
  const dialog = await screen.findByRole('dialog')
  await (await openImportStore()).discard('x1')
  fireEvent(document, new Event('visibilitychange'))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(petstore.posts()).toEqual([])
})

/** Pastes `rows` into the import page, goes to Add pet, and follows the link to the saved import. */
async function followLinkWith(rows: string) {
  await saveImport(unfinished)
  const { user } = renderApp('/staging/pets/import')
  await user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
  await user.paste(rows)
  return {
    user,
    follow: async () => {
      await user.click(screen.getByRole('link', { name: 'Add pet' }))
      await fill(user, 'Pet 2', '1')
      await user.click(await screen.findByRole('link', { name: 'delivery.csv' }))
    },
  }
}

test.each([
  ['rows are being reviewed', 'name,categoryId\nZoe,1', /^Add 1 pet/],
  ['columns are being mapped', 'a,b\nZoe,1', 'Continue'],
])('an unfinished import is shown by its link while %s', async (_what, rows, button) => {
  const { follow } = await followLinkWith(rows)
  await screen.findByRole('button', { name: button })
  await follow()
  const item = (await screen.findByRole('button', { name: 'Resume' })).closest('li')
  await waitFor(() => expect(item).toHaveFocus())
  expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible()
})

test('an unfinished import is shown by its link, and has the focus, once the import that is open was closed', async () => {
  const { user, follow } = await followLinkWith('name,categoryId\nZoe,1')
  await user.click(await screen.findByRole('button', { name: /^Add 1 pet/ }))
  await screen.findByRole('heading', { name: '1 added' })
  await follow()
  expect(await screen.findByText('Close this import to see', { exact: false })).toHaveTextContent(
    'Close this import to see delivery.csv.',
  )
  await press(user, 'Import another file')
  const item = (await screen.findByRole('button', { name: 'Resume' })).closest('li')
  await waitFor(() => expect(item).toHaveFocus())

  // It has been shown: another import is not about it.
  await user.click(screen.getByRole('textbox', { name: 'Or paste rows' }))
  await user.paste('name,categoryId\nAda,1')
  await press(user, 'Add 1 pet')
  await screen.findByRole('heading', { name: '1 added' })
  expect(screen.queryByText('Close this import to see', { exact: false })).not.toBeInTheDocument()
})

test('the comparison of an import with existing pets shows a pet whose response was lost', async () => {
  const { user } = await loseRex(petstore)
  await user.click(screen.getByRole('link', { name: 'Import' }))
  await user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
  await user.paste('name,categoryId\nRex,1\nAda,1')
  expect(await screen.findByRole('list', { name: 'Worth a look' })).toHaveTextContent(
    'May already have been added with “Add pet”. Check there first.',
  )
  // Lists that were read before do not answer it.
  await user.click(screen.getByRole('link', { name: 'Overview' }))
  await screen.findByText('Counted the only pet in Staging.')
  petstore.db.create({ name: 'Ada', categoryId: int64('1') })
  await user.click(screen.getByRole('link', { name: 'Import' }))
  await press(user, 'Compare with existing pets')
  expect(await screen.findByText('Compared with all 2 pets in Staging.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Compare again' })).toHaveFocus()
  const hints = await screen.findByRole('list', { name: 'Worth a look' })
  expect(hints).toHaveTextContent('Have the names and categories of listed pets')
  expect(petstore.posts()).toHaveLength(1)
})

test('an unfinished import is opened without sending what is waiting', async () => {
  await saveImport(unfinished)
  const { user } = renderApp('/staging/pets/import')
  await press(user, 'Open')
  expect(await screen.findByText(/^Checked at/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible()
  expect(petstore.posts()).toEqual([])
})

test('an unfinished import is looked at anew when one comes back to the page', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Pet 2', '1')
  expect(note()).not.toBeInTheDocument()
  await saveImport(unfinished)
  fireEvent(document, new Event('visibilitychange'))
  await waitFor(() => expect(note()).toHaveTextContent('row 3'))
})

test('what the lists said of an unknown pet no longer counts once an import has sent one like it', async () => {
  const { user } = await loseRex(petstore, 'lost-before')
  await press(user, 'Check for it')
  await screen.findByText('Not found in the full list.')
  await user.click(screen.getByRole('link', { name: 'Import' }))
  await user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
  await user.paste('name,categoryId\nRex,1')
  await press(user, 'Add 1 pet')
  await screen.findByRole('heading', { name: '1 added' })
  await user.click(screen.getByRole('link', { name: 'Add pet' }))
  expect(await screen.findByRole('button', { name: 'Check for it' })).toBeVisible()
  expect(screen.queryByText('Not found in the full list.')).not.toBeInTheDocument()
})

test('a check that the key was not good for says so, also when nobody enters another one', async () => {
  const { user } = await loseRex(petstore)
  petstore.onList(() => errorResponse(401))
  await press(user, 'Check for it')
  await press(user, 'Not now')
  expect(await screen.findByText('Check cancelled.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible()
})

test('what a check has found goes once the key has ended and nobody enters another one', async () => {
  const { user, services } = await loseRex(petstore)
  await press(user, 'Check for it')
  await screen.findByText('Found a new matching pet:')
  const session = services.forEnvironment('staging')?.session
  act(() => session?.rejectKey(KEY))
  act(() => session?.dismissPrompt())
  expect(screen.queryByText('Found a new matching pet:')).not.toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Rex may have been added')
})
