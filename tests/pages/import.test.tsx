// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw/http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { formatTime } from '#src/lib/format-time.ts'
import { createIndexedDbLedger } from '#src/outbox/ledger/indexed-db.ts'
import { fakeTime, press } from '#tests/support/add-page.ts'
import {
  BASE_URL,
  errorResponse,
  int64,
  KEY,
  renderApp,
  usePetstoreServer,
} from '#tests/support/render-app.tsx'
import { clearChangedRows, pasteRows, rowsShown, saveImport } from '#tests/support/import-page.ts'
import { spreadsheetBytes } from '#tests/support/spreadsheet-files.ts'

const petstore = usePetstoreServer()
const sent = (): unknown[] => petstore.posts().map(({ body }) => JSON.parse(body))

/** Says, as another tab does, that it has written to the outbox. */
function otherTabWrites() {
  const otherTab = new BroadcastChannel('petstore-admin.outbox.')
  onTestFinished(() => otherTab.close())
  otherTab.postMessage('read again')
}

async function chooseFile(name: string) {
  const app = renderApp('/staging/pets/import')
  // The app goes by the content, whatever type the operating system gives the file.
  const file = new File([spreadsheetBytes(name)], 'delivery.csv', { type: 'text/csv' })
  await app.user.upload(await screen.findByLabelText('Spreadsheet file'), file)
  return app
}

test('an Excel file is reviewed, and rounded IDs are sent only when the person confirms them', async () => {
  const { user } = await chooseFile('libreoffice.xlsx')
  expect(await rowsShown()).toEqual([
    ['2', 'Zoë 👩‍🚀 <&> "x"', '7', 'Available'],
    ['3', 'Line\nbreak', '9223372036854775807', 'Not set'],
    ['5', '=1+1', '12', 'Sold'],
    ['6', '  blank ends ', '1204', 'Not set'],
    ['7', 'Rounded', '9007199254740990', 'Pending'],
    ['8', '#N/A', '7', 'Not set'],
  ])
  expect(screen.queryByRole('checkbox', { name: 'First row is a pet' })).not.toBeInTheDocument()
  const problems = screen.getByRole('list', { name: 'Problems' })
  expect(within(problems).getByText('Your spreadsheet may have rounded this ID')).toBeVisible()
  expect(within(problems).getByText('The cell shows an error of the spreadsheet: #N/A')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add 4 pets' })).toBeVisible()
  await press(user, 'This ID is right')
  await press(user, 'Add 5 pets')
  expect(await screen.findByRole('heading', { name: '5 added, 1 not sent' })).toBeVisible()
  expect(petstore.posts()[4]?.body).toContain('"categoryId":9007199254740990')
})

test('the page says when the part of the app that reads Excel files does not load', async () => {
  vi.doMock('#src/spreadsheet/read-workbook.ts', () => Promise.reject(new Error('not found')))
  onTestFinished(() => vi.doUnmock('#src/spreadsheet/read-workbook.ts'))
  await chooseFile('exceljs.xlsx')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The part of the app that reads Excel files did not load.',
  )
})

test('rows without headings are pets, which is said once, unless the person says otherwise', async () => {
  const { user } = await pasteRows('Rex,1,available\nMochi,2,sold')
  const box = await screen.findByRole('checkbox', { name: 'First row is a pet' })
  expect(box).toBeChecked()
  const guessed = 'No headings found. Column 1 is the name, column 2 the category, column 3 the status.'
  expect(screen.getByText(guessed)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add 2 pets' })).toBeVisible()
  await user.click(box)
  expect(box).not.toBeChecked()
  expect(screen.queryByText(guessed)).not.toBeInTheDocument()
  expect(await rowsShown()).toEqual([['2', 'Mochi', expect.anything(), 'Sold']])
  await user.click(box)
  expect(screen.getByRole('button', { name: 'Add 2 pets' })).toBeVisible()
})

test('while columns are chosen, the first row can be made a pet', async () => {
  const { user } = await pasteRows('Rex,Hamster\nMochi,Hamster')
  expect(await screen.findByText('Choose the columns')).toBeVisible()
  expect(screen.getByText('Name or category not found')).toBeVisible()
  expect(screen.queryByText(/with problems|No rows are ready/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('checkbox', { name: 'First row is a pet' }))
  await user.selectOptions(screen.getByLabelText('Name column'), '0')
  await user.selectOptions(screen.getByLabelText('Category ID column'), '1')
  // They stay open and keep the focus, because somebody may choose another one.
  expect(screen.getByLabelText('Name column')).toBeVisible()
  expect(screen.getByLabelText('Category ID column')).toHaveFocus()
  expect((await rowsShown()).map(([number, name]) => [number, name])).toEqual([
    ['1', 'Rex'],
    ['2', 'Mochi'],
  ])
})

function breakReading(): () => void {
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError')
  })
  const repair = () => broken.mockRestore()
  onTestFinished(repair)
  return repair
}

