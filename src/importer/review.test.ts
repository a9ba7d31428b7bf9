import { expect, test, vi } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import type { ListedImport } from './import-journal.ts'
import type { ImportedBefore } from './imported-before.ts'
import { toImportRows } from './ready-review.ts'
import { createReview, type Review } from './review.ts'

const CSV = 'name,categoryId\nRex,1\nLuna,2\nRex,1'
const NO_HEADER = 'Rex,1\nLuna,2'
const OTHER_COLUMNS = 'Tier,Art\nRex,1'
const COLUMNS = { name: 0, categoryId: 1, status: undefined }
const NEVER: ImportedBefore = { imports: [], leftOut: new Set(), matching: new Set() }

const importOf = (id: string) => ({ record: { id } }) as ListedImport
const before = (...ids: string[]): ImportedBefore => ({ ...NEVER, imports: ids.map(importOf) })

/** A review, its states in order, and the answers to its search for earlier imports: `NEVER` after the given ones. */
function open(...answers: (ImportedBefore | Promise<ImportedBefore> | Error)[]) {
  const findBefore = vi.fn<(hash: string) => Promise<ImportedBefore>>(async () => {
    const answer = answers.shift() ?? NEVER
    if (answer instanceof Error) throw answer
    return answer
  })
  const review = createReview(new Map(), findBefore)
  const states: Review['kind'][] = []
  review.subscribe(() => states.push(review.get().kind))
  return { review, states, findBefore }
}

async function openWith(text: string, ...answers: ImportedBefore[]) {
  const opened = open(...answers)
  await opened.review.readText(text)
  return opened
}

function ready({ review }: ReturnType<typeof open>) {
  const state = review.get()
  if (state.kind !== 'ready') throw new Error(`the review is ${state.kind}`)
  return state
}

const namesOf = (opened: ReturnType<typeof open>) => ready(opened).checks.map(({ newPet }) => newPet?.name)

test('pasted rows are read, validated and compared with each other and with earlier imports', async () => {
  const opened = open(before('a'))
  expect(opened.review.get()).toEqual({ kind: 'empty' })
  await opened.review.readText(CSV)
  expect(opened.states).toEqual(['reading', 'ready'])
  expect(opened.review.get()).toMatchObject({
    input: { fileName: undefined },
    columns: COLUMNS,
    duplicates: new Map([[4, 2]]),
    before: before('a'),
    includesLeftOut: false,
  })
  expect(namesOf(opened)).toEqual(['Rex', 'Luna', 'Rex'])
  expect(opened.findBefore).toHaveBeenCalledExactlyOnceWith(
    ready(opened).input.hash,
    ready(opened).sheet,
    ready(opened).checks,
  )
})

test('a file is read with its name and its notes', async () => {
  const opened = open()
  const latin1 = Uint8Array.from('name,categoryId\nRené,1', (letter) => letter.charCodeAt(0))
  await opened.review.readFile(new File([latin1], 'pets.csv'))
  expect(opened.review.get()).toMatchObject({
    input: { fileName: 'pets.csv' },
    sheet: { notes: [expect.stringMatching(/Windows-1252/)] },
  })
  expect(namesOf(opened)).toEqual(['René'])
})

test.each([
  [
    'a file that is no text',
    (review) => review.readFile(new File(['%PDF-1.7'], 'pets.csv')),
    /This is a PDF/,
  ],
  [
    'a file that is too large to read',
    (review) => review.readFile(Object.defineProperty(new File([], 'pets.csv'), 'size', { value: 1e9 })),
    /50 MB or smaller/,
  ],
  [
    'a file that is gone',
    (review) => {
      const file = new File([CSV], 'pets.csv')
      vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotFoundError'))
      return review.readFile(file)
    },
    /^pets\.csv could not be read\. It was changed or moved/,
  ],
  ['rows that are none', (review) => review.readText('name,categoryId\n"Rex'), /Row 2 has a quotation mark/],
] satisfies [string, (review: ReturnType<typeof createReview>) => Promise<void>, RegExp][])(
  'the problem of %s is shown',
  async (_what, read, problem) => {
    const { review } = open()
    await read(review)
    expect(review.get()).toEqual({
      kind: 'problem',
      problem: expect.stringMatching(problem) as string,
      source: expect.stringMatching(/^(file|text)$/) as string,
    })
  },
)

