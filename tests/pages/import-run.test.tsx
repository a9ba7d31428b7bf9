// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw/http'
import { describe, expect, test } from 'vitest'
import type { EntryState } from '#src/outbox/entry.ts'
import { breakWriting, fakeTime, press } from '#tests/support/add-page.ts'
import { expectCounts, pasteRows, saveImport } from '#tests/support/import-page.ts'
import {
  BASE_URL,
  errorResponse,
  int64,
  KEY,
  renderApp,
  usePetstoreServer,
} from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()
const names = () => petstore.posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)

type Answer = (name: string) => Response | undefined | Promise<undefined>

const lostBefore: Answer = () => HttpResponse.error()
const lostAfter: Answer = (name) => {
  petstore.db.create({ name, categoryId: int64('1') })
  return HttpResponse.error()
}

/**
 * Starts an import of these pets. The service gives each pet these answers in turn, and then adds
 * it.
 */
async function start(pets: readonly string[], answers: Record<string, Answer[]> = {}) {
  petstore.use(
    http.post(`${BASE_URL}/pets`, async ({ request }) => {
      const { name } = (await request.clone().json()) as { name: string }
      return answers[name]?.shift()?.(name)
    }),
  )
  const app = await pasteRows(`name,categoryId\n${pets.map((name) => `${name},1`).join('\n')}`)
  await press(app.user, `Add ${pets.length} pets`)
  return app
}

/** Returns an answer that comes when the function is called. */
function hold(): [answer: Answer, release: () => void] {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  return [() => promise, () => resolve(undefined)]
}

const main = () => screen.getByRole('main')
const expectStatus = (text: RegExp) => waitFor(() => expect(main()).toHaveTextContent(text))
const expectFinished = (heading: string) => screen.findByRole('heading', { name: heading })
const button = (name: string | RegExp) => screen.queryByRole('button', { name })
const dialog = () => screen.findByRole('dialog', { name: 'Sign in again' })
const signIn = async (user: UserEvent) =>
  user.type(within(await dialog()).getByLabelText('API key'), `${KEY}{Enter}`)

/** Returns the texts of the groups in a list of reasons, which is not there without any. */
function groupsIn(list: string) {
  const shown = screen.queryByRole('list', { name: list })
  const items = shown === null ? [] : within(shown).getAllByRole('listitem')
  return items.map(({ textContent }) => textContent)
}

const isStillChecked = (text: RegExp) => text.source.includes('Still checking')
const matching = (texts: readonly RegExp[]) => texts.map((text): unknown => expect.stringMatching(text))

/**
 * Waits until the unknown rows are in these groups. Each text also has what can be done with the
 * group. Those about which there is nothing to decide yet are in another list.
 */
const expectDecisions = (...texts: readonly RegExp[]) =>
  waitFor(() => {
    const decisions = texts.filter((text) => !isStillChecked(text))
    expect(groupsIn('Your decision')).toEqual(matching(decisions))
    expect(groupsIn('Nothing to decide yet')).toEqual(matching(texts.filter(isStillChecked)))
  })
const decisionsOn = (row: number) =>
  ['Send again', 'Mark as added'].filter((what) => button(new RegExp(`${what}\\s*row ${row}`)) !== null)

test('a key that ends is asked for, and the refused row is sent again with the next one', async () => {
  const { user } = await start(['Rex', 'Mia', 'Tom'], { Mia: [() => errorResponse(401)] })
  await user.click(within(await dialog()).getByRole('button', { name: 'Not now' }))
  await expectStatus(/Your key for Staging no longer works/)
  await expectCounts({ Added: 1, Waiting: 2 })
  expect(button('Resume')).not.toBeInTheDocument()
  await press(user, 'Sign in again')
  await signIn(user)
  await expectFinished('3 added')
  expect(names()).toEqual(['Rex', 'Mia', 'Mia', 'Tom'])
})

/** Presses a button, for which the service refuses the key, and does not sign in yet. */
async function loseKey(user: UserEvent) {
  petstore.onList(() => errorResponse(401))
  await press(user, 'Check the list')
  await user.click(within(await dialog()).getByRole('button', { name: 'Not now' }))
  petstore.restore()
}

