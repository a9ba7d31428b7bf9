// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw/http'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { EntryState } from '#src/outbox/entry.ts'
import { add, addPet, expectItems, fill, press, visit } from '#tests/support/add-page.ts'
import { errorResponse, int64, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'
import { saveImport } from '#tests/support/import-page.ts'

const petstore = usePetstoreServer()

beforeEach(() => {
  window.print = vi.fn<() => void>()
})

const create = (...names: string[]) =>
  names.map((name) => petstore.db.create({ name, categoryId: int64('1') }).id)
const labelsOf = (ids: readonly string[]) => `/staging/pets/labels?ids=${ids.join(',')}`
const findLabels = async () =>
  within(await screen.findByRole('list', { name: 'Labels' })).findAllByRole('listitem')
const startField = () => screen.getByRole('spinbutton', { name: 'Start at label' })
const sheetField = () => screen.getByRole('combobox', { name: 'Sheet' })

/** Returns the texts of each label, and whether it has its code. */
const shown = async () => {
  const all = await findLabels()
  return all.map((label) => {
    const texts = [...label.querySelectorAll('p')].map(({ textContent }) => textContent)
    const id = texts.at(-1) ?? ''
    within(label).getByRole('img', { name: `QR code for ${id}` })
    return texts.join(' | ')
  })
}

test('a label has the environment, name, category, status, ID and code of its pet', async () => {
  petstore.db.create({ id: int64('981'), name: 'Rex', categoryId: int64('1'), status: 'available' })
  petstore.db.create({
    id: int64('9223372036854775807'),
    name: ' ',
    categoryId: int64('77'),
    status: undefined,
  })
  petstore.db.create({ id: int64('-1'), name: 'سمكة', categoryId: int64('2'), status: 'sold' })
  renderApp(labelsOf(['981', '9223372036854775807', '-1']))
  expect(await shown()).toEqual([
    'Staging | Rex | DogsAvailable | ID 981',
    'Staging | (no name) | Category 77Not set | ID 9223372036854775807',
    'Staging | سمكة | CatsSold | ID -1',
  ])
  expect(screen.getByText('سمكة')).toHaveAttribute('dir', 'auto')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Labels')
  expect(document.title).toBe('Labels · Staging · Petstore Admin')
})

describe('requests', () => {
  test('are not sent for the rows of the list, which are printed as they are shown', async () => {
    const [rex, , roxy] = create('Rex', 'Mochi', 'Roxy')
    const { user, address } = renderApp('/staging/pets?q=r&sort=-name')
    await user.click(await screen.findByRole('link', { name: 'Print labels' }))
    expect(await shown()).toEqual([
      `Staging | Roxy | DogsAvailable | ID ${roxy}`,
      `Staging | Rex | DogsAvailable | ID ${rex}`,
    ])
    expect(address()).toBe(labelsOf([roxy ?? '', rex ?? '']))
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=20'])
    await user.click(screen.getByRole('button', { name: 'Print 2 labels' }))
    expect(window.print).toHaveBeenCalledOnce()
  })

  test('are sent for pets that no list has, one after the other, and the page says so', async () => {
    const ids = create('Rex', 'Mochi')
    petstore.onList(() => Response.json([]))
    renderApp(labelsOf(ids))
    expect(await findLabels()).toHaveLength(2)
    expect(petstore.requestLines()).toEqual([
      'GET /pets?limit=100',
      'GET /pets?limit=100&status=available',
      'GET /pets?limit=100&status=pending',
      'GET /pets?limit=100&status=sold',
      `GET /pets/${ids[0]}`,
      `GET /pets/${ids[1]}`,
    ])
  })

  test('do not rule out an ID that no list has, after the removal of the operation', async () => {
    petstore.onGet(() => errorResponse(410))
    petstore.onList(() =>
      Response.json(
        Array.from({ length: 100 }, (_, index) => ({ id: index + 1, name: 'Rex', categoryId: 1 })),
      ),
    )
    renderApp(labelsOf(['7', '555', '556']))
    expect(await findLabels()).toHaveLength(1)
    expect(screen.getByRole('alert')).toHaveTextContent(
      'No label for IDs 555, 556: not found in Staging (may still exist).',
    )
    // The lists are not read again for each pet.
    expect(petstore.requestLines()).toHaveLength(6)
  })

  test('say when they fail, the pets that were found have labels, and the rest can be tried again', async () => {
    const ids = create('Rex', 'Mochi', 'Luna')
    petstore.onList(() => Response.json([{ id: Number(ids[0]), name: 'Rex', categoryId: 1 }]))
    petstore.onGet(() => errorResponse(403, 'Not for you'))
    const { user } = renderApp(labelsOf(ids))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(
      '2 labels are missing.Your key for Staging does not have permission to do this. Staging said: Not for you',
    )
    expect(await findLabels()).toHaveLength(1)
    petstore.restore()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    expect(await findLabels()).toHaveLength(3)
  })

  test('give the first pets their labels, however long the others take', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const ids = create('Rex', 'Mochi', 'Luna')
    petstore.onList(() => Response.json([]))
    const left = [...ids]
    petstore.onGet(() => {
      vi.setSystemTime(Date.now() + 40_000)
      return Response.json({ id: Number(left.shift()), name: 'Rex', categoryId: 1 })
    })
    renderApp(labelsOf(ids))
    expect(await findLabels()).toHaveLength(3)
  })

  test.each([
    ['prints once they are read', ['Rex', 'Mochi'], 1],
    ['does not print where one is not found', ['Rex'], 0],
  ])('"p" %s', async (_title, names, printed) => {
    const ids = create('Rex', 'Mochi')
    const { promise: held, resolve } = Promise.withResolvers<undefined>()
    petstore.onList(async () => {
      await held
      return Response.json(
        names.map((name, index) => ({ id: Number(ids[index]), name, categoryId: 1, status: 'sold' })),
      )
    })
    petstore.onGet(() => errorResponse(404))
    const { user } = renderApp(labelsOf(ids))
    await screen.findByText('Reading the pets of Staging…')
    await user.keyboard('p')
    expect(screen.getByText('Reading the pets of Staging… Then the labels print.')).toBeVisible()
    expect(window.print).not.toHaveBeenCalled()
    resolve(undefined)
    expect(await findLabels()).toHaveLength(names.length)
    expect(window.print).toHaveBeenCalledTimes(printed)
  })

  test('say when they take long, and can be cancelled', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 })
    onTestFinished(() => void vi.useRealTimers())
    const ids = create('Rex', 'Mochi')
    petstore.onList(() => Response.json([{ id: Number(ids[0]), name: 'Rex', categoryId: 1 }]))
    petstore.onGet(() => Promise.withResolvers<Response>().promise)
    renderApp(labelsOf(ids))
    expect(await screen.findByText('Reading the pets of Staging…')).toBeVisible()
    await waitFor(() => expect(petstore.requestLines()).toHaveLength(5))
    await vi.advanceTimersByTimeAsync(3000)
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    cancel.click()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '1 label is missing.Request cancelled before Staging responded.',
    )
    expect(await findLabels()).toHaveLength(1)
  })
})