test('what fails for another reason is a problem, too', async () => {
  const { review } = open(new Error('out of memory'))
  await review.readText(CSV)
  expect(review.get()).toEqual({
    kind: 'problem',
    problem: 'These rows could not be read. Paste them again.',
    source: 'text',
  })
})

test.each(['', ' \n'])('pasting nothing (%j) empties the review', async (text) => {
  const { review } = await openWith(CSV)
  await review.readText(text)
  expect(review.get()).toEqual({ kind: 'empty' })
})

test.each<[string, (review: ReturnType<typeof createReview>) => unknown, Review['kind']]>([
  ['other rows were pasted', (review) => review.readText(OTHER_COLUMNS), 'unmapped'],
  ['the review was emptied', (review) => review.clear(), 'empty'],
])('rows that are read when %s are dropped', async (_what, act, kind) => {
  const search = Promise.withResolvers<ImportedBefore>()
  const { review } = open(search.promise)
  const reading = review.readText(CSV)
  await vi.waitFor(() => expect(review.get().kind).toBe('reading'))
  await act(review)
  search.resolve(NEVER)
  await reading
  expect(review.get().kind).toBe(kind)
})

test('columns that are not named as expected are mapped by the user', async () => {
  const opened = await openWith(OTHER_COLUMNS)
  expect(opened.review.get()).toMatchObject({
    kind: 'unmapped',
    sheet: { header: ['Tier', 'Art'] },
    toMap: { missing: ['name', 'categoryId'], looksLikeData: false },
  })
  await opened.review.map(COLUMNS)
  expect(namesOf(opened)).toEqual(['Rex'])
})

test('a first row of data is read as such; what was guessed from it stays', async () => {
  const opened = await openWith(NO_HEADER)
  const guess = { name: 0, categoryId: 1, status: undefined }
  expect(opened.review.get()).toMatchObject({ toMap: { guess, looksLikeData: true } })
  await opened.review.takeFirstRowAsData()
  expect(opened.review.get()).toMatchObject({
    kind: 'unmapped',
    sheet: { header: ['Column 1', 'Column 2'] },
    toMap: { guess, looksLikeData: false },
  })
  await opened.review.map(COLUMNS)
  expect(namesOf(opened)).toEqual(['Rex', 'Luna'])
})

test('columns can be changed; those in use are preselected', async () => {
  const opened = await openWith('name,categoryId,note\nRex,1,Bello')
  opened.review.changeColumns()
  expect(opened.review.get()).toMatchObject({
    kind: 'unmapped',
    toMap: { missing: [], guess: { name: 0, categoryId: 1 }, looksLikeData: false },
  })
  await opened.review.map({ ...COLUMNS, name: 2 })
  expect(namesOf(opened)).toEqual(['Bello'])
})

test('an edited row is validated at once, then compared with the others', async () => {
  const opened = await openWith(CSV)
  const editing = opened.review.editRows(
    new Map([
      [
        2,
        new Map([
          [0, 'Luna'],
          [1, '2'],
        ]),
      ],
    ]),
  )
  expect(ready(opened).checks[2]).toEqual({
    newPet: { name: 'Luna', categoryId: int64('2'), status: undefined },
  })
  expect(ready(opened).sheet.rows[2]).toEqual({ number: 4, cells: ['Luna', '2'] })
  expect(ready(opened).duplicates).toEqual(new Map([[4, 2]]))
  await editing
  expect(ready(opened).duplicates).toEqual(new Map([[4, 3]]))
})

