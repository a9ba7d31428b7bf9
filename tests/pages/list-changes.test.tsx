// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'

import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw/http'
import { describe, expect, test } from 'vitest'
import type { Pet } from '#src/pets/pet.ts'
import { expectItems, fakeTime, fill, press, visit } from '#tests/support/add-page.ts'
import { errorResponse, int64, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

const REX = { id: int64('9007199254740993'), name: 'Rex' }
const MOCHI = { id: int64('2'), name: 'Mochi' }
const LUNA = { id: int64('3'), name: 'Luna' }
const KIWI = { id: int64('9007199254740992'), name: 'Kiwi' }

/** Replaces all pets of the service. */
function replacePets(...pets: readonly (Partial<Pet> & { id: Pet['id'] })[]): void {
  petstore.db.clear()
  for (const pet of pets) petstore.db.create(pet)
}

const rows = () => {
  const [, ...all] = within(screen.getByRole('table', { name: 'Pets' })).getAllByRole('row')
  return all.map((row) => {
    const name = within(row).getByRole('link').textContent
    return name + (/New|Changed/.exec(row.textContent)?.[0] ?? '')
  })
}
const expectRows = (...texts: readonly string[]) => waitFor(() => expect(rows()).toEqual(texts))
const showChanges = () => screen.queryByRole('button', { name: 'Show changes' })
/** A time in any locale: "16:41", "04:41 PM". */
const TIME = String.raw`\p{Nd}{1,2}:\p{Nd}{2}.*`
const CHECKED_AT = new RegExp(`^Checked ${TIME}`, 'u')
const checkedAt = () => screen.queryByText(CHECKED_AT)?.textContent

/**
 * Opens the list with the check, whose code is there.
 *
 * @returns a function that lets a minute pass
 */
async function openChecked() {
  const advance = fakeTime()
  replacePets(REX, MOCHI, LUNA)
  const { user, services } = renderApp('/staging/pets')
  const box = await screen.findByRole('checkbox', { name: 'Check for changes every minute' })
  expect(box).not.toBeChecked()
  await user.click(box)
  await screen.findByText('Checks every minute')
  petstore.received.length = 0
  return { user, services, aMinute: () => advance(60_000) }
}

const statusTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

const aMinuteLaterThereIs = async (aMinute: () => Promise<unknown>, text: RegExp) => {
  await aMinute()
  await waitFor(() => expect(statusTexts()).toContainEqual(expect.stringMatching(text)))
}

describe('a check', () => {
  test('that finds no change says when it was, and offers nothing', async () => {
    const { aMinute } = await openChecked()
    await aMinute()
    await waitFor(() => expect(checkedAt()).toBeDefined())
    expect(showChanges()).not.toBeInTheDocument()
  })

  test('requests the list once a minute', async () => {
    const { aMinute } = await openChecked()
    await aMinute()
    await waitFor(() => expect(petstore.requestLines()).toEqual(['GET /pets?limit=20']))
    await aMinute()
    await waitFor(() => expect(petstore.requestLines()).toEqual(['GET /pets?limit=20', 'GET /pets?limit=20']))
  })

  test('that finds changes says so, and moves neither a row nor the focus', async () => {
    const { aMinute } = await openChecked()
    replacePets({ ...KIWI, name: 'Biscuit' }, { ...REX, name: 'Max' }, LUNA)
    screen.getByRole('searchbox').focus()
    await aMinuteLaterThereIs(aMinute, new RegExp(`^1 new, 1 changed, 1 gone since ${TIME}$`, 'u'))
    expect(rows()).toEqual(['Rex', 'Mochi', 'Luna'])
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })

  test('that fails says nothing, and the next one says when it was', async () => {
    const { aMinute } = await openChecked()
    await aMinute()
    await waitFor(() => expect(checkedAt()).toBeDefined())
    const firstCheck = checkedAt()
    petstore.onList(() => errorResponse(400, 'limit is odd'))
    await aMinute()
    await waitFor(() => expect(petstore.requestLines()).toHaveLength(2))
    expect(checkedAt()).toBe(firstCheck)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    petstore.restore()
    await aMinute()
    await waitFor(() => expect(checkedAt()).not.toBe(firstCheck))
  })
})

/** Opens the list, in which a pet is new, one was changed and one is gone, and shows that. */
async function showThreeChanges() {
  const { user, aMinute } = await openChecked()
  replacePets({ ...KIWI, name: 'Biscuit' }, { ...REX, name: 'Max' }, LUNA)
  await aMinuteLaterThereIs(aMinute, /^1 new, 1 changed, 1 gone/)
  await press(user, 'Show changes')
  await expectRows('BiscuitNew', 'MaxChanged', 'Luna')
  return user
}

describe('"Show changes"', () => {
  test('marks the rows, and leaves the focus to the page, because the button is gone', async () => {
    await showThreeChanges()
    expect(showChanges()).not.toBeInTheDocument()
    expect(screen.getByRole('main')).toHaveFocus()
  })

  test('marks rows that stay marked during a search', async () => {
    const user = await showThreeChanges()
    await user.type(screen.getByRole('searchbox'), 'bis')
    await waitFor(() => expect(rows()).toEqual(['BiscuitNew']))
  })

  test('marks rows that are no longer marked after another list was shown', async () => {
    const user = await showThreeChanges()
    for (const name of ['Available', 'All']) await user.click(screen.getByRole('radio', { name }))
    await waitFor(() => expect(rows()).toEqual(['Biscuit', 'Max', 'Luna']))
  })

  test('shows what the service has at that moment', async () => {
    const { user, aMinute } = await openChecked()
    replacePets(REX, MOCHI)
    await aMinuteLaterThereIs(aMinute, /^1 gone since/)
    replacePets(REX, MOCHI, KIWI)
    await press(user, 'Show changes')
    await waitFor(() => expect(rows()).toEqual(['Rex', 'Mochi', 'KiwiNew']))
  })

  test('that fails says why and keeps the rows, and can be pressed again', async () => {
    const { user, aMinute } = await openChecked()
    replacePets(REX, MOCHI)
    await aMinuteLaterThereIs(aMinute, /^1 gone since/)
    petstore.onList(() => errorResponse(400, 'limit is odd'))
    await press(user, 'Show changes')
    expect(await screen.findByRole('alert')).toHaveTextContent('limit is odd')
    expect(rows()).toEqual(['Rex', 'Mochi', 'Luna'])
    petstore.restore()
    await press(user, 'Show changes')
    await expectRows('Rex', 'Mochi')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

/** Opens the list, and a minute later it is known that three pets are not as they were. */
async function openWithThreeChanges() {
  const { user, aMinute } = await openChecked()
  replacePets({ ...KIWI, name: 'Biscuit' }, { ...REX, name: 'Max', status: 'sold' }, LUNA)
  await aMinuteLaterThereIs(aMinute, /^1 new, 1 changed, 1 gone/)
  return user
}

/** Presses the button, and returns the texts of the pets in the dialog that opens. */
async function askWhich(user: UserEvent, button: string) {
  await press(user, button)
  const dialog = within(
    await screen.findByRole('dialog', { name: new RegExp(`^Changes since ${TIME}$`, 'u') }),
  )
  return { dialog, pets: dialog.getAllByRole('listitem').map(({ textContent }) => textContent) }
}

describe('the number of changes says which pets', () => {
  test.each([
    ['1 new', ['BiscuitID 9007199254740992Dogs · Available']],
    ['1 changed', ['MaxID 9007199254740993Name: was Rex, now MaxStatus: was Available, now Sold']],
    ['1 gone', ['MochiID 2Dogs · Available']],
  ])('are %s', async (button, names) => {
    const { pets } = await askWhich(await openWithThreeChanges(), button)
    expect(pets).toEqual(names)
    expect(rows()).toEqual(['Rex', 'Mochi', 'Luna'])
  })

  test('are gone, and can still be named once the rows are', async () => {
    const user = await openWithThreeChanges()
    await press(user, 'Show changes')
    await expectRows('BiscuitNew', 'MaxChanged', 'Luna')
    const { dialog, pets } = await askWhich(user, 'What changed')
    expect(pets.map((text) => text.replace(/ID.*/, ''))).toEqual(['Biscuit', 'Max', 'Mochi'])
    await user.click(dialog.getByRole('link', { name: 'Mochi' }))
    expect(await screen.findByRole('link', { name: 'Back to pets' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('are not shown any more once the key has ended', async () => {
    const { user, aMinute, services } = await openChecked()
    replacePets(REX, LUNA)
    await aMinuteLaterThereIs(aMinute, /^1 gone/)
    await askWhich(user, '1 gone')
    act(() => services.forEnvironment('staging')?.session.rejectKey(KEY))
    await waitFor(() => expect(screen.queryByText('Mochi')).not.toBeInTheDocument())
  })
})

const see = (state: 'hidden' | 'visible') =>
  act(() => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

test('the check stops in a hidden tab, and goes on at once when the tab is visible again', async () => {
  const { aMinute } = await openChecked()
  see('hidden')
  for (let minute = 0; minute < 5; minute += 1) await aMinute()
  expect(petstore.requestLines()).toEqual([])
  see('visible')
  await waitFor(() => expect(checkedAt()).toBeDefined())
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=20'])
})

/** Opens the list, in which a check has found a change. */
async function openWithChange() {
  const { user, aMinute } = await openChecked()
  replacePets(REX, MOCHI)
  await aMinute()
  await waitFor(() => expect(showChanges()).toBeVisible())
  return user
}

describe('an older comparison is not offered for a list', () => {
  test('that was filtered', async () => {
    const user = await openWithChange()
    await user.click(screen.getByRole('radio', { name: 'Available' }))
    await expectRows('Rex', 'Mochi')
    expect(showChanges()).not.toBeInTheDocument()
  })

  test('to which a pet was added', async () => {
    const user = await openWithChange()
    await visit(user, 'Add pet')
    await fill(user, 'Kiwi', '1')
    await press(user, 'Add pet')
    await expectItems(/Kiwi.*Added/)
    await visit(user, 'Pets')
    await expectRows('Kiwi', 'Rex', 'Mochi')
    expect(screen.getByRole('checkbox', { name: 'Check for changes every minute' })).toBeChecked()
    expect(showChanges()).not.toBeInTheDocument()
  })
})

/** Another tab signs in with this key, and stays signed in on this device. */
function signInElsewhere(key: string): void {
  const name = Object.keys(window.localStorage).find((candidate) => candidate.endsWith('key.staging')) ?? ''
  const entry = JSON.parse(window.localStorage.getItem(name) ?? '{}') as object
  const newValue = JSON.stringify({ ...entry, key, keyId: `sign-in with ${key}` })
  window.localStorage.setItem(name, newValue)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: name, newValue })))
}

/** Opens a checked list, from which Mochi is gone a minute later. */
async function loseMochi() {
  const advance = fakeTime()
  replacePets(REX, MOCHI)
  const { user, services } = renderApp('/staging/pets')
  const session = services.forEnvironment('staging')?.session
  act(() => session?.signIn(KEY, true))
  await user.click(await screen.findByRole('checkbox', { name: 'Check for changes every minute' }))
  await screen.findByText('Checks every minute')
  replacePets(REX)
  await advance(60_000)
  await screen.findByText('1 gone')
  return { advance, user, session }
}

describe('what changed since the list of one key', () => {
  test('is not said to another one that a second tab has signed in with while the dialog was open', async () => {
    const { advance, user } = await loseMochi()
    await press(user, '1 gone')
    expect(
      within(await screen.findByRole('dialog', { name: /^Changes since/ })).getByText('Mochi'),
    ).toBeVisible()
    petstore.onList(() => HttpResponse.json([]))
    signInElsewhere('other-key')
    await advance(5000)
    expect(screen.queryByText('Mochi')).not.toBeInTheDocument()
  })

  test('is not said to whoever signs in after "Show changes" was refused for the key', async () => {
    const { advance, user, session } = await loseMochi()
    petstore.controls.set({ nextResponse: '401' })
    await press(user, 'Show changes')
    await screen.findByRole('dialog', { name: 'Sign in again' })
    petstore.onList(() => HttpResponse.json([{ id: 9, name: 'Kiwi', categoryId: 1 }]))
    act(() => session?.signIn('other-key', true))
    await advance(3000)
    await screen.findByRole('link', { name: 'Kiwi' })
    await advance(3000)
    expect(screen.queryByRole('button', { name: 'What changed' })).not.toBeInTheDocument()
  })
})

test('rows of the filter before stand back while the list that was asked for takes long', async () => {
  const advance = fakeTime()
  petstore.db.create({ name: 'Rex', status: 'available' })
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })
  petstore.onList(() => Promise.withResolvers<undefined>().promise)
  await user.click(screen.getByRole('radio', { name: 'Sold' }))
  const list = screen.getByRole('region', { name: 'List' })
  expect(list).not.toHaveAttribute('data-stale')
  await advance(300)
  expect(list).toHaveAttribute('data-stale')
  expect(screen.getByRole('link', { name: 'Rex' })).toBeVisible()
})
