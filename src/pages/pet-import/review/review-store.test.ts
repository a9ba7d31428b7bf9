// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { createEmitter } from '#src/lib/create-store.ts'
import { type Entry, newEntry, NOTHING_ACCEPTED } from '#src/outbox/entry.ts'
import type { OutboxEvent } from '#src/outbox/news.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { lookalikeKeyOf } from '#src/pets/lookalike-key.ts'
import type { PetFormValues } from '#src/pets/form/pet-form.ts'
import { type ReadRows, readRows } from '#src/pages/pet-import/choose/read-rows.ts'
import { type ReadSheet, SheetProblem } from '#src/spreadsheet/sheet.ts'
import { type Review, toRowsToSend } from './review.ts'
import { createRememberedWords } from './remembered-words.ts'
import { createReviewStore, type ReviewStore } from './review-store.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Cats'],
])
const REX: Entry = newEntry({
  batch: 'visit',
  position: 0,
  environmentId: 'staging',
  baseUrl: 'https://api.example.com/v1',
  newPet: { name: 'Rex', categoryId: int64('1'), status: undefined },
  enteredAt: 0,
})

const WRITTEN_ELSEWHERE: OutboxEvent = {
  kind: 'batches-changed-elsewhere',
  batches: undefined,
  lookalikeKeys: undefined,
}

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

/** Reviews a draft on a device that knows these entries. */
function createDraft(known: readonly Entry[] = [], read: ReadRows = readRows) {
  const { subscribe, notify } = createEmitter<[event: OutboxEvent]>()
  const lookUp = vi.fn<Outbox['findConflictsOfFile']>(async (newPets) => {
    const lookalikeKeys = new Set(newPets.map(lookalikeKeyOf))
    return Map.groupBy(
      known.filter(({ lookalikeKey }) => lookalikeKeys.has(lookalikeKey)),
      ({ lookalikeKey }) => lookalikeKey,
    )
  })
  const draft = createReviewStore({
    labels: LABELS,
    environmentNames: new Map([['staging', 'Staging']]),
    outbox: { subscribe, findConflictsOfFile: lookUp },
    readRows: read,
    storageName: 'draft',
    words: createRememberedWords('https://api.example.com/v1'),
  })
  const hide = draft.keepUpToDate()
  return { draft, lookUp, notify, hide }
}

/** The rows on the screen have been stored by then. */
async function reload() {
  await new Promise((resolve) => setTimeout(resolve))
  return createDraft()
}

function ready({ draft }: Pick<ReturnType<typeof createDraft>, 'draft'>): Review {
  const { review } = draft.get()
  if (review === undefined) throw new Error('nothing to review')
  return review
}

async function readText(text: string, known: readonly Entry[] = []) {
  const made = createDraft(known)
  await made.draft.readText(text, true)
  // The device has looked up the pets that it knows by then.
  await new Promise((resolve) => setTimeout(resolve))
  return made
}

const sent = (draft: Review) => toRowsToSend(draft).map(({ row }) => row?.number)
const edit = (
  made: Pick<ReturnType<typeof createDraft>, 'draft'>,
  position: number,
  values: Partial<PetFormValues>,
) => made.draft.edit(rowAt(ready(made), position), () => values)
/** Returns the row numbers of what the person may want to see. */
const numbers = ({ ready: some, invalid, leftOut, known, repeated }: Review) =>
  Object.fromEntries(
    Object.entries({ ready: some, invalid, leftOut, known, repeated }).map(([what, rows]) => [
      what,
      rows.map(({ number }) => number),
    ]),
  )
const doubts = (review: Review) => review.ready.map(({ number, doubt }) => [number, doubt])
const rowAt = (draft: Review, position: number) => draft.rows.slice(position, position + 1)