test('of two edits, the later one is compared; an edit of no row changes nothing', async () => {
  const opened = await openWith(CSV)
  await Promise.all([
    opened.review.editRows(new Map([[2, new Map([[0, 'Luna']])]])),
    opened.review.editRows(new Map([[2, new Map([[0, 'Tom']])]])),
    opened.review.editRows(new Map([[7, new Map([[0, 'Bello']])]])),
  ])
  expect(namesOf(opened)).toEqual(['Rex', 'Luna', 'Tom'])
  expect(ready(opened).duplicates).toEqual(new Map())
})

test('many rows are edited at once, on top of what was edited meanwhile', async () => {
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 20))
  const opened = await openWith('name,categoryId\nRex,x\nLuna,x\nTom,1')
  const cat = new Map([[1, '2']])
  const many = opened.review.editRows(
    new Map([
      [0, cat],
      [1, cat],
    ]),
  )
  const one = opened.review.editRows(new Map([[2, new Map([[0, 'Bello']])]]))
  await Promise.all([many, one])
  expect(ready(opened).sheet.rows.map(({ cells }) => cells.join())).toEqual(['Rex,2', 'Luna,2', 'Bello,1'])
  expect(namesOf(opened)).toEqual(['Rex', 'Luna', 'Bello'])
})

test('of a long edit and a later one of the same row, the later one stays', async () => {
  const rows = Array.from({ length: 20_000 }, () => 'Rex,x').join('\n')
  const opened = await openWith(`name,categoryId\n${rows}`)
  const all = new Map(
    Array.from({ length: 20_000 }, (_, position) => [position, new Map([[1, '1']])] as const),
  )
  await Promise.all([
    opened.review.editRows(all),
    opened.review.editRows(new Map([[19_999, new Map([[1, '2']])]])),
  ])
  expect(ready(opened).checks[19_999]?.newPet?.categoryId).toBe('2')
  expect(ready(opened).checks[0]?.newPet?.categoryId).toBe('1')
})

test('earlier imports are searched again for rows that were edited', async () => {
  const matching = { ...NEVER, matching: new Set([2]) }
  const opened = await openWith(CSV, NEVER, matching)
  await opened.review.editRows(new Map([[0, new Map([[1, '2']])]]))
  expect(ready(opened).before.matching).toEqual(new Set([2]))
})

test('rows that are about to be sent do not change', async () => {
  const opened = await openWith(CSV)
  const shown = ready(opened)
  opened.review.hold(true)
  await opened.review.exclude(1, true)
  await opened.review.editRows(new Map([[0, new Map([[1, '2']])]]))
  opened.review.changeColumns()
  opened.review.clear()
  expect(ready(opened)).toBe(shown)
  opened.review.hold(false)
  await opened.review.exclude(1, true)
  expect(ready(opened).excluded).toEqual(new Set([1]))
})

test('rows that are read while others are edited are not edited', async () => {
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 20))
  const opened = await openWith(CSV)
  // It lasts longer than the reading, because each of them, row or not, takes a turn.
  const bello = new Map([[0, 'Bello']])
  const editing = opened.review.editRows(new Map(Array.from({ length: 500 }, (_, row) => [row, bello])))
  await opened.review.readText(CSV)
  expect(namesOf(opened)).toEqual(['Rex', 'Luna', 'Rex'])
  await editing
  expect(namesOf(opened)).toEqual(['Rex', 'Luna', 'Rex'])
})

test('a row that is left out repeats no other, also after other columns were chosen, until it is included', async () => {
  const opened = await openWith(CSV)
  await opened.review.exclude(0, true)
  expect(ready(opened)).toMatchObject({ excluded: new Set([0]), duplicates: new Map() })
  opened.review.changeColumns()
  await opened.review.map(COLUMNS)
  expect(ready(opened)).toMatchObject({ excluded: new Set([0]), duplicates: new Map() })
  expect(toImportRows(ready(opened)).map(({ number, position }) => [number, position])).toEqual([
    [3, 0],
    [4, 1],
  ])
  await opened.review.exclude(0, false)
  expect(ready(opened)).toMatchObject({ excluded: new Set(), duplicates: new Map([[4, 2]]) })
})

