// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw/http'
import { describe, expect, test } from 'vitest'
import { BASE_URL, errorResponse, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

// jsdom shows no popover, neither as one nor in line: what folds into a menu on a phone is `hidden` here.

const stored = () => ({
  local: Object.entries(window.localStorage),
  session: Object.entries(window.sessionStorage),
})

test.each(['/staging/pets', '/staging/pets/new', '/staging/pets/5'])(
  'without a key %s asks to sign in, at its own address',
  async (at) => {
    const { address } = renderApp(at, { key: null })

    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(screen.getByRole('banner')).toHaveTextContent('Staging')
    expect(screen.getByLabelText('API key')).toHaveAttribute('type', 'password')
    expect(screen.getByRole('checkbox', { name: 'Keep me signed in on this device' })).not.toBeChecked()
    expect(address()).toBe(at)
    expect(petstore.asked()).toEqual([])
  },
)

test('signs in with a pasted key, checked by one request, and shows the page', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets', { key: null })
  await user.type(await screen.findByLabelText('API key'), `  Bearer ${KEY} `)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByRole('link', { name: 'Rex' })).toBeVisible()
  expect(petstore.asked()).toEqual(['GET /pets?limit=1', 'GET /pets?limit=20'])
  expect(petstore.received[0]?.key).toBe(`Bearer ${KEY}`)
  expect(JSON.stringify(stored().session)).toContain(KEY)
  expect(JSON.stringify(stored().local)).not.toContain(KEY)
})

test('keeps the key on this device when asked to', async () => {
  const { user } = renderApp('/staging/pets', { key: null })
  await user.type(await screen.findByLabelText('API key'), KEY)
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  await screen.findByRole('heading', { name: 'Pets' })
  expect(JSON.stringify(stored().local)).toContain(KEY)
  expect(JSON.stringify(stored().session)).not.toContain(KEY)
})

test('says beside the field that a key was refused, and stores nothing', async () => {
  const { user } = renderApp('/staging/pets', { key: null })
  await user.type(await screen.findByLabelText('API key'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  await waitFor(() =>
    expect(screen.getByLabelText('API key')).toHaveAccessibleDescription(
      /This key does not work for Staging/,
    ),
  )
  expect(screen.getByLabelText('API key')).toHaveFocus()
  expect(JSON.stringify(stored())).not.toContain('wrong')
  expect(petstore.asked()).toEqual(['GET /pets?limit=1'])
})

test.each([
  ['', /Enter the API key for Staging/],
  ['Bearer ', /Enter the API key for Staging/],
  ['“smart”', /must not contain spaces/],
  ['two words', /must not contain spaces/],
])('the key "%s" is not sent', async (typed, words) => {
  const { user } = renderApp('/staging/pets', { key: null })
  const field = await screen.findByLabelText('API key')
  if (typed !== '') await user.type(field, typed)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(field).toHaveAccessibleDescription(words)
  expect(field).toBeInvalid()
  expect(petstore.asked()).toEqual([])
})

test('a service that does not answer is no reason to doubt the key', async () => {
  petstore.onList(() => errorResponse(503, 'Down for the night', 'down'))
  const { user } = renderApp('/staging/pets', { key: null })
  await user.type(await screen.findByLabelText('API key'), KEY)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByRole('alert')).toHaveTextContent(/Down for the night.*down · HTTP 503/)
  expect(screen.getByLabelText('API key')).toBeValid()
  expect(petstore.asked()).toEqual(['GET /pets?limit=1'])
})

/** Keeps the answer to the check of a key back until the returned function is called. */
function holdCheck() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  petstore.onList(() => promise)
  return () => resolve(HttpResponse.json([]))
}

/** All that an answer leads to is done: the service was asked once more after it, and answered. */
async function settled() {
  await fetch(`${BASE_URL}/pets`)
}

const round = 'petstore-admin.round.staging'

/** What signing out in another tab does to the storage. */
const signOutElsewhere = () => window.localStorage.setItem(round, 'another')