test('A row that may have been sent stays a question when the outcome in its status is corrected', async () => {
  const made = await readText('name,category,status\nRex,1,added\nMia,1,rejected')
  expect(ready(made).invalid).toHaveLength(2)
  made.draft.edit(ready(made).invalid, () => ({ status: '' }))
  expect(doubts(ready(made))).toEqual([
    [2, 'sent-before'],
    [3, undefined],
  ])
  edit(made, 0, { status: 'sold' })
  expect(doubts(ready(await reload()))).toEqual([
    [2, 'sent-before'],
    [3, undefined],
  ])
})

test('Pasted rows are ready, have problems, or repeat another row', async () => {
  const now = ready(await readText('name,category\nRex,1\nMax,Birds\n rex,Dogs'))
  expect(numbers(now)).toEqual({ ready: [2, 4], invalid: [3], leftOut: [], known: [], repeated: [4] })
  expect(now.rows[2]?.repeats).toBe(2)
  expect(toRowsToSend(now)[1]).toMatchObject({
    newPet: undefined,
    row: { number: 3, cells: ['Max', 'Birds'] },
    state: { kind: 'not-sent', message: '“Birds” is not a category' },
  })
})

test.each<[string, (draft: ReviewStore) => unknown, number?]>([
  ['what is pasted', (draft) => draft.readText('name,category\nMax,2', true), 1],
  ['blanks in place of pasted rows', (draft) => draft.readText(' \n', true)],
  ['"Clear rows"', (draft) => draft.clear()],
])('A file that is still being read does not replace %s', async (_what, act, rows) => {
  const { draft } = createDraft()
  const bytes = Promise.withResolvers<ArrayBuffer>()
  const file = new File(['x'], 'slow.csv')
  file.arrayBuffer = () => bytes.promise
  const reading = draft.readFile(file)
  await act(draft)
  bytes.resolve(new TextEncoder().encode('name,category\nRex,1\nLuna,1').buffer)
  await reading
  expect(draft.get().review?.rows.length).toBe(rows)
})

test('An ID that was typed is not rounded, also after a reload', async () => {
  const made = await readText('name,category\nRex,9.00719925474099E+15')
  expect(numbers(ready(made))).toMatchObject({ invalid: [2] })
  edit(made, 0, { category: '9007199254740990' })
  expect(numbers(ready(made))).toMatchObject({ ready: [2] })
  expect(numbers(ready(await reload()))).toMatchObject({ ready: [2] })
})

test('Columns can be changed, no column has two fields, and rows stay left out', async () => {
  const made = await readText('Art,Name,category\nRex,Bello,1\nLuna,Lu,2')
  made.draft.leaveOut(rowAt(ready(made), 1))
  made.draft.setColumn('name', 0)
  expect(toRowsToSend(ready(made)).map(({ newPet }) => newPet?.name)).toEqual(['Rex'])
  made.draft.setColumn('status', 0)
  expect(ready(made).sheet.columns).toEqual({ name: undefined, category: 2, status: 0 })
})

describe('An edited row', () => {
  test('is checked at once', async () => {
    const made = await readText('name,category\nMax,Birds')
    edit(made, 0, { category: '2' })
    expect(ready(made).rows[0]?.newPet).toMatchObject({ name: 'Max', categoryId: '2' })
  })

  test('is compared with the other rows', async () => {
    const made = await readText('name,category\nLuna,2\nMax,2')
    edit(made, 1, { name: 'LUNA' })
    expect(numbers(ready(made))).toMatchObject({ repeated: [3] })
    edit(made, 1, { name: 'Max' })
    expect(numbers(ready(made))).toMatchObject({ repeated: [] })
  })

  test('is looked up', async () => {
    const made = await readText('name,category\nLuna,2\nMax,2', [REX])
    edit(made, 0, { name: 'Rex', category: '1' })
    await vi.waitFor(() => expect(numbers(ready(made))).toMatchObject({ leftOut: [2] }))
  })
})