describe('the address', () => {
  test.each(['/staging/pets/labels', '/staging/pets/labels?ids='])(
    '%s says where labels come from',
    async (path) => {
      renderApp(path)
      expect(
        await screen.findByText('No labels to print. Open a pet or the list, then “Print labels”.'),
      ).toBeVisible()
      expect(screen.getByRole('link', { name: 'Go to pets' })).toHaveAttribute('href', '/staging/pets')
      expect(petstore.requestLines()).toEqual([])
    },
  )

  test('names texts that are no ID, or not found, and the others have labels, each once and in their order', async () => {
    const [rex, mochi, luna] = create('Rex', 'Mochi', 'Luna')
    const first = `,abc,${mochi},+${rex};1.5,0${mochi},,abc`
    const { unmount } = renderApp(`/staging/pets/labels?ids=${first}&ids=9223372036854775808,${luna},5`)
    expect(await shown()).toEqual(
      [mochi, rex, luna].map((id): unknown => expect.stringMatching(` ID ${id}$`)),
    )
    expect(screen.getByRole('alert')).toHaveTextContent(
      'No label for IDs abc, 1.5, 9223372036854775808, 5: not found in Staging.',
    )
    unmount()
    renderApp(labelsOf(Array.from({ length: 700 }, (_, index) => `a${index}`)))
    expect(await screen.findByRole('alert')).toHaveTextContent(/Details.*a698\W+a699\W*$/)
  })

  test('names a long text that is no ID by its beginning', async () => {
    renderApp(labelsOf(['x'.repeat(100)]))
    expect(await screen.findByRole('alert')).toHaveTextContent(new RegExp(`[^x]x{40}…[^x]*$`))
  })

  test('leads to the list of pets if none of them was found, and only then', async () => {
    const { unmount } = renderApp(labelsOf(['555']))
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('link', { name: 'Go to pets' })).toHaveAttribute('href', '/staging/pets')
    unmount()
    renderApp(labelsOf([...create('Rex'), '555']))
    await findLabels()
    expect(screen.queryByRole('link', { name: 'Go to pets' })).not.toBeInTheDocument()
  })

  test('counts an import only if there are no IDs', async () => {
    renderApp(`${labelsOf(create('Rex'))}&import=x1`)
    expect(await shown()).toEqual([expect.stringContaining('Rex')])
  })
})