test('a row repeats none that was imported before, unless those are imported again', async () => {
  const imported = { ...before('a'), leftOut: new Set([2]) }
  const opened = await openWith(CSV, imported, imported, before('a'))
  expect(ready(opened).duplicates).toEqual(new Map())
  await opened.review.includeLeftOut(true)
  expect(ready(opened).duplicates).toEqual(new Map([[4, 2]]))
  await opened.review.includeLeftOut(false)
  expect(ready(opened).duplicates).toEqual(new Map())
  await opened.review.editRows(new Map([[1, new Map([[0, 'Tom']])]]))
  expect(ready(opened).duplicates).toEqual(new Map())
  // That import is discarded.
  await opened.review.updateImportedBefore()
  expect(ready(opened).duplicates).toEqual(new Map([[4, 2]]))
})

test('of changes in quick succession, what is shown in the end follows from the last one', async () => {
  const imported = { ...before('a'), leftOut: new Set([2]) }
  const opened = await openWith(CSV, imported, imported)
  await Promise.all([
    opened.review.includeLeftOut(true),
    opened.review.exclude(2, true),
    opened.review.updateImportedBefore(),
    opened.review.exclude(2, false),
    opened.review.includeLeftOut(false),
    opened.review.includeLeftOut(true),
  ])
  expect(ready(opened).duplicates).toEqual(new Map([[4, 2]]))
})

test.each<[string, (review: ReturnType<typeof createReview>) => Promise<void>]>([
  ['a row is left out', (review) => review.exclude(0, true)],
  ['an edit is compared', (review) => review.editRows(new Map([[2, new Map([[0, 'Tom']])]]))],
  ['earlier imports are searched for', (review) => review.updateImportedBefore()],
])('rows that are cleared while %s stay cleared', async (_what, act) => {
  const { review } = await openWith(CSV)
  const acting = act(review)
  review.clear()
  await acting
  expect(review.get()).toEqual({ kind: 'empty' })
})

test.each<[string, boolean, ImportedBefore]>([
  ['the imports are those that the user was shown', true, before('a')],
  ['one of them is discarded', true, NEVER],
  ['there is another one', false, before('a', 'b')],
])('"Import all rows again" after it was chosen, when %s: %j', async (_what, includesLeftOut, now) => {
  const opened = await openWith(CSV, before('a'), now)
  await opened.review.includeLeftOut(true)
  await opened.review.updateImportedBefore()
  expect(ready(opened)).toMatchObject({ before: now, includesLeftOut })
})

test('earlier imports that were searched for other rows are not those of these', async () => {
  const search = Promise.withResolvers<ImportedBefore>()
  const opened = open(NEVER, search.promise)
  await opened.review.readText(CSV)
  const updating = opened.review.updateImportedBefore()
  await opened.review.readText('name,categoryId\nTom,1')
  search.resolve(before('a'))
  await updating
  expect(ready(opened).before).toEqual(NEVER)
})

test('rows that were sent are gone, unless others were read since', async () => {
  const opened = await openWith(CSV)
  const sent = ready(opened)
  await opened.review.readText('name,categoryId\nTom,1')
  opened.review.done(sent)
  expect(namesOf(opened)).toEqual(['Tom'])
  opened.review.done(ready(opened))
  expect(opened.review.get()).toEqual({ kind: 'empty' })
})

test.each([
  ['nothing is read', ''],
  ['columns are not mapped', OTHER_COLUMNS],
])('what needs rows does nothing while %s', async (_what, text) => {
  const { review, findBefore } = await openWith(text)
  const state = review.get()
  review.changeColumns()
  await review.includeLeftOut(true)
  await review.exclude(0, true)
  await review.editRows(new Map([[0, new Map([[0, 'Tom']])]]))
  await review.updateImportedBefore()
  review.done(ready(await openWith(CSV)))
  expect(review.get()).toBe(state)
  expect(findBefore).not.toHaveBeenCalled()
})

test('what needs columns to map does nothing without', async () => {
  const { review } = await openWith(CSV)
  const state = review.get()
  await review.map({ ...COLUMNS, name: 1 })
  await review.takeFirstRowAsData()
  expect(review.get()).toBe(state)
})