test('A row that the person leaves out is not sent and repeats no other, until it is included again', async () => {
  const made = await readText('name,category\nRex,1\nLuna,2\nRex,1')
  made.draft.leaveOut(rowAt(ready(made), 0))
  expect(numbers(ready(made))).toMatchObject({ leftOut: [2], ready: [3, 4], repeated: [] })
  expect(sent(ready(made))).toEqual([3, 4])
  made.draft.include(rowAt(ready(made), 0))
  expect(numbers(ready(made))).toMatchObject({ leftOut: [], ready: [2, 3, 4], repeated: [4] })
})

test('A row of a report that was included, and is another pet by now, is not said to have been added', async () => {
  const made = await readText('name,category,outcome,id,message\nRex,1,added,7,\nMia,1,rejected,,no')
  made.draft.include(rowAt(ready(made), 0))
  expect(ready(made).rows[0]?.reported).toBe('added')
  edit(made, 0, { status: 'sold' })
  expect(ready(made).rows[0]?.reported).toBe('added')
  edit(made, 0, { name: 'Fluffy' })
  expect(ready(made).rows[0]?.reported).toBeUndefined()
})

test('A row of a report is the same pet again once its name is put back', async () => {
  const made = await readText('name,category,outcome,id,message\nRex,1,added,7,\nMia,1,rejected,,no')
  made.draft.include(rowAt(ready(made), 0))
  edit(made, 0, { name: 'Fluffy', category: '1' })
  edit(made, 0, { name: 'Rex', category: '1' })
  expect(ready(made).rows[0]?.reported).toBe('added')
})

describe('A row keeps its outcome in a report, and the answer of the person, until it is another pet:', () => {
  const ROUNDED = '9.00719925474099E+15'

  test.each<[what: string, category: string, change: Partial<PetFormValues>, reported: string | undefined]>([
    ['nothing is changed', '1', { name: 'Rex', category: '1', status: '' }, 'added'],
    ['the status is set', '1', { name: 'Rex', category: '1', status: 'sold' }, 'added'],
    ['the category has another word', '1', { name: 'rex', category: 'dogs' }, 'added'],
    ['a word that was no category is corrected', 'Dgos', { category: '1' }, 'added'],
    ['an ID that may be rounded is confirmed', ROUNDED, { category: '9007199254740990' }, 'added'],
    ['an ID that may be rounded is typed in full', ROUNDED, { category: '9007199254740993' }, 'added'],
    ['it has another name', '1', { name: 'Fluffy', category: '1' }, undefined],
    ['it has another category', '1', { name: 'Rex', category: 'Cats' }, undefined],
    ['it has another name, and a category', 'Dgos', { name: 'Fluffy', category: '1' }, undefined],
  ])('%s', async (_what, category, change, reported) => {
    const text = `name,category,status,outcome,id,message\nRex,${category},,added,7,\nMia,1,,rejected,,no`
    const made = await readText(text)
    made.draft.include(rowAt(ready(made), 0))
    edit(made, 0, change)
    expect(ready(made).rows[0]?.reported).toBe(reported)
  })

  test.each<[what: string, change: Partial<PetFormValues>, kind: string]>([
    ['nothing is changed', { name: 'Rex', category: '1', status: '' }, 'ready'],
    ['the status is set', { name: 'Rex', category: '1', status: 'sold' }, 'ready'],
    ['the category has another word', { name: 'REX', category: 'Dogs' }, 'ready'],
    ['it has another category', { name: 'Rex', category: '2' }, 'left-out'],
  ])('in a file that is no report, %s', async (_what, change, kind) => {
    const waitingRows = ['1', '2'].map((id, position) => {
      const newPet = { name: 'Rex', categoryId: int64(id), status: undefined }
      const { environmentId, baseUrl } = REX
      return newEntry({ batch: 'x1', importId: 'x1', position, environmentId, baseUrl, newPet, enteredAt: 0 })
    })
    const made = await readText('name,category,status\nRex,1,', waitingRows)
    made.draft.include(rowAt(ready(made), 0))
    edit(made, 0, change)
    await new Promise((resolve) => setTimeout(resolve))
    expect(ready(made).rows[0]?.kind).toBe(kind)
  })
})

const showAgain = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