test('signing out in another tab ends the check of a key: nothing is stored, and the form can be used again', async () => {
  const release = holdCheck()
  const { user } = renderApp('/staging/pets', { key: null })
  await user.type(await screen.findByLabelText('API key'), KEY)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(petstore.asked()).toEqual(['GET /pets?limit=1']))

  act(() => {
    signOutElsewhere()
    window.dispatchEvent(new StorageEvent('storage', { key: round }))
  })

  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeEnabled()
  release()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(JSON.stringify(stored())).not.toContain(KEY)
  petstore.asUsual()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Pets' })).toBeVisible()
})

test('signing out in another tab voids the check of a key, also where no event tells of it', async () => {
  const release = holdCheck()
  const { user } = renderApp('/staging/pets', { key: null })
  await user.type(await screen.findByLabelText('API key'), KEY)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(petstore.asked()).toEqual(['GET /pets?limit=1']))

  signOutElsewhere()
  release()

  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeEnabled()
  expect(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(JSON.stringify(stored())).not.toContain(KEY)
})

test('a key that turns out to be right after signing in again was put off signs nobody in', async () => {
  const { user, services } = renderApp('/staging/pets', { key: 'ended' })
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  const release = holdCheck()
  await user.type(within(dialog).getByLabelText('API key'), KEY)
  await user.click(within(dialog).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(petstore.asked()).toContain('GET /pets?limit=1'))
  await user.click(within(dialog).getByRole('button', { name: 'Not now' }))
  release()
  await settled()

  expect(services.forEnvironment('staging')?.session.get()).toMatchObject({
    kind: 'key-ended',
    isPrompting: false,
  })
  expect(JSON.stringify(stored())).not.toContain(KEY)
})

test('a key that turns out to be right after going to another environment signs nobody in', async () => {
  const release = holdCheck()
  const { user, services } = renderApp('/staging/pets', { key: null })
  await user.type(await screen.findByLabelText('API key'), KEY)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(petstore.asked()).toEqual(['GET /pets?limit=1']))
  const [other] = screen.getAllByRole('link', { name: /Production/, hidden: true })
  await user.click(other as HTMLElement)
  release()
  await settled()

  expect(services.forEnvironment('staging')?.session.get().kind).toBe('signed-out')
  expect(JSON.stringify(stored())).not.toContain(KEY)
})

test('a key that ends is asked for over the page, and the request goes on by itself', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user, address } = renderApp('/staging/pets?status=available', { key: 'ended' })

  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  expect(screen.queryByRole('link', { name: 'Rex' })).not.toBeInTheDocument()
  await user.type(within(dialog).getByLabelText('API key'), KEY)
  await user.click(within(dialog).getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByRole('link', { name: 'Rex' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(petstore.asked()).toEqual([
    'GET /pets?limit=20&status=available',
    'GET /pets?limit=1',
    'GET /pets?limit=20&status=available',
  ])
  expect(address()).toBe('/staging/pets?status=available')
})

test('pets that are on the screen leave it when the key ends, and stay away while nobody gives a new one', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })
  petstore.onList(() => errorResponse(401))
  await user.click(screen.getByRole('button', { name: 'Refresh' }))

  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  expect(document.body).not.toHaveTextContent('Rex')
  await user.click(within(dialog).getByRole('button', { name: 'Not now' }))
  expect(document.body).not.toHaveTextContent('Rex')
})

const refresh = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Refresh' }))
const filter = (user: UserEvent) => user.click(screen.getByRole('radio', { name: 'Available' }))

/** Leads to the question for a key, with Rex on the screen before, and gives one; the list is held back then. */
async function signInAgain(key: string, lead: (user: UserEvent) => Promise<void>) {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })
  petstore.onList(() => errorResponse(401))
  await lead(user)
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  petstore.received.length = 0
  petstore.onList(() => HttpResponse.json([]))
  await user.type(within(dialog).getByLabelText('API key'), key)
  const { promise, resolve } = Promise.withResolvers<Response>()
  const seen: string[] = []
  const watch = new MutationObserver(() => seen.push(document.body.textContent))
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  let checked = false
  petstore.onList(() => {
    if (checked) return promise
    checked = true
    return HttpResponse.json([])
  })
  await user.click(within(dialog).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(petstore.asked()).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  watch.disconnect()
  return { seen: seen.join(' '), release: () => resolve(HttpResponse.json([])) }
}