const places = () => screen.getByRole('list', { name: 'Labels' }).firstElementChild?.children

/** Opens the labels of two pets and starts them at this place of the sheet. */
async function startAt(place: string) {
  const { user } = renderApp(labelsOf(create('Rex', 'Mochi')))
  await findLabels()
  await user.clear(startField())
  await user.type(startField(), place)
  return user
}

describe('the sheet', () => {
  test('has four kinds', async () => {
    renderApp(labelsOf(create('Rex')))
    await findLabels()
    const options = within(sheetField()).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'A4, 24 labels (70 × 37 mm)',
      'A4, 14 labels (99.1 × 38.1 mm)',
      'US Letter, 30 labels (2⅝ × 1 in)',
      'One label a page (62 × 29 mm)',
    ])
  })

  test('has no more places than labels', async () => {
    const user = await startAt('25')
    await user.keyboard('{Enter}')
    expect(startField()).toHaveAccessibleDescription(/Enter 1 to 24/)
  })

  test('is filled from the chosen place on, and the next sheet has the rest', async () => {
    await startAt('24')
    expect(await screen.findByText('2 sheets. Next free label: 2')).toBeVisible()
    await waitFor(() => expect(places()).toHaveLength(24))
    expect(startField()).toHaveAttribute('aria-valuenow', '24')
  })

  test('starts one place earlier or later by the arrow keys, within the sheet', async () => {
    const user = await startAt('24')
    await user.keyboard('{ArrowUp}')
    expect(startField()).toHaveValue('24')
    await user.keyboard('{ArrowDown}')
    expect(startField()).toHaveValue('23')
    expect(await screen.findByText('1 sheet')).toBeVisible()
  })

  test('starts at its only place when it has one label', async () => {
    const user = await startAt('24')
    await user.selectOptions(sheetField(), 'One label a page (62 × 29 mm)')
    expect(startField()).toHaveValue('1')
    expect(await screen.findByText('2 sheets')).toBeVisible()
    await user.type(startField(), '{ArrowUp}')
    expect(startField()).toHaveValue('1')
  })

  test('stays as it was chosen, also on the page of one pet', async () => {
    const { user } = renderApp(labelsOf(create('Rex')))
    await findLabels()
    await user.selectOptions(sheetField(), 'US Letter, 30 labels (2⅝ × 1 in)')
    await user.click(screen.getByRole('link', { name: 'Pets' }))
    await user.click(await screen.findByRole('link', { name: 'Print labels' }))
    await findLabels()
    expect(sheetField()).toHaveDisplayValue('US Letter, 30 labels (2⅝ × 1 in)')
    await user.click(screen.getByRole('link', { name: 'Pets' }))
    await user.click(await screen.findByRole('link', { name: 'Rex' }))
    const label = await screen.findByRole('img', { name: 'The label as it will print' })
    expect(label).toHaveStyle({ '--label-height': '25.4' })
  })
})

const added = (id?: string): EntryState => ({ kind: 'added', id: id === undefined ? undefined : int64(id) })

/**
 * The state of a row whose answer had another name or category than the row, as an older version
 * has written it.
 */
const changedTo = (id: string): EntryState => ({ kind: 'added', id: int64(id), isChanged: true })

const openImport = () => renderApp('/staging/pets/labels?import=x1')