test('saved imports, or a report, that cannot be read say so, and are read once they can be', async () => {
  await saveImport([{ kind: 'waiting' }])
  const repair = breakReading()
  // Otherwise the app may try again before the button is pressed.
  fakeTime()
  const { user } = renderApp('/staging/pets/import')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your browser did not let the app read its saved imports. Try again. If that does not help, allow site data for this site.',
  )
  repair()
  await press(user, 'Try again')
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  breakReading()
  await press(user, 'Download report')
  expect(await screen.findByRole('alert')).toHaveTextContent('delivery.csv could not be read or changed.')
})

/** Lets every lock of the browser be granted only when the returned function is called. */
function holdLocks() {
  const { promise: granted, resolve: grant } = Promise.withResolvers<void>()
  const request = async (_name: string, _options: unknown, work: (lock: object) => Promise<unknown>) => {
    await granted
    return work({})
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  return grant
}

async function startWithoutLock() {
  const { user } = await pasteRows('name,categoryId\nZoe,1\nAda,1')
  await screen.findAllByRole('button', { name: /^Leave out/ })
  const grantLocks = holdLocks()
  await press(user, 'Add 2 pets')
  await expectNoChangePossible()
  return { user, grantLocks }
}

/** Waits until the review says that its rows are being added, and offers no change of them. */
async function expectNoChangePossible() {
  expect(await screen.findByRole('button', { name: 'Adding…' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('button', { name: 'Clear rows' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByRole('button', { name: /^(Leave out|Edit)/ })).not.toBeInTheDocument()
}

function drop(file: File): void {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  fireEvent(window, Object.assign(event, { dataTransfer: { types: ['Files'], files: [file] } }))
}

describe('while an import starts', () => {
  test('nothing of the rows can be changed, also after the page was left', async () => {
    const { user, grantLocks } = await startWithoutLock()
    await user.click(screen.getByRole('link', { name: 'Overview' }))
    await user.click(await screen.findByRole('link', { name: 'Import' }))
    await expectNoChangePossible()
    drop(new File(['name,categoryId\nRex,1'], 'rex.csv'))
    expect(await screen.findByText(/Finish or close this import first, then drop it again/)).toBeVisible()
    grantLocks()
    expect(await screen.findByRole('heading', { name: '2 added' })).toBeVisible()
    await press(user, 'Import another file')
    expect(await screen.findByRole('textbox', { name: 'Or paste rows' })).toHaveValue('')
    expect(petstore.posts()).toHaveLength(2)
  })

  test('rows that were typed cannot be typed on', async () => {
    const { user } = renderApp('/staging/pets/import')
    const field = await screen.findByRole('textbox', { name: 'Or paste rows' })
    await user.type(field, 'Zoe,1')
    await screen.findByRole('button', { name: 'Add 1 pet' })
    const grantLocks = holdLocks()
    await press(user, 'Add 1 pet')
    await expectNoChangePossible()
    expect(field).not.toBeInTheDocument()
    grantLocks()
    expect(await screen.findByRole('heading', { name: '1 added' })).toBeVisible()
  })

  test('rows that are found again, because they have just been entered, are sent all the same', async () => {
    const { grantLocks } = await startWithoutLock()
    otherTabWrites()
    expect(await screen.findByText(/2 left out/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Adding…' })).toBeVisible()
    grantLocks()
    expect(await screen.findByRole('heading', { name: '2 added' })).toBeVisible()
  })
})

test('rows with a problem are still in the field when the person comes back', async () => {
  const { user } = await pasteRows('name,categoryId')
  await screen.findByRole('alert')
  await user.click(screen.getByRole('link', { name: 'Overview' }))
  await user.click(await screen.findByRole('link', { name: 'Import' }))
  expect(await screen.findByRole('textbox', { name: 'Or paste rows' })).toHaveValue('name,categoryId')
  expect(screen.getByRole('alert')).toBeVisible()
})

test('a row that was added while another page was open is left out when the person comes back', async () => {
  const { user } = await pasteRows('name,categoryId\nPet 1,1\nOther,1')
  expect(await screen.findByRole('button', { name: 'Add 2 pets' })).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Overview' }))
  await saveImport([{ kind: 'added', id: int64('77') }], { isByHand: true })
  await user.click(await screen.findByRole('link', { name: 'Import' }))
  expect(await screen.findByRole('button', { name: 'Add 1 pet' })).toBeVisible()
})

test('an import can be opened without sending the rows that wait', async () => {
  await saveImport([{ kind: 'unknown', message: '', endedAt: 0 }, { kind: 'waiting' }])
  const { user } = renderApp('/staging/pets/import')
  await press(user, 'Open')
  expect(await screen.findByText(/\(checked/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Resume' })).toBeVisible()
  expect(petstore.posts()).toEqual([])
})

test('rows that are typed can be typed on until one of them is decided about, which the next letter would undo', async () => {
  const { user } = renderApp('/staging/pets/import')
  const field = await screen.findByRole('textbox', { name: 'Or paste rows' })
  await user.type(field, 'name,categoryId{Enter}Rex,1{Enter}Total,1{Enter}')
  expect(await screen.findByRole('button', { name: 'Add 2 pets' })).toBeVisible()
  await user.type(field, 'Mia,1')
  expect(await screen.findByRole('button', { name: 'Add 3 pets' })).toBeVisible()
  await press(user, 'Leave it out')
  expect(await screen.findByRole('button', { name: 'Add 2 pets' })).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Or paste rows' })).not.toBeInTheDocument()
  expect(screen.queryByLabelText('Spreadsheet file')).not.toBeInTheDocument()
  await clearChangedRows(user)
  expect(await screen.findByRole('textbox', { name: 'Or paste rows' })).toHaveValue('')
})

/** Drops a file on the page, which is read only once the returned function is called. */
function dropSlowFile(text: string): () => void {
  const file = new File([text], 'delivery.csv', { type: 'text/csv' })
  const bytes = Promise.withResolvers<ArrayBuffer>()
  file.arrayBuffer = () => bytes.promise
  drop(file)
  return () => bytes.resolve(new TextEncoder().encode(text).buffer)
}

test('a row that is being edited is not replaced by a file that was being read when its dialog was opened', async () => {
  const { user } = renderApp('/staging/pets/import')
  const file = new File(['name,categoryId\nRex,1\nMia,2'], 'delivery.csv', { type: 'text/csv' })
  await user.upload(await screen.findByLabelText('Spreadsheet file'), file)
  await screen.findByRole('button', { name: 'Add 2 pets' })
  const finishReading = dropSlowFile('name,categoryId\nBo,3\nRex,1\nMia,2')
  expect(await screen.findByText('Reading the file…')).toBeVisible()
  await press(user, 'Edit row 2')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit row 2' }))
  expect(screen.queryByText('Reading the file…')).not.toBeInTheDocument()
  finishReading()
  await user.clear(dialog.getByRole('textbox', { name: 'Name' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Rexi')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect((await rowsShown()).map(([number, name]) => [number, name])).toEqual([
    ['2', 'Rexi'],
    ['3', 'Mia'],
  ])
})

/** Pastes two rows without a name, and shows them. */
async function showRowsWithoutName() {
  const app = await pasteRows('name,category\n,1\n,2')
  await press(app.user, 'Show these rows')
  await screen.findByRole('button', { name: /^Fix\s*row 2/ })
  return app
}

/** Pastes three rows with words that are no category or status, and two without a name. */
async function pasteFiveProblems() {
  const app = await pasteRows(
    'name,category,status\nRex,dog,availible\nAda,Dog,sold\nMax,1,availible\n,1,\n,2,',
  )
  await screen.findByText('“dog” is not a category')
  return app
}

describe('rows with problems', () => {
  test('are counted', async () => {
    await pasteFiveProblems()
    const counts = await screen.findByText('5 rows read: 0 ready, 5 with problems')
    expect(counts).toHaveAttribute('role', 'status')
  })

  test('have suggestions, which one press applies', async () => {
    const { user } = await pasteFiveProblems()
    await press(user, 'Use 2 suggestions')
    await press(user, 'Add 3 pets')
    expect(await screen.findByRole('heading', { name: '3 added, 2 not sent' })).toBeVisible()
    expect(sent()).toEqual([
      { name: 'Rex', categoryId: 1, status: 'available' },
      { name: 'Ada', categoryId: 1, status: 'sold' },
      { name: 'Max', categoryId: 1, status: 'available' },
    ])
  })

  test('take the focus when they are shown, and no button of theirs does, so that a second Enter decides nothing', async () => {
    const { user } = await showRowsWithoutName()
    const row = screen.getByRole('button', { name: /^Fix\s*row 2/ }).closest('tr')
    await waitFor(() => expect(row).toHaveFocus())
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('are corrected in one dialog after the other', async () => {
    const { user } = await showRowsWithoutName()
    await user.keyboard('{Tab}{Enter}')
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveFocus()
    await user.keyboard('Tom')
    await press(user, 'Save and next problem')
    expect(await screen.findByRole('dialog', { name: 'Edit row 3' })).toBeVisible()
    await user.keyboard('Kim')
    await press(user, 'Save')
    await press(user, 'Add 2 pets')
    expect(await screen.findByRole('heading', { name: '2 added' })).toBeVisible()
    expect(sent()).toEqual([
      { name: 'Tom', categoryId: 1 },
      { name: 'Kim', categoryId: 2 },
    ])
  })
})

test('a word that was taken for a category is suggested for the next file, and applied only by a press', async () => {
  const { user } = await pasteRows('name,category\nRex,Hamster\nMia,Hamster')
  await press(user, 'Fix 2 rows')
  const dialog = within(await screen.findByRole('dialog', { name: 'Fix 2 rows' }))
  await user.clear(dialog.getByRole('textbox', { name: 'Category ID' }))
  await user.type(dialog.getByRole('textbox', { name: 'Category ID' }), '6')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Add 2 pets' })
  await clearChangedRows(user)

  await user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
  await user.paste('name,category\nTom,hamster')
  const problems = await screen.findByRole('list', { name: 'Problems' })
  expect(problems).toHaveTextContent(/hamster.*1 row.*Last time:.*Use “Category 6”/)
  expect(screen.queryByRole('button', { name: 'Add 1 pet' })).not.toBeInTheDocument()
  await press(user, 'Use “Category 6”')
  await press(user, 'Add 1 pet')
  expect(await screen.findByRole('heading', { name: '1 added' })).toBeVisible()
  expect(sent()).toEqual([{ name: 'Tom', categoryId: 6 }])
})

test('a row that another tab has just added loses the focus, because "Leave out" is "Include" by now', async () => {
  const { user } = await pasteRows('name,categoryId\nPet 1,1\nOther,1')
  await user.click(await screen.findByRole('button', { name: 'Leave out row 2' }))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Leave out row 2' })).toHaveFocus()
  await saveImport([{ kind: 'added', id: int64('77') }], { isByHand: true })
  otherTabWrites()
  expect(await screen.findByRole('button', { name: 'Include row 2' })).not.toHaveFocus()
})

test('"Include" loses the focus when a pet like the row, which was waiting, may have been added meanwhile', async () => {
  await saveImport([{ kind: 'waiting' }], { isByHand: true })
  await pasteRows('name,categoryId\nPet 1,1\nOther,1')
  expect(await screen.findByText(/still waiting on “Add a pet”/)).toBeVisible()
  const include = screen.getByRole('button', { name: 'Include row 2' })
  include.focus()
  expect(include).toHaveFocus()
  await createIndexedDbLedger().write(async (transaction) => {
    const [entry] = await transaction.findAll(['batch', 'x1'])
    if (entry !== undefined)
      await transaction.put({ ...entry, state: { kind: 'unknown', message: '', endedAt: 0 } })
  })
  otherTabWrites()
  expect(await screen.findByText(/^1 row may already have been added/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Include row 2' })).not.toHaveFocus()
})

test('rows that were not added are corrected in the same import, and nothing else is sent again', async () => {
  const { user } = await pasteRows('name,categoryId\nRex,1\n,2')
  await press(user, 'Add 1 pet')
  expect(await screen.findByRole('heading', { name: '1 added, 1 not sent' })).toBeVisible()
  await press(user, 'Fix 1 row')
  expect(await screen.findByRole('heading', { name: 'Pasted rows · 1 row to fix' })).toBeVisible()
  await user.click(await screen.findByRole('button', { name: /^Fix\s*row 3/ }))
  await user.keyboard('Mia')
  await press(user, 'Save')
  await press(user, 'Add 1 pet')
  expect(await screen.findByRole('heading', { name: '2 added' })).toBeVisible()
  expect(sent()).toMatchObject([{ name: 'Rex' }, { name: 'Mia' }])
  const shown = within(await screen.findByRole('table', { name: 'Rows' })).getAllByRole('row')
  expect(shown.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Row'),
    expect.stringMatching(/^2Rex.*Added/),
    expect.stringMatching(/^3Mia.*Added/),
  ])
})

const LIKE_ROW_2 = /^May already have been added: row 2 of pasted rows, added at .+ \(ID \d+\)\.$/

/** Gives a name to a row that has none. */
async function giveName(user: UserEvent, row: number, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^Fix\\s*row ${row}`) }))
  await user.keyboard(name)
  await press(user, 'Save')
}

/** Adds Rex of row 2, presses "Fix", and names row 3 Rex as well, so that it is left out. */
async function addRexAndNameRow3Rex(rows: string, fixButton: string): Promise<UserEvent> {
  const { user } = await pasteRows(rows)
  await press(user, 'Add 1 pet')
  await press(user, fixButton)
  await giveName(user, 3, 'Rex')
  expect(
    await screen.findByText(/^1 row is like pets that were already added at .+, so it is left out$/),
  ).toBeVisible()
  expect(screen.getByText(LIKE_ROW_2)).toBeVisible()
  return user
}

describe('a row that is corrected to a pet which its import has added', () => {
  test('is left out, and sent once as soon as it is included', async () => {
    const user = await addRexAndNameRow3Rex('name,categoryId\nRex,1\n,1', 'Fix 1 row')
    expect(screen.queryByRole('button', { name: 'Add 1 pet' })).not.toBeInTheDocument()
    await press(user, 'Include them')
    expect(
      screen.getByText(/^1 row is like pets that were already added at .+ and will be added$/),
    ).toBeVisible()
    await press(user, 'Add 1 pet')
    expect(await screen.findByRole('heading', { name: '2 added' })).toBeVisible()
    expect(sent()).toMatchObject([{ name: 'Rex' }, { name: 'Rex' }])
  })

  test('is still left out after other corrections were added, and can be included then', async () => {
    const user = await addRexAndNameRow3Rex('name,categoryId\nRex,1\n,1\n,1', 'Fix 2 rows')
    await giveName(user, 4, 'Mia')
    await press(user, 'Add 1 pet')
    expect(await screen.findByRole('heading', { name: '2 added, 1 left out' })).toBeVisible()
    expect(sent()).toMatchObject([{ name: 'Rex' }, { name: 'Mia' }])
    expect(await screen.findByText('Left out: like pets that were already added')).toBeVisible()
    expect(screen.getByText(LIKE_ROW_2)).toBeVisible()
    await press(user, 'Include them')
    await press(user, 'Resume')
    expect(await screen.findByRole('heading', { name: '3 added' })).toBeVisible()
    expect(sent()).toMatchObject([{ name: 'Rex' }, { name: 'Mia' }, { name: 'Rex' }])
  })
})

test('rows that are corrected to the same pet are ready, and the later one says which row it is the same as', async () => {
  const { user } = await pasteRows('name,categoryId\nMia,1\n,1\n,1')
  await press(user, 'Add 1 pet')
  await press(user, 'Fix 2 rows')
  await giveName(user, 3, 'Rex')
  await giveName(user, 4, 'Rex')
  expect(await screen.findByText('Ready (same as row 3)')).toBeVisible()
  await press(user, 'Add 2 pets')
  expect(await screen.findByRole('heading', { name: '3 added' })).toBeVisible()
  expect(sent()).toMatchObject([{ name: 'Mia' }, { name: 'Rex' }, { name: 'Rex' }])
})

test('a row that is corrected says why the service has rejected it before', async () => {
  petstore.onCreate(() => errorResponse(400, 'Category 1 is closed'))
  const { user } = await pasteRows('name,categoryId\nRex,1')
  await press(user, 'Add 1 pet')
  await press(user, 'Fix 1 row')
  expect(await screen.findByText(/^Rejected before: .*Category 1 is closed/)).toBeVisible()
})

test('corrected rows of an import that was discarded in another tab are not sent, and the page says so', async () => {
  petstore.onCreate(() => errorResponse(400))
  const first = await pasteRows('name,categoryId\nRex,1')
  await press(first.user, 'Add 1 pet')
  await press(first.user, 'Fix 1 row')
  await screen.findByRole('button', { name: 'Add 1 pet' })
  first.unmount()
  const { user } = renderApp('/staging/pets/import')
  await screen.findByRole('button', { name: 'Add 1 pet' })
  await createIndexedDbLedger().write(async (transaction) => {
    for (const { id } of await transaction.imports()) await transaction.deleteImport(id)
  })
  await press(user, 'Add 1 pet')
  expect(await screen.findByRole('alert')).toHaveTextContent('Pasted rows has changed in another tab.')
  await user.click(screen.getByRole('link', { name: 'Overview' }))
  await user.click(await screen.findByRole('link', { name: 'Import' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Pasted rows has changed in another tab.')
  expect(sent()).toHaveLength(1)
})

test('Enter pressed twice at "Cancel" of corrections does not clear the rows that come back', async () => {
  await saveImport([{ kind: 'rejected', message: 'No.' }])
  const first = await pasteRows('name,categoryId\nZoe,2\nKira,2')
  await press(first.user, 'Open')
  await press(first.user, 'Fix 1 row')
  await screen.findByRole('button', { name: 'Cancel' })
  first.unmount()
  const { user } = renderApp('/staging/pets/import')
  const cancel = await screen.findByRole('button', { name: 'Cancel' })
  act(() => cancel.focus())
  await user.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Add 2 pets' })
  await user.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Add 2 pets' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Clear rows' })).not.toHaveFocus()
})

test('the problem of pasted rows is shown at their field', async () => {
  await pasteRows('name,categoryId\n"Rex,1')
  const field = await screen.findByRole('textbox', { name: 'Or paste rows' })
  await waitFor(() => expect(field).toBeInvalid())
  expect(field).toHaveAccessibleDescription(/Row 2 has a quotation mark.*Nothing was imported\./s)
  expect(screen.getByLabelText('Spreadsheet file')).toBeValid()
  expect(screen.queryByRole('table', { name: 'Rows' })).not.toBeInTheDocument()
})

test('a word that is no category, or no status, is replaced for all its rows', async () => {
  const { user } = await pasteRows('name,category,status\nRex,Hamster,gone\nMia,1,Gone\nTom,hamster,')
  const problems = await screen.findByRole('list', { name: 'Problems' })
  expect(problems).toHaveTextContent(/“Hamster” is not a category 2 rows/)
  const fix = () => user.click(within(problems).getAllByRole('button', { name: 'Fix 2 rows' })[0] ?? problems)
  await fix()
  const field = await screen.findByRole('textbox', { name: 'Category ID' })
  await user.keyboard('rodent{Enter}')
  expect(field).toHaveAccessibleDescription(/Choose a category or enter a whole number/)
  await user.clear(field)
  expect(field).toBeValid()
  await user.type(field, 'Cats{Enter}')
  await fix()
  await user.click(screen.getByRole('radio', { name: 'Sold' }))
  await press(user, 'Save')
  expect(await screen.findByRole('button', { name: 'Add 3 pets' })).toBeVisible()
  expect((await rowsShown()).map((cells) => cells.slice(2))).toEqual([
    ['Cats', 'Sold'],
    ['Dogs', 'Sold'],
    ['Cats', 'Not set'],
  ])
})

/** Pastes rows in production, two of which are ready, and presses the button that adds them. */
async function pressAddInProduction(rows = 'name,categoryId\nRex,1\nMia,1') {
  const { user, services } = renderApp('/production/pets/import')
  act(() => services.forEnvironment('production')?.session.signIn(KEY, false))
  await user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
  await user.paste(rows)
  const add = await screen.findByRole('button', { name: 'Add 2 pets' })
  expect(add).toHaveAccessibleDescription('to Production')
  await user.click(add)
  return { user, question: await screen.findByRole('dialog', { name: 'Add 2 pets to Production?' }) }
}

/** Records the pets that production receives. */
function serveProduction() {
  const added: unknown[] = []
  petstore.use(
    http.get('https://petstore.test/v1/pets', () => HttpResponse.json([])),
    http.post('https://petstore.test/v1/pets', async ({ request }) => {
      const pet = (await request.json()) as object
      added.push(pet)
      return HttpResponse.json({ ...pet, id: added.length }, { status: 201 })
    }),
  )
  return added
}

describe('adding to production', () => {
  test('asks first, and says that it cannot be undone', async () => {
    const added = serveProduction()
    const { question } = await pressAddInProduction()
    expect(question).toHaveTextContent('Pets cannot be edited or deleted.')
    expect(added).toEqual([])
  })

  test('says of rows with problems what the result says of them, and of those that are left out, too', async () => {
    serveProduction()
    const rows = [
      'name,categoryId,outcome,id,message',
      'Rex,1,rejected,,',
      'Mia,1,rejected,,',
      'Tom,Hamster,not sent,,',
      ',1,not sent,,',
      'Kim,1,added,7,',
    ].join('\n')
    const { user, question } = await pressAddInProduction(rows)
    expect(question).toHaveTextContent('2 rows with problems will not be sent. 1 row is left out.')
    await user.click(within(question).getByRole('button', { name: 'Add 2 pets' }))
    expect(await screen.findByRole('heading', { name: '2 added, 2 not sent' })).toBeVisible()
  })

  test('does not happen when Enter is pressed once more, because "Cancel" has the focus', async () => {
    const added = serveProduction()
    const { user, question } = await pressAddInProduction()
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(added).toEqual([])
  })

  test('happens when the answer is yes', async () => {
    const added = serveProduction()
    const { user, question } = await pressAddInProduction()
    await user.click(within(question).getByRole('button', { name: 'Add 2 pets' }))
    expect(await screen.findByRole('heading', { name: '2 added' })).toBeVisible()
    expect(added).toHaveLength(2)
  })
})

test('a row that the service rejects says why, and the import continues', async () => {
  petstore.use(
    http.post(`${BASE_URL}/pets`, async ({ request }) =>
      (await request.clone().text()).includes('Mia')
        ? errorResponse(400, 'Category 1 is <b>closed</b>.', 'no_such_category')
        : undefined,
    ),
  )
  const { user } = await pasteRows('name,categoryId\nRex,1\nMia,1\nTom,1')
  await press(user, 'Add 3 pets')
  expect(await screen.findByRole('heading', { name: '2 added, 1 rejected' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Print labels' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/staging\/pets\/labels\?import=\w+$/),
  )
  await user.selectOptions(screen.getByLabelText('Show'), 'rejected')
  expect((await rowsShown()).map(([number]) => number)).toEqual(['3'])
  expect(screen.getByRole('table', { name: 'Rows' })).toHaveTextContent('Category 1 is <b>closed</b>.')
  expect(petstore.posts()).toHaveLength(3)
})

test('pets like a row are pointed out before adding, and one that appeared since is a possible duplicate', async () => {
  const { id } = petstore.db.create({ name: 'rex ', categoryId: int64('1') })
  const { user } = await pasteRows('name,categoryId\nRex,1\nMia,1')
  const duplicates = await screen.findByRole('list', { name: 'Possible duplicates' })
  expect(duplicates).toHaveTextContent(/^Like a pet in Staging 1 row/)
  expect(await screen.findByText(`Ready (like ID ${id})`)).toBeVisible()
  const other: { id?: string } = {}
  petstore.use(
    http.post(`${BASE_URL}/pets`, () => {
      other.id ??= petstore.db.create({ name: 'MIA', categoryId: int64('1') }).id
    }),
  )
  await press(user, 'Add 2 pets')
  expect(await screen.findByRole('heading', { name: '2 added' })).toBeVisible()
  const link = await screen.findByRole('link', { name: `MIA, ID ${other.id}` })
  expect(link).toHaveAttribute('href', `/staging/pets/${other.id}`)
  expect(screen.getByRole('list', { name: 'Possible duplicates' })).toHaveTextContent('matches row 3')
})

test('visiting another page does not interrupt an import, and an open list shows the new pets', async () => {
  const { user } = await pasteRows('name,categoryId\nRex,1\nMia,1')
  const response = Promise.withResolvers<undefined>()
  petstore.use(http.post(`${BASE_URL}/pets`, () => response.promise, { once: true }))
  await press(user, 'Add 2 pets')
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Pets' }))
  // The link is in the menu, which is a popover on a phone.
  await screen.findByRole('link', { name: 'Importing 0 of 2', hidden: true })
  await screen.findByText('No pets in Staging yet')
  response.resolve(undefined)
  expect(await screen.findByRole('link', { name: 'Mia' })).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Importing/, hidden: true })).not.toBeInTheDocument()
})

test('an import belongs to its base URL', async () => {
  await saveImport([{ kind: 'waiting' }], { baseUrl: 'https://old.test/v1' })
  renderApp('/staging/pets/import')
  const saved = await screen.findByRole('region', { name: 'Saved imports' })
  expect(saved).toHaveTextContent(
    'Started for https://old.test/v1. Staging now uses another address, so this import cannot continue.',
  )
  const buttons = within(saved).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Download report', 'Discard'])
})

test('the question before discarding tells the import by its name and its time, as the list does', async () => {
  const startedAt = Date.parse('2026-01-02T08:05')
  await saveImport([{ kind: 'waiting' }], { startedAt })
  const { user } = renderApp('/staging/pets/import')
  await press(user, 'Discard')
  const question = screen.getByRole('dialog', { name: 'Discard this import?' })
  const timeAndCounts = `${formatTime(startedAt)} · 0 added, 1 waiting`
  // A time may have non-breaking spaces, which would otherwise be compared with normal ones.
  const asWritten = { normalizeWhitespace: false }
  expect(question).toHaveTextContent(`delivery.csv · ${timeAndCounts}`, asWritten)
  const savedImports = screen.getByRole('region', { name: 'Saved imports' })
  expect(savedImports).toHaveTextContent(timeAndCounts, asWritten)
})

test('discarding asks first, and remembers what was added, and what may have been', async () => {
  await saveImport([
    { kind: 'added', id: int64('9') },
    { kind: 'waiting' },
    { kind: 'unknown', message: '', endedAt: 0 },
  ])
  const { user } = renderApp('/staging/pets/import')
  await press(user, 'Discard')
  const question = screen.getByRole('dialog', { name: 'Discard this import?' })
  expect(question).toHaveTextContent('1 added, 1 needs your decision, 1 waiting')
  expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(within(question).getByRole('button', { name: 'Discard import' }))
  await waitFor(() => expect(screen.queryByText('delivery.csv')).not.toBeInTheDocument())
  await user.click(screen.getByRole('textbox', { name: 'Or paste rows' }))
  await user.paste('name,categoryId\nPet 1,1\nPet 2,1\nPet 3,1')
  // The first one was added in another sign-in, whose key may have seen other pets.
  expect(
    await screen.findByText(/^2 rows may already have been added at .+, so they are left out$/),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add 1 pet' })).toBeVisible()
})

test('forty pets with eleven problems are ready to be added after a few presses', async () => {
  const good = Array.from({ length: 29 }, (_, index) => `Pet ${index},${(index % 3) + 1},available`)
  const problems = [
    'Ada,dog,sold',
    'Bo,dog,',
    'Cleo,DOG,pending',
    'Dex,cat,sold',
    'Eve,2,availible',
    'Fox,2,availible',
    'Gil,Hamster,sold',
    'Hex,Hamster,sold',
    ',1,sold',
    'Ivy,9.00719925474099E+15,',
    'Total,40,',
  ]
  const { user } = await pasteRows(['name,categoryId,status', ...good, ...problems].join('\n'))
  const click = vi.spyOn(user, 'click')
  await press(user, 'Use 3 suggestions')
  await press(user, 'Fix 2 rows')
  await screen.findByRole('textbox', { name: 'Category ID' })
  await user.keyboard('7{Enter}')
  await press(user, 'Fix 1 row')
  await user.keyboard('Jim{Enter}')
  await press(user, 'This ID is right')
  await press(user, 'Leave it out')
  await press(user, 'Add 39 pets')
  expect(click.mock.calls.length).toBeLessThanOrEqual(8)
  // A busy machine takes long for so many requests.
  await waitFor(() => expect(petstore.posts()).toHaveLength(39), { timeout: 45_000 })
  expect(await screen.findByRole('heading', { name: '39 added' })).toBeVisible()
})

/** Pastes rows with eight problems, six of which are shown at first, and presses "Show 2 more". */
async function showMoreProblems() {
  const words = ['ape', 'bat', 'cod', 'doe', 'elk', 'fox', 'gnu', 'hen']
  const { user } = await pasteRows(
    ['name,category', ...words.map((word) => `Pet of ${word},${word}`)].join('\n'),
  )
  const more = await screen.findByRole('button', { name: 'Show 2 more' })
  act(() => more.focus())
  await user.keyboard('{Enter}')
  expect(more).not.toBeInTheDocument()
  return { user, reasons: within(screen.getByRole('list', { name: 'Problems' })).getAllByRole('listitem') }
}

describe('"Show 2 more" below the problems', () => {
  test('moves the focus to the first new problem, whose first button comes next', async () => {
    const { user, reasons } = await showMoreProblems()
    expect(reasons[6]).toHaveFocus()
    expect(reasons[6]).toHaveAccessibleName('“gnu” is not a category 1 row')
    await user.tab()
    expect(screen.getAllByRole('button', { name: 'Fix 1 row' })[6]).toHaveFocus()
  })

  test('decides nothing when Enter is pressed twice', async () => {
    const { user } = await showMoreProblems()
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

/** Pastes these rows while an earlier import has added Pet 1 and Pet 2, and includes Pet 1. */
async function includePet1(text: string) {
  await saveImport([
    { kind: 'added', id: int64('501') },
    { kind: 'added', id: int64('502') },
  ])
  const { user } = await pasteRows(text)
  const table = await screen.findByRole('table', { name: 'Rows' })
  await waitFor(() => expect(table).toHaveTextContent('Left out'))
  await press(user, 'Include them')
  expect(await screen.findByRole('button', { name: 'Add 1 pet' })).toBeVisible()
  return { user, table }
}

describe('a row that was included although an earlier import has added its pet', () => {
  test('is asked about anew once its name is that of another pet', async () => {
    const { user, table } = await includePet1('name,categoryId\nPet 1,1')
    await press(user, /^Edit/)
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit row 2' }))
    await user.clear(dialog.getByRole('textbox', { name: 'Name' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Pet 2')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(table).toHaveTextContent('Left out'))
    expect(screen.queryByRole('button', { name: 'Add 1 pet' })).not.toBeInTheDocument()
  })

  test('is asked about anew once another column is its name', async () => {
    const { user } = await includePet1('name,nick,categoryId\nPet 1,Pet 2,1')
    const column = screen.getByRole('combobox', { name: 'Name column' })
    await user.selectOptions(column, within(column).getByRole('option', { name: /^nick/ }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add 1 pet' })).not.toBeInTheDocument())
  })
})