test('going offline withdraws the press of "Sign in again", so that signing in sends nothing', async () => {
  const { user } = await start(['Rex', 'Mia'], { Rex: [() => errorResponse(401)] })
  await user.click(within(await dialog()).getByRole('button', { name: 'Not now' }))
  await press(user, 'Sign in again')
  await dialog()
  fireEvent(window, new Event('offline'))
  await signIn(user)
  await press(user, 'Check the list')
  await expectStatus(/\(checked/)
  expect(names()).toEqual(['Rex'])
  await press(user, 'Resume')
  await expectFinished('2 added')
})

/** Pauses an import after its first row, whose response was lost, and its second row. */
async function pauseAfterTwoRows() {
  const [held, release] = hold()
  const { user } = await start(['Rex', 'Mia', 'Tom'], { Rex: [lostAfter], Mia: [held] })
  await waitFor(() => expect(names()).toHaveLength(2))
  await press(user, 'Pause')
  release()
  await expectStatus(/Paused at 2 of 3/)
  return user
}

describe('an import that was paused before its key ended', () => {
  test('is not resumed by another press of the key that paused it', async () => {
    await pauseAfterTwoRows()
    expect(await screen.findByRole('button', { name: 'Resume' })).not.toHaveFocus()
  })

  test('offers nothing that would need the key', async () => {
    await loseKey(await pauseAfterTwoRows())
    for (const name of ['Resume', 'Check the list', /Send again/])
      expect(button(name)).not.toBeInTheDocument()
  })

  test('stays paused after signing in, and goes on when it is resumed', async () => {
    const user = await pauseAfterTwoRows()
    await loseKey(user)
    await press(user, 'Sign in again')
    await signIn(user)
    await expectStatus(/Paused at 2 of 3/)
    expect(names()).toEqual(['Rex', 'Mia'])
    await press(user, 'Check the list')
    await expectDecisions(/Found in the list.*1 row/)
    await press(user, 'Mark 1 row as added')
    await press(user, 'Resume')
    await expectFinished('3 added')
  })
})

/** Adds Rex, then Mia, Tom and Kim, of which the service adds Mia and Kim without a response. */
async function startWithThreeUnknown() {
  const advance = fakeTime()
  const { user } = await start(['Rex', 'Mia', 'Tom', 'Kim', 'Max'], {
    Mia: [lostAfter],
    Tom: [() => errorResponse(503)],
    Kim: [lostAfter],
  })
  await expectCounts({ Added: 1, Unknown: 3, Waiting: 1 })
  return { user, aMinute: () => advance(61_000) }
}

/** Checks the list twice, a minute apart, after which it is known that Tom was not added. */
async function startAndCheckTwice() {
  const { user, aMinute } = await startWithThreeUnknown()
  await press(user, 'Check the list')
  await expectDecisions(/Found in the list.*2 rows/, /Still checking: not found yet.*1 row/)
  await aMinute()
  await expectDecisions(/Found in the list.*2 rows/, /Not added \(Staging checked at .+\).*1 row/)
  return user
}

describe('three unknown rows', () => {
  const ROW_OF_MIA = 3
  const ROW_OF_TOM = 4

  test('pause an import, and nothing is sent again before a check', async () => {
    await startWithThreeUnknown()
    await expectStatus(/Three pets in a row were not confirmed/)
    await expectDecisions(/Unknown: may have been added.*3 rows/)
    expect(decisionsOn(ROW_OF_TOM)).toEqual(['Mark as added'])
  })

  test('are found in the list, or not yet, for which the page looks again within a minute', async () => {
    const { user } = await startWithThreeUnknown()
    await press(user, 'Check the list')
    await expectDecisions(
      /Found in the list.*2 rows/,
      /Still checking: not found yet, looking again at .*1 row/,
    )
    const link = screen.getByRole('link', { name: 'Found: ID 1002' })
    expect(link).toHaveAttribute('href', '/staging/pets/1002')
    expect(decisionsOn(ROW_OF_TOM)).toEqual(['Mark as added'])
    expect(main()).toHaveTextContent(/No duplicates found \(checked .+\); looking again within a minute/)
  })

  test('may be sent again only if the list did not have them after a minute either', async () => {
    await startAndCheckTwice()
    expect(decisionsOn(ROW_OF_MIA)).toEqual(['Mark as added'])
    expect(decisionsOn(ROW_OF_TOM)).toEqual(['Send again', 'Mark as added'])
  })

  test('are decided row by row or together, while the import stays paused', async () => {
    const user = await startAndCheckTwice()
    await press(user, /Mark as added\s*row 3/)
    await expectCounts({ Added: 2, Unknown: 2, Waiting: 1 })
    await press(user, 'Send 1 row again')
    await expectCounts({ Added: 3, Unknown: 1, Waiting: 1 })
    expect(names()).toEqual(['Rex', 'Mia', 'Tom', 'Kim', 'Tom'])
  })

  test('are each one pet in the end', async () => {
    const user = await startAndCheckTwice()
    await press(user, 'Mark 2 rows as added')
    await press(user, 'Send 1 row again')
    await expectCounts({ Added: 4, Waiting: 1 })
    await press(user, 'Resume')
    await expectFinished('5 added')
    const added = petstore.db.all().map(({ name }) => name)
    expect(added.toSorted()).toEqual(['Kim', 'Max', 'Mia', 'Rex', 'Tom'])
  })
})

test('a row like an unknown one is left out until it is included, and a check of cut lists cannot tell', async () => {
  const advance = fakeTime()
  for (let number = 1; number <= 120; number++) petstore.db.create({ name: `Old ${number}` })
  const { user } = await start(['Rex', 'REX'], { Rex: [lostBefore] })
  await expectCounts({ Added: 0, 'Left out': 1, Unknown: 1 })
  expect(await screen.findByText(/May already have been added: row 2 of .*not confirmed\./)).toBeVisible()
  await press(user, 'Include them')
  await press(user, 'Resume')
  await expectDecisions(/Still checking: not found yet.*1 row/)
  await advance(61_000)
  await expectDecisions(/Not among the pets Staging shows. Sending again could create duplicates.*1 row/)
  expect(main()).toHaveTextContent('so there may be others')
  await press(user, /Send again\s*row 2/)
  await expectCounts({ Added: 2 })
  expect(names()).toEqual(['Rex', 'REX', 'Rex'])
})

test('"Mark as added" at one of two equal rows leaves the pet that was found to the other one', async () => {
  const advance = fakeTime()
  petstore.onList(() => Response.json([]))
  const { user } = await start(['Rex', 'Rex'], { Rex: [lostAfter, lostBefore] })
  await expectCounts({ Added: 0, 'Left out': 1, Unknown: 1 })
  await press(user, 'Include them')
  await press(user, 'Resume')
  await expectDecisions(/Still checking: not found yet.*2 rows/)
  petstore.restore()
  await advance(61_000)
  await expectDecisions(
    /Found in the list.*1 row.*Mark 1 row as added/,
    /Like a pet in the list that counts for another row.*1 row/,
  )
  await press(user, /Mark as added\s*row 3/)
  await expectCounts({ Added: 1, Unknown: 1 })
  await advance(61_000)
  await expectDecisions(/Found in the list.*1 row.*Mark 1 row as added/)
  expect(names()).toEqual(['Rex', 'Rex'])
})

test('a row that was included can be left out again until it is sent', async () => {
  const { user } = await start(['Rex', 'REX', 'Rex '], { Rex: [lostBefore] })
  await expectCounts({ Added: 0, 'Left out': 2, Unknown: 1 })
  await press(user, 'Include them')
  await expectDecisions(/No longer left out: will be added.*2 rows/, /Still checking/)
  await press(user, 'Leave out row 3')
  await expectCounts({ Added: 0, 'Left out': 1, Unknown: 1, Waiting: 1 })
  expect(await screen.findByRole('button', { name: 'Include row 3' })).toBeVisible()
  expect(screen.getByText(/May already have been added: row 2 of .*not confirmed\./)).toBeVisible()
  await press(user, 'Leave them out')
  await expectDecisions(/Left out: may already have been added.*2 rows/, /Still checking/)
  await press(user, 'Include row 3')
  await press(user, 'Resume')
  await expectCounts({ Added: 1, 'Left out': 1, Unknown: 1 })
  expect(names()).toEqual(['Rex', 'REX'])
})

test('Enter pressed twice at "Leave out" does not include the row again', async () => {
  const { user } = await start(['Rex', 'REX', 'Rex '], { Rex: [lostBefore] })
  await expectCounts({ Added: 0, 'Left out': 2, Unknown: 1 })
  await press(user, 'Include them')
  const leaveOut = await screen.findByRole('button', { name: 'Leave out row 3' })
  leaveOut.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Include row 3' })
  await user.keyboard('{Enter}')
  await press(user, 'Resume')
  await expectCounts({ Added: 1, 'Left out': 1, Unknown: 1 })
  expect(names()).toEqual(['Rex', 'Rex '])
})

test('the focus does not stay on a decision that has become another one', async () => {
  const advance = fakeTime()
  const { user } = await start(['Mia', 'Rex'], { Mia: [() => HttpResponse.text('OK')] })
  await press(user, 'Check the list')
  await expectDecisions(/Still checking: not found yet/)
  screen.getByRole('button', { name: 'Mark as added row 2' }).focus()
  petstore.db.create({ name: 'Mia', categoryId: int64('1') })
  await advance(61_000)
  await screen.findByRole('link', { name: /^Found: ID/ })
  expect(screen.getByRole('button', { name: 'Mark as added row 2' })).not.toHaveFocus()
})

test('signing out stops an import, and leaves it to the next sign-in', async () => {
  const [held, release] = hold()
  const { user, services } = await start(['Rex', 'Mia', 'Tom'], { Mia: [held] })
  await waitFor(() => expect(names()).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Sign out', hidden: true }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(document.body).not.toHaveTextContent('Rex')
  release()
  services.forEnvironment('staging')?.session.signIn(KEY, false)
  // The request that was under way was cut off.
  const saved = await screen.findByRole('region', { name: 'Saved imports' })
  await waitFor(() => expect(saved).toHaveTextContent('1 added, 1 needs your decision, 1 waiting'))
  await press(user, 'Resume')
  await expectCounts({ Added: 2, Unknown: 1 })
  expect(names()).toEqual(['Rex', 'Mia', 'Tom'])
})

test('when nothing can be saved, an import that was saved before can only be continued by another tab', async () => {
  await saveImport([{ kind: 'waiting' }, { kind: 'rejected', message: 'No.' }])
  breakWriting()
  const { user } = await start(['Rex', 'Mia'])
  await press(user, 'Add without saving')
  await press(user, 'Add 2 pets')
  await expectFinished('2 added')
  await press(user, 'Import another file')
  const saved = await screen.findByRole('region', { name: 'Saved imports' })
  const note = await within(saved).findByText(/This tab cannot save, so only another tab can continue it\./)
  expect(note).toBeVisible()
  const buttonsOffered = () =>
    within(saved)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  // The second import is that of this tab.
  await waitFor(() =>
    expect(buttonsOffered()).toEqual(['Download report', 'Open', 'Download report', 'Discard']),
  )
})

test('when nothing can be saved, the person is told before anything is sent, and decides', async () => {
  breakWriting()
  const { user } = await start(['Rex', 'Mia'])
  expect(await screen.findByText(/so nothing more is added/)).toBeVisible()
  expect(names()).toEqual([])
  await press(user, 'Add without saving')
  await press(user, 'Add 2 pets')
  await expectFinished('2 added')
  expect(main()).toHaveTextContent('Your browser cannot save this import.')
  // The labels come from the memory of this tab.
  await user.click(screen.getByRole('link', { name: 'Print labels' }))
  const labels = within(await screen.findByRole('list', { name: 'Labels' })).getAllByRole('listitem')
  expect(labels.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Rex'),
    expect.stringContaining('Mia'),
  ])
})

/** Opens a saved import while the disk is full. */
async function openOnFullDisk(states: readonly EntryState[], name: 'Resume' | 'Open') {
  await saveImport(states)
  const repair = breakWriting()
  const { user } = renderApp('/staging/pets/import')
  await press(user, name)
  return { user, repair }
}

describe('when nothing can be saved in a tab that has saved nothing yet', () => {
  const COULD_NOT_SAVE =
    /could not save this, so nothing more is added\. Try again\. If that does not help, free up disk space\./

  test('resuming a saved import says so, and "Try again" lets it be resumed', async () => {
    const { user, repair } = await openOnFullDisk([{ kind: 'waiting' }, { kind: 'waiting' }], 'Resume')
    await expectStatus(/Paused at 0 of 2/)
    expect(await screen.findByRole('alert')).toHaveTextContent(COULD_NOT_SAVE)
    // Without a record, this tab could not continue it at all.
    expect(button('Add without saving')).not.toBeInTheDocument()
    repair()
    await press(user, 'Try again')
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    await press(user, 'Resume')
    await expectFinished('2 added')
  })

  test('"Mark as added" says so, also while other rows are corrected, and works after "Try again"', async () => {
    const states: readonly EntryState[] = [
      { kind: 'unknown', message: 'No response.', endedAt: 1 },
      { kind: 'rejected', message: 'No.' },
    ]
    const { user, repair } = await openOnFullDisk(states, 'Open')
    await press(user, /^Mark as added\s*row 2$/)
    expect(await screen.findByRole('alert')).toHaveTextContent(COULD_NOT_SAVE)
    await press(user, 'Fix 1 row')
    expect(await screen.findByRole('heading', { name: /1 row to fix/ })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(COULD_NOT_SAVE)
    expect(button('Add without saving')).not.toBeInTheDocument()
    await press(user, 'Cancel')
    repair()
    await press(user, 'Try again')
    await press(user, /^Mark as added\s*row 2$/)
    await expectFinished('1 added, 1 rejected')
  })
})

test('when the disk is full, nothing more is sent without a record', async () => {
  const [held, release] = hold()
  const { user } = await start(['Rex', 'Mia'], { Rex: [held] })
  await waitFor(() => expect(names()).toHaveLength(1))
  const repair = breakWriting()
  release()
  await expectStatus(/Progress could not be saved/)
  await expectCounts({ Added: 1, Waiting: 1 })
  await press(user, 'Resume')
  await expectStatus(/Progress could not be saved/)
  expect(names()).toHaveLength(1)
  repair()
  await press(user, 'Resume')
  await expectFinished('2 added')
})
