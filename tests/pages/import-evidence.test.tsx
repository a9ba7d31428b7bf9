// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addPet, expectItems, fakeTime, press, pressIn } from '#tests/support/add-page.ts'
import { expectCounts, pasteRows, saveImport } from '#tests/support/import-page.ts'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()
const names = () => petstore.posts().map(({ body }) => (JSON.parse(body) as { name: string }).name)

test('a paused import is offered and resumed after its environment was given another ID', async () => {
  await saveImport([{ kind: 'waiting' }, { kind: 'waiting' }], { environmentId: 'staging-of-last-year' })
  const { user } = renderApp('/staging/pets/import')
  const saved = await screen.findByRole('region', { name: 'Saved imports' })
  expect(saved).toHaveTextContent('delivery.csv')
  await pressIn(user, saved, 'Resume')
  expect(await screen.findByRole('heading', { name: '2 added' })).toBeVisible()
  expect(names()).toEqual(['Pet 1', 'Pet 2'])
})

test('when a report is read again, only the rows that were rejected or not sent are ready', async () => {
  const report = [
    'name,categoryId,outcome,id,message',
    'Rex,1,added,7,',
    'Mia,1,unknown,,Staging did not respond.',
    'Tom,1,waiting,,Not sent yet',
    'Kim,1,left out,,It may already have been added',
    'Max,1,rejected,,Not on a Sunday',
    'Bo,1,not sent,,Category is missing',
  ].join('\n')
  const { user } = await pasteRows(report)
  await press(user, /^Add \d pets$/)
  expect(await screen.findByRole('heading', { name: /^\d added/ })).toBeVisible()
  expect(names()).toEqual(['Max', 'Bo'])
})

test('a row of a report whose status was set is still left out together with the other rows that were added', async () => {
  const { user } = await pasteRows(
    'name,categoryId,status,outcome,id,message\nRex,1,,added,7,\nMia,1,,added,8,\nMax,1,,rejected,,No',
  )
  await press(user, 'Include them')
  await press(user, /^Edit\s*row 2$/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit row 2' }))
  await user.click(dialog.getByRole('radio', { name: 'Sold' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('row', { name: /Rex.*Sold/ })).toHaveTextContent(
    'Ready (already added, as the report says)',
  )
  expect(
    screen.getByText('2 rows were already added, as the report says, and will be added again'),
  ).toBeVisible()
  await press(user, 'Leave them out')
  await press(user, 'Add 1 pet')
  expect(await screen.findByRole('heading', { name: /^1 added/ })).toBeVisible()
  expect(names()).toEqual(['Max'])
})

/** Fills the session storage until the returned function is called. */
function fillSessionStorage(): () => void {
  const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  return () => write.mockRestore()
}

/** Says whether the browser would ask before the page is left. */
const leavingIsAskedAbout = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

async function renameRow2(user: UserEvent, name: string) {
  await press(user, /^Edit\s*row 2$/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit row 2' }))
  await user.clear(dialog.getByRole('textbox', { name: 'Name' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), name)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('cell', { name })).toBeVisible()
}

test('when the session storage is full, a changed review says so, and leaving is asked about until it can be saved', async () => {
  const notSaved = 'Your browser cannot keep these rows. Reloading or closing this page would lose them.'
  const { user } = await pasteRows('name,categoryId\nRex,1\nMia,1')
  await screen.findByRole('button', { name: 'Add 2 pets' })
  expect(leavingIsAskedAbout()).toBe(false)

  const makeRoom = fillSessionStorage()
  await renameRow2(user, 'Rexy')
  expect(await screen.findByText(notSaved)).toBeVisible()
  expect(leavingIsAskedAbout()).toBe(true)

  makeRoom()
  await renameRow2(user, 'Roxy')
  await waitFor(() => expect(screen.queryByText(notSaved)).not.toBeInTheDocument())
  expect(leavingIsAskedAbout()).toBe(false)
})

/** Sets the clock of the device back. Only the time of day changes, and timers go on. */
function setClockBack(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - milliseconds })
  onTestFinished(() => void vi.useRealTimers())
}

test('Rex, who waits in an import, holds back a Rex that is typed after the clock was set back', async () => {
  petstore.onCreate(() => errorResponse(401))
  const importTab = await pasteRows('name,categoryId\nRex,1')
  await press(importTab.user, 'Add 1 pet')
  await press(importTab.user, 'Not now')
  await expectCounts({ Added: 0, Waiting: 1 })
  importTab.unmount()
  petstore.restore()

  setClockBack(2 * 60 * 60 * 1000)
  await addPet('Rex')
  await expectItems(/Rex.*(May already be added.*still waiting|Added)/)
  await expectItems(/Rex.*May already be added.*still waiting/)
  expect(petstore.posts()).toHaveLength(1)
})

/**
 * Starts an import of Rex, of whom the store has an older namesake, where the key is refused and
 * given again. Then the service answers like this.
 */
async function startAndSignInAgain(respond: () => Response): Promise<UserEvent> {
  petstore.db.create({ name: 'Rex', categoryId: int64('1') })
  petstore.onCreate(() => errorResponse(401))
  const { user } = await pasteRows('name,categoryId\nRex,1')
  await screen.findByText(/Like a pet in Staging/)
  await press(user, 'Add 1 pet')
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  petstore.restore()
  petstore.onCreate(() => {
    petstore.restore()
    return respond()
  })
  await user.type(within(dialog).getByLabelText('API key'), `${KEY}{Enter}`)
  return user
}

describe('an older pet that the review has shown, once somebody has signed in again', () => {
  test('is not taken for the pet of a row whose request was lost', async () => {
    const advance = fakeTime()
    await startAndSignInAgain(() => Response.error())
    await screen.findByText(/Still checking: not found yet/)
    await advance(61_000)
    expect(await screen.findByText(/Not added \(Staging checked at/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send 1 row again' })).toBeVisible()
  })

  test('is not taken for the pet of a row whose answer was lost, but the newer one is', async () => {
    const user = await startAndSignInAgain(() => {
      petstore.db.create({ name: 'Rex', categoryId: int64('1') })
      return Response.error()
    })
    await screen.findByText(/Found in the list/)
    await press(user, 'Mark 1 row as added')
    expect(await screen.findByRole('link', { name: /1002/ })).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Possible duplicates' })).not.toBeInTheDocument()
  })
})
