// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { createEmitter } from '#src/lib/create-store.ts'
import { type Entry, newEntry } from '#src/outbox/entry.ts'
import type { Outbox } from '#src/outbox/outbox.ts'
import { animalKey } from '#src/pets/animal-key.ts'
import type { PetFormValues } from '#src/pets/pet-form.ts'
import { createImportDraft, type ReadyDraft, rowsOf, toRowsToSend } from './import-draft.ts'

const LABELS = new Map([
  ['1', 'Dogs'],
  ['2', 'Cats'],
])
const REX: Entry = newEntry({
  batch: 'x1',
  position: 0,
  baseUrl: 'https://api.example.com/v1',
  newPet: { name: 'Rex', categoryId: int64('1'), status: undefined },
  enteredAt: 0,
})

beforeEach(() => sessionStorage.clear())

/** A draft on a device that knows these entries. */
function createDraft(known: readonly Entry[] = []) {
  const { subscribe, notify } = createEmitter<[written: readonly Entry[] | undefined]>()
  const lookUp = vi.fn<Outbox['lookUp']>(async (newPets) =>
    newPets.map((newPet) =>
      known.filter(({ animal }) => newPet !== undefined && animalKey(newPet) === animal),
    ),
  )
  const draft = createImportDraft(LABELS, { subscribe, lookUp } as Partial<Outbox> as Outbox, 'draft')
  return { draft, lookUp, notify }
}

/** What was shown has been stored by then. */
async function reload() {
  await new Promise((resolve) => setTimeout(resolve))
  return createDraft()
}

function ready({ draft }: Pick<ReturnType<typeof createDraft>, 'draft'>): ReadyDraft {
  const now = draft.get()
  if (now.kind !== 'ready') throw new Error(`not ready, but ${now.kind}`)
  return now
}

async function readText(text: string, known: readonly Entry[] = []) {
  const made = createDraft(known)
  await made.draft.readText(text)
  await vi.waitFor(() => expect(ready(made).causes).toBeDefined())
  return made
}

const sent = (draft: ReadyDraft) => toRowsToSend(draft).map(({ row }) => row.number)
const edit = (position: number, values: Partial<PetFormValues>) => new Map([[position, values]])

test('pasted rows are ready, have problems, or repeat another row', async () => {
  const now = ready(await readText('name,category\nRex,1\nMax,Birds\n rex,Dogs'))
  expect(rowsOf(now)).toEqual({
    seen: [],
    all: [0, 1, 2],
    included: [0, 1, 2],
    ready: [0, 2],
    invalid: [1],
    excluded: [],
    duplicates: [2],
  })
  expect(now.duplicates).toEqual(new Map([[4, 2]]))
  expect(toRowsToSend(now)[1]).toMatchObject({
    newPet: undefined,
    row: { number: 3, cells: ['Max', 'Birds'] },
    problem: 'No category “Birds”',
  })
})

test('a file is read with its name and its notes', async () => {
  const made = createDraft()
  const bytes = Uint8Array.from('name,category\nRen\xE9,1', (one) => one.codePointAt(0) ?? 0)
  await made.draft.readFile(new File([bytes], 'pets.csv'))
  expect(ready(made)).toMatchObject({
    input: { fileName: 'pets.csv' },
    sheet: { notes: [expect.stringContaining('Windows-1252')], rows: [{ cells: ['René', '1'] }] },
  })
})

test('what was typed stays while it has a problem', async () => {
  const { draft } = createDraft()
  await draft.readText('name,category')
  expect(draft.get()).toMatchObject({ kind: 'problem', source: 'text' })
  expect([draft.problemText(), draft.isUnsaved()]).toEqual(['name,category', true])
})

test('a file with a problem says so, and no rows are lost with it', async () => {
  const { draft } = createDraft()
  await draft.readFile(new File([], 'pets.csv'))
  expect(draft.get()).toMatchObject({
    kind: 'problem',
    source: 'file',
    problem: expect.stringContaining('empty'),
  })
  expect([draft.problemText(), draft.isUnsaved()]).toEqual(['', false])
})

test('a file that can no longer be read says what to do', async () => {
  const { draft } = createDraft()
  const file = new File(['x'], 'pets.csv')
  file.arrayBuffer = async () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  await draft.readFile(file)
  expect(draft.get()).toMatchObject({
    problem: expect.stringMatching(/^pets\.csv could not be read\..*again\.$/),
  })
})

test.each(['', ' \n'])('pasting nothing (%j) empties the page', async (text) => {
  const { draft } = await readText('name,category\nRex,1')
  await draft.readText(text)
  expect(draft.get()).toEqual({ kind: 'empty' })
})