describe('A page that comes out of the back/forward cache', () => {
  test('shows the rows as a later page of the tab has changed them', async () => {
    const earlier = await readText('name,category\nLuna,2\nMax,2')
    const later = await reload()
    edit(later, 0, { name: 'Bella' })
    showAgain()
    expect(ready(earlier).rows.map(({ newPet }) => newPet?.name)).toEqual(['Bella', 'Max'])
    edit(earlier, 1, { name: 'Tom' })
    expect(ready(await reload()).rows.map(({ newPet }) => newPet?.name)).toEqual(['Bella', 'Tom'])
  })

  test('shows its own review where nothing has changed the rows since', async () => {
    const made = await readText('name,category\nLuna,2')
    await new Promise((resolve) => setTimeout(resolve))
    const review = ready(made)
    showAgain()
    expect(ready(made)).toBe(review)
  })

  test('shows no rows that a later page has discarded', async () => {
    const earlier = await readText('name,category\nLuna,2')
    const later = await reload()
    later.draft.clear()
    showAgain()
    expect(earlier.draft.get().review).toBeUndefined()
  })
})

const acceptedOf = (review: Review) => toRowsToSend(review).map(({ accepted }) => accepted)

/** Reviews Rex, whom the device knows, in row 2, and Luna in row 3. */
async function reviewRexAndLuna() {
  const known = [REX]
  const made = await readText('name,category\n REX,dogs\nLuna,2', known)
  await vi.waitFor(() => expect(numbers(ready(made))).toMatchObject({ leftOut: [2] }))
  return { ...made, known }
}

describe('A row that this device has added before', () => {
  test('is left out', async () => {
    const made = await reviewRexAndLuna()
    expect(numbers(ready(made))).toMatchObject({ leftOut: [2], known: [2], ready: [3] })
    expect(acceptedOf(ready(made))).toEqual([NOTHING_ACCEPTED, NOTHING_ACCEPTED])
  })

  test('is sent when it is included, which accepts the entries that were seen', async () => {
    const made = await reviewRexAndLuna()
    made.draft.include(ready(made).known)
    expect(numbers(ready(made))).toMatchObject({ leftOut: [], known: [2], ready: [2, 3] })
    expect(acceptedOf(ready(made))).toEqual([{ entries: ['visit 0'], imports: [] }, NOTHING_ACCEPTED])
  })

  test('is left out again when another entry like it comes, which nobody has seen', async () => {
    const made = await reviewRexAndLuna()
    made.draft.include(ready(made).known)
    made.known.push({ ...REX, position: 1 })
    made.notify(WRITTEN_ELSEWHERE)
    await vi.waitFor(() => expect(numbers(ready(made))).toMatchObject({ leftOut: [2] }))
  })
})

test('Rows that the report of an import says were sent are left out, and repeat others only when included', async () => {
  const report = 'name,category,outcome,id,message\nRex,1,added,7,\nRex,1,rejected,,No.'
  const made = await readText(report)
  expect(numbers(ready(made))).toMatchObject({ leftOut: [2], known: [2], ready: [3], repeated: [] })
  expect(sent(ready(made))).toEqual([3])
  made.draft.include(ready(made).known)
  expect(numbers(ready(made))).toMatchObject({ leftOut: [], ready: [2, 3], repeated: [3] })
  expect(sent(ready(made))).toEqual([2, 3])
})

test('Rows are looked up again when a pet is added by hand or in another tab, but not while they are added themselves', async () => {
  const known: Entry[] = []
  const { draft, lookUp, notify } = await readText('name,category\nRex,1', known)
  const ownRow = { ...REX, importId: 'x1', row: { number: 2, cells: [] } }
  notify({ kind: 'written', entries: [ownRow], lookalikeKeys: [REX.lookalikeKey] })
  expect(lookUp).toHaveBeenCalledTimes(1)
  known.push(REX)
  notify(WRITTEN_ELSEWHERE)
  await vi.waitFor(() => expect(numbers(ready({ draft }))).toMatchObject({ leftOut: [2] }))
  notify({ kind: 'written', entries: [REX], lookalikeKeys: [REX.lookalikeKey] })
  expect(lookUp).toHaveBeenCalledTimes(3)
})

