// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { formatTime } from '#src/lib/format-time.ts'
import { newEntry } from '#src/outbox/entry.ts'
import { createIndexedDbLedger } from '#src/outbox/ledger/indexed-db.ts'
import { enterPet, findItem, press, visit } from '#tests/support/add-page.ts'
import { pasteRows, saveImport } from '#tests/support/import-page.ts'
import { BASE_URL, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'
import { spreadsheetBytes } from '#tests/support/spreadsheet-files.ts'

const petstore = usePetstoreServer()

const button = (name: string) => screen.queryByRole('button', { name })

/** Chooses a workbook with four pets, of which the spreadsheet hides two. */
async function chooseFilteredRows(user: UserEvent): Promise<void> {
  const file = new File([spreadsheetBytes('filtered-rows.xlsx')], 'delivery.xlsx')
  await user.upload(await screen.findByLabelText('Spreadsheet file'), file)
  await screen.findByRole('table', { name: 'Rows' })
}

/** Imports all rows of the workbook, and chooses it once more. */
async function chooseTheSameFileAgain() {
  const { user } = renderApp('/staging/pets/import')
  await chooseFilteredRows(user)
  await press(user, 'Include hidden rows')
  await press(user, 'Add 4 pets')
  await screen.findByRole('heading', { name: '4 added' })
  await press(user, 'Import another file')
  await chooseFilteredRows(user)
  await screen.findByText('2 rows are hidden in the spreadsheet, so they are left out')
  return user
}

describe('A row that is included although another reason leaves it out, too,', () => {
  test('is left out for that reason, where it was hidden and the app has said nothing else of it.', async () => {
    const user = await chooseTheSameFileAgain()
    expect(
      await screen.findByText(/^2 rows were already added (at|by) .+, so they are left out$/),
    ).toBeVisible()
    await press(user, 'Include row 3')
    expect(
      await screen.findByText(/^3 rows were already added (at|by) .+, so they are left out$/),
    ).toBeVisible()
    expect(screen.getByText('1 row is hidden in the spreadsheet, so it is left out')).toBeVisible()
    expect(screen.queryByText(/hidden in the spreadsheet and will be added/)).not.toBeInTheDocument()
    expect(button('Add 1 pet')).not.toBeInTheDocument()
    expect(screen.getByText('No rows are ready to add.')).toBeVisible()
  })

  test('is left out for that reason, where the person had left it out and its pet was added meanwhile.', async () => {
    const { user } = await pasteRows('name,category\nRex,1\nLuna,2\nRex,1')
    await press(user, 'Leave out row 2')
    await visit(user, 'Add pet')
    await enterPet(user, 'Rex')
    await findItem(/Rex.*Added \(ID/s)
    await visit(user, 'Import')
    expect(await screen.findByText(/^1 row was already added at .+, so it is left out$/)).toBeVisible()
    await press(user, 'Include row 2')
    expect(
      await screen.findByText(
        /^2 rows are like pets that were already added (at|by) .+, so they are left out$/,
      ),
    ).toBeVisible()
    await press(user, 'Add 1 pet')
    await screen.findByRole('heading', { name: '1 added, 2 left out' })
    expect(petstore.db.all().map(({ name }) => name)).toEqual(['Luna', 'Rex'])
  })
})

describe('What is said of several rows is true of each of them:', () => {
  test('rows that were already added, of which one is included.', async () => {
    const { user } = await pasteRows('name,category\nRex,1\nLuna,2')
    await press(user, 'Add 2 pets')
    await screen.findByRole('heading', { name: '2 added' })
    await press(user, 'Import another file')
    await user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
    await user.paste('name,category\nRex,1\nLuna,2')
    expect(
      await screen.findByText(/^2 rows were already added (at|by) .+, so they are left out$/),
    ).toBeVisible()
    await press(user, 'Include row 2')
    expect(await screen.findByText(/^1 row was already added at .+, so it is left out$/)).toBeVisible()
    expect(screen.getByText(/^1 row was already added at .+ and will be added again$/)).toBeVisible()
    expect(button('Add 1 pet')).toBeVisible()
    await press(user, 'Leave them out')
    await waitFor(() => expect(button('Add 1 pet')).not.toBeInTheDocument())
  })

  test('hidden rows, of which one is included.', async () => {
    const { user } = renderApp('/staging/pets/import')
    await chooseFilteredRows(user)
    await press(user, 'Include row 3')
    expect(button('Add 3 pets')).toBeVisible()
    expect(screen.getByText('1 row is hidden in the spreadsheet, so it is left out')).toBeVisible()
    expect(screen.getByText('1 row is hidden in the spreadsheet and will be added')).toBeVisible()
    await press(user, 'Leave hidden rows out')
    expect(button('Add 2 pets')).toBeVisible()
  })
})

test('A pet that was added before signing out is not said to have been added, because the next key may see other pets.', async () => {
  const { user } = await pasteRows('name,category\nRex,1')
  await press(user, 'Add 1 pet')
  await screen.findByRole('heading', { name: '1 added' })
  await press(user, 'Import another file')
  await user.click(screen.getByRole('button', { name: 'Sign out', hidden: true }))
  await user.type(await screen.findByLabelText('API key'), `${KEY}{Enter}`)
  await user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
  await user.paste('name,category\nRex,1')
  expect(
    await screen.findByText(/^1 row may already have been added at .+, so it is left out$/),
  ).toBeVisible()
})

test('All words that one press gives a category are remembered.', async () => {
  const { user } = await pasteRows('name,category\nRex,Dogss\nMia,Catss')
  await press(user, 'Use 2 suggestions')
  await screen.findByRole('button', { name: 'Add 2 pets' })
  const stored = Object.entries(window.localStorage).find(([name]) => name.includes('category-words'))
  expect(JSON.parse(stored?.[1] ?? 'null')).toEqual([
    ['dogss', '1'],
    ['catss', '2'],
  ])
})

test('The review says when a pet was added, and not when it was entered.', async () => {
  const [enteredAt, sentAt] = [5, 1].map((hours) => Date.now() - hours * 60 * 60 * 1000) as [number, number]
  await createIndexedDbLedger().write(async (ledger) =>
    ledger.put({
      ...newEntry({
        environmentId: 'staging',
        baseUrl: BASE_URL,
        batch: 'visit',
        position: 0,
        sequence: await ledger.takeSequence(1),
        newPet: { name: 'Rex', categoryId: int64('1'), status: undefined },
        enteredAt,
        state: { kind: 'added', id: int64('7') },
      }),
      sentAt,
    }),
  )
  await pasteRows('name,categoryId\nRex,1')
  expect(await screen.findByText(/already have been added at/)).toHaveTextContent(formatTime(sentAt))
})

test('Rows that were added when the environment had another address are left out.', async () => {
  await saveImport(
    [{ kind: 'added', id: int64('1') }, { kind: 'added', id: int64('2') }, { kind: 'waiting' }],
    {
      baseUrl: 'https://old.petstore.test/v1',
    },
  )
  // Pet 3 was never sent, and cannot be any more.
  await pasteRows('name,category\nPet 1,1\nPet 2,1\nPet 3,1')
  // That may be another service.
  expect(
    await screen.findByText(
      /^2 rows may already have been added at .+ at a former address, so they are left out$/,
    ),
  ).toBeVisible()
  expect(button('Add 1 pet')).toBeVisible()
})

/** Pastes these rows, of which nothing but their order says what their columns are. */
async function pasteRowsWithoutHeadings(rows: readonly string[]) {
  const { user } = await pasteRows(rows.join('\n'))
  const chooseColumn = async (field: string, column: string) =>
    user.selectOptions(await screen.findByRole('combobox', { name: field }), column)
  await chooseColumn('Name column', 'Column 1 (Rex)')
  await chooseColumn('Category ID column', 'Column 2 (Dogs)')
}

describe('Rows that were copied out of the report of another device,', () => {
  const maySentence = '2 rows may already have been added, as the report says, so they are left out'
  const waitedSentence =
    '2 rows were not sent yet when the report was created, and may have been sent since, so they are left out'

  test.each([
    ['unknown', 'Staging did not respond.', maySentence],
    ['unknown', 'Something between you and Staging may have answered (HTTP 502).', maySentence],
    ['waiting', 'Not sent yet', waitedSentence],
  ])('are left out also without its headings: %s, “%s”', async (outcome, message, sentence) => {
    await pasteRowsWithoutHeadings([
      `Rex\tDogs\tavailable\t${outcome}\t\t${message}`,
      `Mia\tDogs\tavailable\t${outcome}\t\t${message}`,
    ])
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByText('No rows are ready to add.')).toBeVisible()
  })

  test('are asked about where nothing but the outcome is left of the report, under another heading.', async () => {
    const { user } = await pasteRows(
      'name,categoryId,result\nRex,Dogs,unknown\nMia,Dogs,waiting\nTom,Dogs,rejected',
    )
    const question = '“result” may be from the report of an import, so 2 rows may already have been added'
    expect(await screen.findByText(question)).toBeVisible()
    expect(screen.getByRole('group', { name: 'Rows to add' })).toHaveTextContent(
      '3 ready 2 maybe sent before',
    )
    const rowOfMia = await screen.findByRole('row', { name: /Mia/ })
    expect(rowOfMia).toHaveTextContent('Ready (may have been sent before)')
    await press(user, 'Leave them out')
    expect(await screen.findByRole('button', { name: 'Add 1 pet' })).toBeVisible()
    expect(screen.queryByText(question)).not.toBeInTheDocument()
  })

  test('are asked about before they are added to production.', async () => {
    const production = {
      id: 'production',
      name: 'Production',
      baseUrl: BASE_URL,
      kind: 'production',
    } as const
    const { user } = renderApp('/production/pets/import', { environments: [production] })
    await user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
    await user.paste('name,categoryId,result\nRex,Dogs,unknown\nMia,Dogs,unknown\nTom,Dogs,rejected')
    await press(user, 'Add 3 pets')
    expect(await screen.findByRole('dialog')).toHaveTextContent('2 of these may have been sent before.')
  })
})