test.each<[string, (draft: ReturnType<typeof createImportDraft>) => unknown, string]>([
  ['what is pasted', (draft) => draft.readText('name,category\nMax,2'), 'ready'],
  ['"Clear rows"', (draft) => draft.clear(), 'empty'],
])('a file that is still being read does not replace %s', async (_what, act, kind) => {
  const { draft } = createDraft()
  const bytes = Promise.withResolvers<ArrayBuffer>()
  const file = new File(['x'], 'slow.csv')
  file.arrayBuffer = () => bytes.promise
  const reading = draft.readFile(file)
  await act(draft)
  bytes.resolve(new TextEncoder().encode('name,category\nRex,1\nLuna,1').buffer)
  await reading
  expect(draft.get().kind).toBe(kind)
  expect(draft.get()).not.toMatchObject({ input: { fileName: 'slow.csv' } })
})

test('a first row that is a pet is read as such', async () => {
  const made = createDraft()
  await made.draft.readText('Rex,1\n\nLuna,2')
  expect(ready(made).columns).toEqual({ name: 0, category: 1, status: undefined })
  expect(ready(made).sheet).toEqual({
    headerRow: undefined,
    header: ['Column 1', 'Column 2'],
    rows: [
      { number: 1, cells: ['Rex', '1'] },
      { number: 3, cells: ['Luna', '2'] },
    ],
    notes: ['1 blank row was skipped.'],
  })
})

test('the first row can be taken for headings and back; the same rows stay left out', async () => {
  const made = await readText('Rex,1\nLuna,2\nMax,1')
  made.draft.exclude(1, true)
  made.draft.setFirstRow(false)
  expect(sent(ready(made))).toEqual([3])
  made.draft.setFirstRow(true)
  expect(sent(ready(made))).toEqual([1, 3])
  made.draft.exclude(0, true)
  made.draft.setFirstRow(false)
  expect(sent(ready(made))).toEqual([3])
})

test('an ID that was typed is not rounded, also after a reload', async () => {
  const made = await readText('name,category\nRex,9.00719925474099E+15')
  expect(rowsOf(ready(made)).invalid).toEqual([0])
  made.draft.editRows(edit(0, { category: '9007199254740990' }))
  expect(rowsOf(ready(made)).ready).toEqual([0])
  expect(rowsOf(ready(await reload())).ready).toEqual([0])
})

test('columns can be changed, no column has two fields, and rows stay left out', async () => {
  const made = await readText('Art,Name,category\nRex,Bello,1\nLuna,Lu,2')
  made.draft.exclude(1, true)
  made.draft.setColumn('name', 0)
  expect(toRowsToSend(ready(made)).map(({ newPet }) => newPet?.name)).toEqual(['Rex'])
  made.draft.setColumn('status', 0)
  expect(ready(made).columns).toEqual({ name: undefined, category: 2, status: 0 })
})

test('an edited row is validated at once, compared with the others, and looked up', async () => {
  const made = await readText('name,category\nLuna,2\nMax,Birds', [REX])
  made.draft.editRows(edit(1, { category: '2' }))
  expect(ready(made).validations[1]).toMatchObject({ newPet: { name: 'Max', categoryId: '2' } })
  made.draft.editRows(edit(1, { name: 'LUNA' }))
  expect(ready(made).duplicates).toEqual(new Map([[3, 2]]))
  made.draft.editRows(new Map([...edit(0, { name: 'Rex' }), ...edit(1, { name: 'Max' })]))
  made.draft.editRows(edit(0, { category: '1' }))
  expect(ready(made).duplicates).toEqual(new Map())
  await vi.waitFor(() => expect(rowsOf(ready(made)).seen).toEqual([0]))
})

test('a row that the person leaves out is not sent and repeats no other, until it is taken in again', async () => {
  const made = await readText('name,category\nRex,1\nLuna,2\nRex,1')
  made.draft.exclude(0, true)
  expect(rowsOf(ready(made))).toMatchObject({ excluded: [0], ready: [1, 2], duplicates: [] })
  expect(sent(ready(made))).toEqual([3, 4])
  made.draft.exclude(0, false)
  expect(rowsOf(ready(made))).toMatchObject({ excluded: [], ready: [0, 1, 2], duplicates: [2] })
})

test('rows that this device has added before are left out; who includes them has accepted why', async () => {
  const made = await readText('name,category\n REX,dogs\nLuna,2', [REX])
  expect(rowsOf(ready(made))).toMatchObject({ seen: [0], all: [1], ready: [1] })
  expect(toRowsToSend(ready(made))[0]).not.toHaveProperty('accepted')
  made.draft.includeLeftOut(true)
  expect(rowsOf(ready(made))).toMatchObject({ seen: [0], all: [0, 1], ready: [0, 1] })
  expect(toRowsToSend(ready(made)).map(({ accepted }) => accepted)).toEqual([['x1 0'], []])
})