test.each<[what: string, outcome: Pick<Entry, 'state' | 'requestedBy'>]>([
  ['is answered', { state: { kind: 'added', id: int64('7') } }],
  ['waits again, because the service was busy', { state: { kind: 'waiting' }, requestedBy: 'key 1' }],
])('Rows are looked up again when a row of a closed import of the same tab %s', async (_what, outcome) => {
  const known: Entry[] = []
  const { draft, notify } = await readText('name,category\nRex,1', known)
  const row: Entry = { ...REX, importId: 'x1', ...outcome }
  known.push(row)
  notify({ kind: 'written', entries: [row], lookalikeKeys: [REX.lookalikeKey] })
  await vi.waitFor(() => expect(numbers(ready({ draft }))).toMatchObject({ leftOut: [2] }))
})

const keyOf = (name: string) => lookalikeKeyOf({ name, categoryId: int64('1') })

test('Of rows under review, only those are looked up again that look like what was written', async () => {
  const { lookUp, notify } = await readText('name,category\nRex,1\nMia,1\nMax,1')
  notify({ ...WRITTEN_ELSEWHERE, lookalikeKeys: [keyOf('Somebody else')] })
  expect(lookUp).toHaveBeenCalledTimes(1)
  notify({ ...WRITTEN_ELSEWHERE, lookalikeKeys: [keyOf('Somebody else'), keyOf('Mia')] })
  expect(lookUp).toHaveBeenCalledTimes(2)
  expect(lookUp).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'Mia' })])
})

test('Of rows under review, only those are looked up that an edit has made other pets', async () => {
  const made = await readText('name,category\nRex,1\nMia,1')
  edit(made, 1, { name: 'Max' })
  expect(made.lookUp).toHaveBeenCalledTimes(2)
  expect(made.lookUp).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'Max' })])
})

test('While nobody looks at the rows they are not looked up, and then all of them are', async () => {
  const known: Entry[] = []
  const { draft, lookUp, notify, hide } = await readText('name,category\nRex,1\nMia,1', known)
  hide()
  known.push(REX)
  notify({ ...WRITTEN_ELSEWHERE, lookalikeKeys: [REX.lookalikeKey] })
  expect(lookUp).toHaveBeenCalledTimes(1)
  draft.keepUpToDate()
  await vi.waitFor(() => expect(numbers(ready({ draft }))).toMatchObject({ leftOut: [2] }))
  const names = lookUp.mock.lastCall?.[0].map(({ name }) => name)
  expect(names).toEqual(['Rex', 'Mia'])
})

test('A pet that another tab discards no longer keeps its row out', async () => {
  const known = [REX]
  const { draft, notify } = await readText('name,category\nRex,1', known)
  expect(numbers(ready({ draft }))).toMatchObject({ leftOut: [2] })
  known.pop()
  notify({ ...WRITTEN_ELSEWHERE, lookalikeKeys: [REX.lookalikeKey] })
  await vi.waitFor(() => expect(numbers(ready({ draft }))).toMatchObject({ leftOut: [], ready: [2] }))
})

test('A look-up that fails leaves nothing out, and the next one does', async () => {
  const made = createDraft([REX])
  made.lookUp.mockRejectedValueOnce(new Error('blocked'))
  await made.draft.readText('name,category\nRex,1', true)
  expect(numbers(ready(made))).toMatchObject({ leftOut: [], ready: [2] })
  made.notify(WRITTEN_ELSEWHERE)
  await vi.waitFor(() => expect(numbers(ready(made))).toMatchObject({ leftOut: [2] }))
})