describe('after signing in again', () => {
  test.each([
    ['a refresh', refresh, 'GET /pets?limit=20'],
    ['another filter', filter, 'GET /pets?limit=20&status=available'],
  ])('with another key, what was loaded is gone and asked for once: %s', async (_what, lead, asked) => {
    const { seen, release } = await signInAgain('another-key', lead)
    expect(seen).not.toContain('Rex')
    expect(document.body).not.toHaveTextContent('Rex')
    release()
    expect(await screen.findByText(/^No pets in Staging yet|^No available pets in Staging/)).toBeVisible()
    expect(petstore.asked()).toEqual(['GET /pets?limit=1', asked])
    expect(petstore.received[1]?.key).toBe('Bearer another-key')
  })

  test('with the same key, what was loaded stays while it is asked for anew', async () => {
    const { release } = await signInAgain(KEY, refresh)
    expect(screen.getByRole('link', { name: 'Rex' })).toBeVisible()
    release()
    await waitFor(() => expect(document.body).not.toHaveTextContent('Rex'))
    expect(petstore.asked()).toEqual(['GET /pets?limit=1', 'GET /pets?limit=20'])
  })
})

test('a key that ends in the middle of adding keeps the form, and the POST waits for a press', async () => {
  const { user } = renderApp('/staging/pets/new', { key: 'ended' })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Rex')
  await user.type(screen.getByRole('textbox', { name: 'Category ID' }), '1')
  await user.click(screen.getByRole('button', { name: 'Add pet' }))

  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  await user.type(within(dialog).getByLabelText('API key'), KEY)
  await user.click(within(dialog).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  expect(petstore.db.all()).toEqual([])
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Rex')
  expect(screen.getByText(/This pet has not been added yet. Select Add pet to try again/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add pet' }))
  await screen.findByText(/^added\b/)
  expect(petstore.asked()).toEqual(['POST /pets', 'GET /pets?limit=1', 'POST /pets'])
})

test('signing in again can be put off, and asked for later', async () => {
  const { user } = renderApp('/staging/pets', { key: 'ended' })
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' })
  await user.click(within(dialog).getByRole('button', { name: 'Not now' }))

  expect(await screen.findByRole('alert')).toHaveTextContent(/Your key for Staging no longer works/)
  await user.click(screen.getByRole('button', { name: 'Sign in again' }))
  const again = await screen.findByRole('dialog', { name: 'Sign in again' })
  petstore.db.create({ name: 'Rex' })
  await user.type(within(again).getByLabelText('API key'), KEY)
  await user.click(within(again).getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByRole('link', { name: 'Rex' })).toBeVisible()
})

test('signing out forgets the key and the pets, also while an answer is on its way', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user, services } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })
  petstore.controls.set({ latencyMs: 50 })
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await user.click(screen.getByRole('button', { name: 'Sign out', hidden: true }))

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(document.body).not.toHaveTextContent('Rex')
  expect(JSON.stringify(stored())).not.toContain(KEY)
  const cache = services.forEnvironment('staging')?.queryClient.getQueryCache().getAll()
  expect(cache).toEqual([])
})

test('signing out in another tab empties this one', async () => {
  petstore.db.create({ name: 'Rex' })
  renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })

  // What the other tab does to the storage, and the event that this tab gets of it.
  act(() => {
    window.localStorage.setItem('petstore-admin.round.staging', 'another')
    window.dispatchEvent(new StorageEvent('storage', { key: 'petstore-admin.round.staging' }))
  })

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(document.body).not.toHaveTextContent('Rex')
})

test('each environment has a key of its own', async () => {
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('heading', { name: 'Pets' })
  await user.click(screen.getByRole('link', { name: /Production/, hidden: true }))

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(screen.getByRole('banner')).toHaveTextContent('Production')
})