describe('an import', () => {
  test('has labels for the pets that were added, without a request, and names the rows without a label', async () => {
    const unknown = { kind: 'unknown', message: '', endedAt: 0 } as const
    const rejected = { kind: 'rejected', message: 'no' } as const
    await saveImport([
      added('9'),
      rejected,
      added('9223372036854775807'),
      added(),
      { kind: 'waiting' },
      unknown,
    ])
    openImport()
    expect(await shown()).toEqual([
      'Staging | Pet 1 | DogsNot set | ID 9',
      'Staging | Pet 3 | DogsNot set | ID 9223372036854775807',
    ])
    const alert = screen.getByRole('alert')
    expect(alert).toHaveTextContent('Marked as added without an ID, so there is no label: row 5.')
    expect(alert).toHaveTextContent('Without a label yet: 2 rows, waiting or unknown.')
    expect(petstore.requestLines()).toEqual([])
  })

  test('says of rows that were left out that they have no label yet', async () => {
    await saveImport([added('9'), { kind: 'held', by: [] }, { kind: 'held', by: [] }])
    openImport()
    expect(await screen.findByRole('alert')).toHaveTextContent('Without a label yet: 2 rows, left out.')
  })

  test('shows a pet as the service has it, without a request', async () => {
    const savedAs = { name: 'PET 1', categoryId: int64('1'), status: 'sold' }
    await saveImport([{ kind: 'added', id: int64('9'), savedAs }, added('10')])
    openImport()
    expect(await shown()).toEqual([
      'Staging | PET 1 | DogsSold | ID 9',
      'Staging | Pet 2 | DogsNot set | ID 10',
    ])
    expect(petstore.requestLines()).toEqual([])
  })

  test('shows a pet as a list has just shown it, because somebody may have sold the pet since it was added', async () => {
    petstore.db.create({ id: int64('9'), name: 'Pet 1', categoryId: int64('1'), status: 'sold' })
    await saveImport([added('9'), { kind: 'rejected', message: 'no' }])
    const { user } = renderApp('/staging/pets')
    await screen.findByRole('link', { name: 'Pet 1' })
    await visit(user, 'Import')
    await press(user, 'Open')
    await user.click(await screen.findByRole('link', { name: 'Print labels' }))
    expect(await shown()).toEqual(['Staging | Pet 1 | DogsSold | ID 9'])
  })

  test('loads a pet that the service has changed, if the record of an older version does not say how', async () => {
    petstore.db.create({ id: int64('9'), name: 'Rex Royal', categoryId: int64('2'), status: 'available' })
    await saveImport([changedTo('9'), added('10')])
    openImport()
    expect(await shown()).toEqual([
      'Staging | Rex Royal | CatsAvailable | ID 9',
      'Staging | Pet 2 | DogsNot set | ID 10',
    ])
  })

  test('names the row to which the service gave the ID of another row', async () => {
    await saveImport([changedTo('9'), added('9'), added('10')])
    openImport()
    expect(await shown()).toEqual([
      'Staging | Pet 2 | DogsNot set | ID 9',
      'Staging | Pet 3 | DogsNot set | ID 10',
    ])
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Has the ID of another row, so there is no label: row 2.',
    )
    expect(petstore.requestLines()).toEqual([])
  })

  test('names a changed pet that is not found', async () => {
    await saveImport([changedTo('9'), added('10')])
    openImport()
    expect(await screen.findByText(/^No label for ID 9: not found in Staging/)).toBeVisible()
    expect(await shown()).toEqual(['Staging | Pet 2 | DogsNot set | ID 10'])
  })

  test('shows labels of more than 1,000 pets in parts', async () => {
    await saveImport(Array.from({ length: 1002 }, (_, index) => added(String(index + 1))))
    const { user } = openImport()
    expect(
      await screen.findByText('Labels 1 to 1,000 of 1,002. 42 sheets. Next free label: 17'),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Next 2 labels' }))
    expect(screen.getByRole('button', { name: 'Print 2 labels' })).toBeVisible()
    await waitFor(async () => expect(await findLabels()).toHaveLength(2))
    expect(screen.getByText('Labels 1,001 to 1,002 of 1,002. 1 sheet. Next free label: 3')).toBeVisible()
  })

  test('says so if no pet was added', async () => {
    await saveImport([{ kind: 'rejected', message: 'no' }])
    openImport()
    expect(await screen.findByText('This import has added no pets with an ID.')).toBeVisible()
  })

  test('says so if it is not in this browser, or belongs to another environment', async () => {
    const first = openImport()
    expect(await screen.findByRole('alert')).toHaveTextContent('This browser has no such import to Staging.')
    first.unmount()
    await saveImport([added('9')], { environmentId: 'production', baseUrl: 'https://petstore.test/v1' })
    openImport()
    expect(await screen.findByRole('alert')).toHaveTextContent('This browser has no such import to Staging.')
    expect(screen.queryByRole('list', { name: 'Labels' })).not.toBeInTheDocument()
  })

  test('cannot be read while the browser blocks storage, and can be read once it does not', async () => {
    await saveImport([added('9')])
    const working = globalThis.indexedDB
    globalThis.indexedDB = Object.create(working, {
      open: {
        value: () => {
          throw new DOMException('no', 'SecurityError')
        },
      },
    })
    const { user } = openImport()
    expect(await screen.findByRole('alert')).toHaveTextContent('Your browser did not let the app read')
    globalThis.indexedDB = working
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await findLabels()).toHaveLength(1)
  })
})