describe('Rows of an import that were not added', () => {
  const IMPORT_OF_ROWS = {
    id: REX.batch,
    baseUrl: REX.baseUrl,
    columns: { name: 0, category: 1, status: undefined },
    environmentId: 'staging',
    startedAt: 0,
  }
  const rejectedRow = (position: number, cells: string[]): Entry => ({
    ...REX,
    position,
    sequence: 10 + position,
    newPet: undefined,
    row: { number: position + 2, cells },
    state: { kind: 'rejected', message: 'No.' },
  })

  /** Corrects two rows of an import while another text, of Luna, is under review. */
  async function fixTwoRows() {
    const made = await readText('name,category\nLuna,2')
    made.draft.fix(IMPORT_OF_ROWS, [rejectedRow(3, ['Max', 'Birds']), rejectedRow(7, ['', '1'])])
    return made
  }

  test('are corrected in their places', async () => {
    const made = await fixTwoRows()
    edit(made, 0, { category: '1' })
    expect(toRowsToSend(ready(made))).toMatchObject([
      { position: 3, corrects: '13', newPet: { name: 'Max', categoryId: '1' } },
      {
        position: 7,
        corrects: '17',
        newPet: undefined,
        state: { kind: 'not-sent', message: 'Name is missing' },
      },
    ])
  })

  test('are still to be corrected after a reload', async () => {
    await fixTwoRows()
    expect(ready(await reload())).toMatchObject({
      batch: { id: IMPORT_OF_ROWS.id },
      rows: [
        { before: { position: 3, press: '13', rejection: 'No.' } },
        { before: { position: 7, press: '17' } },
      ],
    })
  })

  test('have changes that "Cancel" would lose once one is edited, and the earlier review has none', async () => {
    const made = await fixTwoRows()
    expect(made.draft.lostChanges()).toBeUndefined()
    expect((await reload()).draft.lostChanges()).toBeUndefined()
    edit(made, 0, { category: '1' })
    const lostChanges = { rowCount: 1, isLayoutChanged: false, otherSheetCount: 0 }
    expect(made.draft.lostChanges()).toEqual(lostChanges)
    expect((await reload()).draft.lostChanges()).toEqual(lostChanges)
    made.draft.clear()
    expect(made.draft.lostChanges()).toBeUndefined()
  })

  test.each([
    { when: 'at once', reopen: (made: ReturnType<typeof createDraft>) => made },
    { when: 'after a reload', reopen: reload },
  ])('give way to the earlier review when they are cleared, $when', async ({ reopen }) => {
    const made = await reopen(await fixTwoRows())
    made.draft.clear()
    expect(ready(made).batch).toBeUndefined()
    expect(namesIn(ready(made))).toEqual(['Luna'])
    made.draft.clear()
    expect(made.draft.get()).toEqual({ text: '' })
  })
})

test.each(['{', '{"sheet":1}', '7'])('A stored review that cannot be read (%s) is ignored', (stored) => {
  sessionStorage.setItem('draft', stored)
  expect(createDraft().draft.get()).toEqual({ text: '' })
})

/**
 * Reviews a draft whose first file has the sheets "Pets", with Rex and Mia, and "Lists". Each test
 * says what later readings return.
 */
async function readWorkbook() {
  const later = Promise.withResolvers<ReadSheet>()
  const readings = [Promise.resolve(workbookSheet('Pets', ['Rex', 'Mia'])), later.promise]
  const made = createDraft([], () => readings.shift() ?? Promise.reject(new Error('not expected')))
  await made.draft.readFile(new File(['x'], 'stock.xlsx'))
  return { ...made, later }
}

function workbookSheet(sheetName: string, names: readonly string[]): ReadSheet {
  const rows = names.map((name, index) => ({ number: index + 2, cells: [name, '1'] }))
  const columns = { name: 0, category: 1, status: undefined }
  const headings = { number: 1, cells: ['name', 'categoryId'] }
  return { sheet: { headings, rows, columns, notes: [] }, sheetName, sheetNames: ['Pets', 'Lists'] }
}

const namesIn = (review: Review) => review.rows.map(({ values }) => values.name)