test('rows that the report of an import says were sent are left out, and repeat others only when included', async () => {
  const report = 'name,category,outcome,id,message\nRex,1,added,7,\nRex,1,rejected,,No.'
  const made = await readText(report)
  expect(rowsOf(ready(made))).toMatchObject({ seen: [0], ready: [1], duplicates: [] })
  expect(toRowsToSend(ready(made)).map(({ isLeftOut }) => isLeftOut)).toEqual([true, false])
  made.draft.includeLeftOut(true)
  expect(rowsOf(ready(made))).toMatchObject({ seen: [0], ready: [0, 1], duplicates: [1] })
  expect(toRowsToSend(ready(made)).map(({ isLeftOut }) => isLeftOut)).toEqual([false, false])
  made.draft.includeLeftOut(false)
  expect(rowsOf(ready(made)).duplicates).toEqual([])
})

test('rows are looked up again when a pet is added by hand or in another tab, not while they are entered', async () => {
  const known: Entry[] = []
  const { draft, lookUp, notify } = await readText('name,category\nRex,1', known)
  notify([{ ...REX, row: { number: 2, cells: [] } }])
  expect(lookUp).toHaveBeenCalledTimes(1)
  known.push(REX)
  notify(undefined)
  await vi.waitFor(() => expect(rowsOf(ready({ draft })).seen).toEqual([0]))
  notify([REX])
  expect(lookUp).toHaveBeenCalledTimes(3)
})

test('a look-up that fails leaves nothing out; the next one does', async () => {
  const made = createDraft([REX])
  made.lookUp.mockRejectedValueOnce(new Error('blocked'))
  await made.draft.readText('name,category\nRex,1')
  expect(rowsOf(ready(made))).toMatchObject({ seen: [], ready: [0] })
  made.notify(undefined)
  await vi.waitFor(() => expect(rowsOf(ready(made)).seen).toEqual([0]))
})

test('after a reload, rows are there as they were edited and left out', async () => {
  const made = await readText('name,category\nRex,1\nLuna,2')
  made.draft.editRows(edit(0, { name: 'Max' }))
  made.draft.exclude(1, true)
  const reloaded = await reload()
  expect(made.draft.isUnsaved()).toBe(false)
  expect(toRowsToSend(ready(reloaded)).map(({ newPet }) => newPet?.name)).toEqual(['Max'])
  reloaded.draft.clear()
  expect((await reload()).draft.get()).toEqual({ kind: 'empty' })
})

test('rows of an import that were not added are corrected in their places', async () => {
  const { draft, lookUp } = createDraft()
  const { baseUrl } = REX
  const columns = { name: 0, category: 1, status: undefined }
  const header = ['name', 'category']
  const batch = {
    id: 'x1',
    environmentId: 'staging',
    baseUrl,
    startedAt: 0,
    source: 'file',
    header,
    columns,
  } as const
  const row = (position: number, cells: string[], message: string): Entry =>
    newEntry({
      batch: 'x1',
      position,
      baseUrl,
      newPet: undefined,
      enteredAt: 0,
      row: { number: position + 2, cells },
      state: { kind: 'rejected', message },
    })
  draft.fix(batch, [row(3, ['Max', 'Birds'], 'No.'), row(7, ['', '1'], 'No.')])
  draft.editRows(edit(0, { category: '1' }))
  expect(toRowsToSend(ready({ draft }))).toMatchObject([
    { position: 3, newPet: { name: 'Max', categoryId: '1' } },
    { position: 7, newPet: undefined, problem: 'Name is missing' },
  ])
  await vi.waitFor(() => expect(lookUp).toHaveBeenLastCalledWith(expect.anything(), 'x1'))
  expect(ready(await reload()).fixes).toMatchObject({ positions: [3, 7], messages: ['No.', 'No.'] })
})

test('columns that are not known can be chosen, also after a reload', async () => {
  await createDraft().draft.readText('Naam,Soort\nRex,1')
  const { draft } = await reload()
  draft.setColumn('name', 0)
  draft.setColumn('category', 1)
  expect(toRowsToSend(ready({ draft })).map(({ newPet }) => newPet?.name)).toEqual(['Rex'])
})

test.each(['{', '{"sheet":1}', '7'])('what is stored and cannot be read (%s) is ignored', (stored) => {
  sessionStorage.setItem('draft', stored)
  expect(createDraft().draft.get()).toEqual({ kind: 'empty' })
})