test('pets that were just added have a link to their labels', async () => {
  const { user } = await addPet('Rex')
  await fill(user, 'Mochi', '1')
  await add(user)
  await expectItems(/Mochi.*Added/, /Rex.*Added/)
  await user.click(screen.getByRole('link', { name: 'Print 2 labels' }))
  expect(await findLabels()).toHaveLength(2)
})

test('two pets that were just added, and to which the service gave the same ID, have one label', async () => {
  petstore.onCreate(() => HttpResponse.json({ id: 7, name: 'Rex', categoryId: 1 }, { status: 201 }))
  const { user } = await addPet('Rex')
  await fill(user, 'Mochi', '1')
  await add(user)
  await expectItems(/Mochi.*Added/, /Rex.*Added/)
  expect(screen.getByRole('link', { name: 'Print 1 label' })).toBeVisible()
})

describe('the sheet', () => {
  test('shows all its places, numbered, and the labels start where one is pressed', async () => {
    const { user } = renderApp(labelsOf(create('Rex')))
    await findLabels()
    await user.click(screen.getByTitle('Start at label 5'))
    expect(startField()).toHaveValue('5')
    expect(screen.getByText('1 sheet. Next free label: 6')).toBeVisible()
    expect(screen.getByTitle('Start at label 24')).toBeInTheDocument()
  })

  test('can be started at a place that has a label, too', async () => {
    const { user } = renderApp(labelsOf(create('Rex', 'Mia')))
    await findLabels()
    await user.click(screen.getByTitle('Start at label 2'))
    expect(startField()).toHaveValue('2')
  })

  test('does not have the labels that are left out, until they are included again', async () => {
    const [rex, mia] = create('Rex', 'Mia')
    const { user } = renderApp(labelsOf([rex ?? '', mia ?? '']))
    await findLabels()
    await user.click(screen.getByRole('button', { name: `Leave out Rex, ID ${rex}` }))
    expect(await shown()).toEqual([`Staging | Mia | DogsAvailable | ID ${mia}`])
    expect(screen.getByText('1 label is left out.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Print 1 label' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: `Leave out Mia, ID ${mia}` }))
    expect(screen.queryByRole('button', { name: /^Print/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Include all' }))
    expect(await findLabels()).toHaveLength(2)
  })

  test('is moved for a printer that shifts it, which this browser remembers', async () => {
    const ids = create('Rex')
    const { user, unmount } = renderApp(labelsOf(ids))
    await findLabels()
    await user.click(screen.getByText('Labels print beside their places?'))
    const right = screen.getByRole('spinbutton', { name: 'Move right (mm)' })
    await user.clear(right)
    await user.type(right, '-2{Enter}')
    const sheets = screen.getByRole('list', { name: 'Labels' })
    expect(sheets.style.getPropertyValue('--shift-right')).toBe('-2')
    unmount()
    renderApp(labelsOf(ids))
    await findLabels()
    expect(screen.getByRole('spinbutton', { name: 'Move right (mm)' })).toHaveValue('-2')
  })
})