test('A file that cannot be read leaves the rows from before under review, also after a reload', async () => {
  const made = await readWorkbook()
  const reading = made.draft.readFile(new File(['x'], 'notes.json'))
  expect(namesIn(ready(made))).toEqual(['Rex', 'Mia'])
  made.later.reject(new SheetProblem('This is a JSON file.'))
  await reading
  expect(made.draft.get().problem?.message).toBe('This is a JSON file.')
  expect(made.draft.get().reading).toBeUndefined()
  expect(namesIn(ready(made))).toEqual(['Rex', 'Mia'])
  expect(namesIn(ready(await reload()))).toEqual(['Rex', 'Mia'])
})

test('A sheet that cannot be read leaves the other one under review, with its changes', async () => {
  const made = await readWorkbook()
  made.draft.leaveOut(rowAt(ready(made), 0))
  const reading = made.draft.chooseSheet('Lists')
  expect(made.draft.get()).toMatchObject({ reading: 'file', sheetBeingRead: 'Lists' })
  made.later.reject(new SheetProblem('There are no rows below the header.'))
  await reading
  expect(made.draft.get()).toMatchObject({ problem: { message: 'There are no rows below the header.' } })
  expect(made.draft.get().sheetBeingRead).toBeUndefined()
  expect(ready(made).sheetName).toBe('Pets')
  expect(sent(ready(made))).toEqual([3])
})

test('A change of the rows gives up the sheet that is being read', async () => {
  const made = await readWorkbook()
  const reading = made.draft.chooseSheet('Lists')
  made.draft.leaveOut(rowAt(ready(made), 0))
  made.later.resolve(workbookSheet('Lists', ['Dogs']))
  await reading
  expect(made.draft.get().reading).toBeUndefined()
  expect(namesIn(ready(made))).toEqual(['Rex', 'Mia'])
  expect(sent(ready(made))).toEqual([3])
})

test('Another file may take the place of rows that nobody has changed, and of no others', async () => {
  const made = await readWorkbook()
  expect(made.draft.canReplace()).toBe(true)
  made.draft.leaveOut(rowAt(ready(made), 0))
  expect(made.draft.canReplace()).toBe(false)
  expect((await reload()).draft.canReplace()).toBe(false)
  made.draft.clear()
  expect(made.draft.canReplace()).toBe(true)
})

test('Rows that nobody has changed may be replaced after a reload, too', async () => {
  await readText('name,category\nRex,1')
  expect((await reload()).draft.canReplace()).toBe(true)
})

const allRows = (draft: ReviewStore) => ready({ draft }).rows
const firstRow = (draft: ReviewStore) => rowAt(ready({ draft }), 0)

test.each<[loss: string, change: (draft: ReviewStore) => void, rowCount: number]>([
  ['nothing', () => {}, 0],
  ['the row that was left out', (draft) => draft.leaveOut(firstRow(draft)), 1],
  ['the row that was edited', (draft) => edit({ draft }, 0, { name: 'Max' }), 1],
  ['the doubtful ID that was confirmed', (draft) => draft.edit(allRows(draft), ({ values }) => values), 1],
  ['all rows that were included', (draft) => draft.include(allRows(draft)), 3],
  [
    'nothing where an edit was taken back',
    (draft) => {
      edit({ draft }, 0, { name: 'Max' })
      edit({ draft }, 0, { name: 'Rex' })
    },
    0,
  ],
  [
    'nothing where a hidden row was included, and then left out again',
    (draft) => {
      draft.include(firstRow(draft))
      draft.leaveHiddenOut(firstRow(draft))
    },
    0,
  ],
])('Clearing the rows loses %s, also after a reload', async (_loss, change, rowCount) => {
  const made = await readText('name,category\nRex,1\nMia,9007199254740990\nTom,2')
  change(made.draft)
  const lostChanges = rowCount === 0 ? undefined : { rowCount, isLayoutChanged: false, otherSheetCount: 0 }
  expect(made.draft.lostChanges()).toEqual(lostChanges)
  expect((await reload()).draft.lostChanges()).toEqual(lostChanges)
})

test('Clearing the rows loses the columns that the person has chosen, also after a reload', async () => {
  const made = await readText('nick,name,category\nRex,Bello,1')
  made.draft.setColumn('name', 0)
  const lostChanges = { rowCount: 0, isLayoutChanged: true, otherSheetCount: 0 }
  expect(made.draft.lostChanges()).toEqual(lostChanges)
  const reloaded = await reload()
  expect(reloaded.draft.lostChanges()).toEqual(lostChanges)
  reloaded.draft.setColumn('name', 1)
  expect(reloaded.draft.lostChanges()).toBeUndefined()
  reloaded.draft.toggleFirstRow()
  expect(reloaded.draft.lostChanges()).toEqual(lostChanges)
  reloaded.draft.toggleFirstRow()
  expect(reloaded.draft.lostChanges()).toBeUndefined()
})

test('Rows that were sent are removed, unless others have taken their place meanwhile', async () => {
  const made = await readWorkbook()
  const { draft: sentDraft } = ready(made)
  made.draft.leaveOut(rowAt(ready(made), 0))
  made.draft.removeSent(sentDraft)
  expect(namesIn(ready(made))).toEqual(['Rex', 'Mia'])
  made.draft.removeSent(ready(made).draft)
  expect(made.draft.get()).toEqual({ text: '' })
})

const isAskedOnLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('Rows that were sent do not come back after another sheet could not be read', async () => {
  const made = await readWorkbook()
  made.draft.leaveOut(rowAt(ready(made), 0))
  const reading = made.draft.chooseSheet('Lists')
  made.later.reject(new SheetProblem('There are no rows below the header.'))
  await reading
  made.draft.edit(rowAt(ready(made), 1), () => ({ name: 'Mia II' }))
  made.draft.removeSent(ready(made).draft)
  expect(made.draft.get()).toEqual({ text: '' })
})

test('Changes in another sheet come next after the rows that were sent, and are asked about on leaving', async () => {
  const made = await readWorkbook()
  made.draft.leaveOut(rowAt(ready(made), 0))
  const reading = made.draft.chooseSheet('Lists')
  made.later.resolve(workbookSheet('Lists', ['Tom']))
  await reading
  expect(made.draft.canReplace()).toBe(false)
  expect(isAskedOnLeaving()).toBe(true)
  made.draft.removeSent(ready(made).draft)
  expect(ready(made).sheetName).toBe('Pets')
  expect(sent(ready(made))).toEqual([3])
  expect(isAskedOnLeaving()).toBe(false)
})

test('"Clear rows" also clears the changes in other sheets', async () => {
  const made = await readWorkbook()
  made.draft.leaveOut(rowAt(ready(made), 0))
  const reading = made.draft.chooseSheet('Lists')
  made.later.resolve(workbookSheet('Lists', ['Tom']))
  await reading
  expect(made.draft.lostChanges()).toEqual({ rowCount: 1, isLayoutChanged: false, otherSheetCount: 1 })
  made.draft.clear()
  expect(made.draft.get()).toEqual({ text: '' })
  expect(made.draft.canReplace()).toBe(true)
  expect(isAskedOnLeaving()).toBe(false)
})

test('A text that could not be read stays while a file is tried, which has a message of its own', async () => {
  const made = createDraft()
  await made.draft.readText('name,categoryId\n"Rex,1', true)
  expect(made.draft.get().problem).toMatchObject({ source: 'text' })
  await made.draft.readFile(new File(['{"name":"Rex"}'], 'notes.json'))
  expect(made.draft.get().text).toBe('name,categoryId\n"Rex,1')
  expect(made.draft.get().problem).toMatchObject({
    source: 'file',
    message: expect.stringContaining('This is a JSON file'),
  })
  await made.draft.readFile(new File(['name,categoryId\nRex,1'], 'pets.csv'))
  expect(made.draft.get().text).toBe('')
  expect(namesIn(ready(made))).toEqual(['Rex'])
})
