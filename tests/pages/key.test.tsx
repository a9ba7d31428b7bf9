// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw/http'
import { expect, test } from 'vitest'
import { expectItems, fakeTime, fill, press } from '#tests/support/add-page.ts'
import { BASE_URL, errorResponse, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

// jsdom does not implement popovers, so the contents of menus count as `hidden` here.

const stored = () => ({
  local: Object.entries(window.localStorage),
  session: Object.entries(window.sessionStorage),
})

test.each(['/staging/pets?status=sold&limit=7', '/staging/nothing'])(
  'without a key, %s shows the sign-in view at its own URL',
  async (at) => {
    const { address } = renderApp(at, { key: null })

    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(screen.getByRole('banner')).toHaveTextContent('Staging')
    expect(screen.getByLabelText('API key')).toHaveAttribute('type', 'password')
    expect(screen.getByLabelText('API key')).toBeRequired()
    expect(screen.queryByRole('button', { name: 'Sign out', hidden: true })).not.toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: 'Keep me signed in on this device' })).not.toBeChecked()
    expect(address()).toBe(at)
    expect(petstore.requestLines()).toEqual([])
  },
)

/** Opens the app signed out, and submits this key. */
async function submitKey(key: string, path = '/staging/pets') {
  const app = renderApp(path, { key: null })
  const field = await screen.findByLabelText('API key')
  if (key !== '') await app.user.type(field, key)
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
  return app
}

const findDialog = () => screen.findByRole('dialog', { name: 'Sign in again' })

/** Submits this key in the dialog. */
async function submitInDialog(user: UserEvent, key: string) {
  const dialog = within(await findDialog())
  await user.type(dialog.getByLabelText('API key'), key)
  await user.click(dialog.getByRole('button', { name: 'Sign in' }))
}

test('signs in with a pasted key, verified by one request, and shows the page', async () => {
  petstore.db.create({ name: 'Rex', status: 'sold' })
  const { address } = await submitKey(`  Bearer ${KEY} `, '/staging/pets?status=sold&limit=7')

  expect(await screen.findByRole('link', { name: 'Rex' })).toBeVisible()
  expect(address()).toBe('/staging/pets?status=sold&limit=7')
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=1', 'GET /pets?limit=7&status=sold'])
  expect(petstore.received.map(({ key }) => key)).toEqual([`Bearer ${KEY}`, `Bearer ${KEY}`])
})

test('reports a rejected key at the field and stores nothing', async () => {
  const { user } = renderApp('/staging/pets', { key: null })
  await user.click(await screen.findByRole('checkbox', { name: 'Keep me signed in on this device' }))
  await user.type(screen.getByLabelText('API key'), 'wrong{Enter}')

  await waitFor(() =>
    expect(screen.getByLabelText('API key')).toHaveAccessibleDescription(
      /This key does not work for Staging/,
    ),
  )
  // The focus is in the field already, so nothing else would say this.
  expect(screen.getByRole('alert')).toHaveTextContent('Error: This key does not work for Staging')
  const field = screen.getByLabelText('API key')
  expect(field).toHaveFocus()
  expect(field).toBeInvalid()
  expect(JSON.stringify(stored())).not.toContain('wrong')
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=1'])
  await user.clear(field)
  await user.type(field, `${KEY}{Enter}`)
  expect(await screen.findByRole('heading', { name: 'Pets' })).toBeVisible()
})

/** Answers like a firewall, or like a login of the company. */
const refusedInBetween = () => HttpResponse.html('<h1>Access denied</h1>', { status: 401 })

const IN_BETWEEN = /Something between you and Staging may have answered \(HTTP 401\)/

test('a 401 that does not come from the service is not blamed on the key, which stays in the field', async () => {
  petstore.onList(refusedInBetween)
  const { user } = await submitKey(KEY)
  expect(await screen.findByRole('alert')).toHaveTextContent(IN_BETWEEN)
  expect(screen.getByLabelText('API key')).toBeValid()
  expect(screen.getByLabelText('API key')).toHaveValue(KEY)
  expect(document.body).not.toHaveTextContent(/This key does not work|Your key/)
  petstore.restore()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Pets' })).toBeVisible()
})

test('during work, the dialog asks for the key, and says that something in between may have answered', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })
  petstore.onList(refusedInBetween)
  await refresh(user)
  const dialog = await findDialog()
  expect(dialog).toHaveTextContent(IN_BETWEEN)
  expect(dialog).not.toHaveTextContent('Your key')
  await user.click(within(dialog).getByRole('button', { name: 'Not now' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(IN_BETWEEN)
  petstore.restore()
  await user.click(screen.getByRole('button', { name: 'Sign in again' }))
  await submitInDialog(user, KEY)
  expect(await screen.findByRole('link', { name: 'Rex' })).toBeVisible()
})

test('a pet that something in between refused for the key waits, in words that do not blame the key', async () => {
  petstore.onCreate(refusedInBetween)
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await user.keyboard('{Enter}')
  await user.click(within(await findDialog()).getByRole('button', { name: 'Not now' }))
  expect(await screen.findByText('Sign in again to continue. 1 pet is waiting.')).toBeVisible()
  expect(document.body).not.toHaveTextContent('your key')
})

/**
 * Returns the user name of a key. A password manager takes the field with this attribute, in the
 * form of a password, for the name that the password belongs to.
 */
const userNameOf = (field: HTMLElement) =>
  field.closest('form')?.querySelector<HTMLInputElement>('[autocomplete=username]')?.value

test.each(['staging', 'production'])('a password manager keeps a key for %s alone', async (id) => {
  renderApp(`/${id}/pets`, { key: null })
  expect(userNameOf(await screen.findByLabelText('API key'))).toBe(id)
  // Nobody else needs the field.
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test.each([
  ['Ask the store office for a key.', /Ask the store office for a key\./],
  ['https://wiki.example.com/keys', /Where to get a key/],
])('the form says where a key comes from, if the configuration does: %s', async (keyHelp, description) => {
  const environment = { id: 'staging', name: 'Staging', baseUrl: BASE_URL, kind: 'staging', keyHelp } as const
  renderApp('/staging/pets', { key: null, environments: [environment] })
  expect(await screen.findByLabelText('API key')).toHaveAccessibleDescription(description)
  const [link] = screen.queryAllByRole('link', { name: 'Where to get a key' })
  expect(link?.getAttribute('href')).toBe(keyHelp.startsWith('https') ? keyHelp : undefined)
})

test('a password manager fills the key of the environment into the dialog "Sign in again"', async () => {
  const { user } = renderApp('/staging/pets')
  await screen.findByText('No pets in Staging yet')
  petstore.onList(() => errorResponse(401))
  await refresh(user)
  expect(userNameOf(within(await findDialog()).getByLabelText('API key'))).toBe('staging')
})

test.each([
  ['', /Enter the API key for Staging/],
  ['two words', /must not contain spaces/],
])('the key "%s" is not sent', async (typed, message) => {
  await submitKey(typed)

  const field = screen.getByLabelText('API key')
  expect(field).toHaveFocus()
  expect(field).toHaveAccessibleDescription(message)
  expect(field).toBeInvalid()
  expect(petstore.requestLines()).toEqual([])
})

test('a key that was pasted with characters that cannot be seen signs in', async () => {
  const { user } = renderApp('/staging/pets', { key: null })
  await user.click(await screen.findByLabelText('API key'))
  await user.paste(`\u200B${KEY.slice(0, 3)}\u00AD${KEY.slice(3)}\u2060\u200E`)
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'Pets' })).toBeVisible()
  expect(new Set(petstore.received.map(({ key }) => key))).toEqual(new Set([`Bearer ${KEY}`]))
})

test('a service that is down does not invalidate the key', async () => {
  petstore.onList(() => errorResponse(503, 'Down for the night', 'down'))
  const { user } = await submitKey(KEY)

  expect(await screen.findByRole('alert')).toHaveTextContent(/Down for the night.*HTTP 503, down/)
  expect(await screen.findByRole('button', { name: 'Copy for support' })).toBeVisible()
  // The alert leads nowhere else.
  expect(screen.queryByRole('link', { name: 'Show requests' })).not.toBeInTheDocument()
  expect(screen.getByLabelText('API key')).toBeValid()
  expect(screen.getByLabelText('API key')).toHaveValue(KEY)
  expect(JSON.stringify(stored())).not.toContain(KEY)
  expect(petstore.requestLines()).toEqual(['GET /pets?limit=1'])
  petstore.restore()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Pets' })).toBeVisible()
})

/** Holds the response to the key check back until the returned function is called. */
function holdCheck() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  petstore.onList(() => promise)
  return () => resolve(HttpResponse.json([]))
}

/**
 * Resolves when earlier responses have been handled. It sends one more request and waits for its
 * response.
 */
async function settled() {
  await fetch(`${BASE_URL}/pets`)
}

test('signing out in another tab voids a key that is being checked', async () => {
  const release = holdCheck()
  const { user } = await submitKey(KEY)
  await waitFor(() => expect(petstore.requestLines()).toEqual(['GET /pets?limit=1']))
  window.localStorage.setItem('petstore-admin.round.staging', 'another')
  release()

  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeEnabled()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(JSON.stringify(stored())).not.toContain(KEY)
  petstore.restore()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Pets' })).toBeVisible()
})

test('a key that is verified after the dialog was closed does not sign in', async () => {
  const { user, services } = renderApp('/staging/pets', { key: 'ended' })
  const dialog = await findDialog()
  const release = holdCheck()
  await submitInDialog(user, KEY)
  await waitFor(() => expect(petstore.requestLines()).toContain('GET /pets?limit=1'))
  await user.click(within(dialog).getByRole('button', { name: 'Not now' }))
  release()
  await settled()

  expect(services.forEnvironment('staging')?.session.get()).toMatchObject({
    kind: 'locked',
  })
  expect(JSON.stringify(stored())).not.toContain(KEY)
})

const refresh = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Refresh' }))

test('a pet whose key was refused waits, and is sent by a press, but not by signing in', async () => {
  const { user } = renderApp('/staging/pets/new', { key: 'ended' })
  await fill(user, 'Rex', '1')
  await user.keyboard('{Enter}')
  await user.click(within(await findDialog()).getByRole('button', { name: 'Not now' }))
  await expectItems(/Rex.*Waiting/)
  expect(await screen.findByText(/^Your key no longer works\. \d pets? (is|are) waiting\.$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add 1 waiting' })).not.toBeInTheDocument()
  await press(user, 'Sign in again')
  await submitInDialog(user, KEY)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await expectItems(/Rex.*Waiting/)
  expect(petstore.db.all()).toEqual([])
  await press(user, 'Add 1 waiting')
  await expectItems(/Rex.*Added/)
  expect(petstore.requestLines()).toEqual(['POST /pets', 'GET /pets?limit=1', 'POST /pets'])
})

test('a pet that was entered before the key ended is not sent with the next one, but by a press', async () => {
  const { promise: answerToRex, resolve: answerRex } = Promise.withResolvers<undefined>()
  petstore.use(http.post(`${BASE_URL}/pets`, () => answerToRex))
  const { user, services } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(petstore.posts()).toHaveLength(1))
  await fill(user, 'Mia', '1')
  await user.keyboard('{Enter}')
  await expectItems(/Mia.*Waiting/, /Rex.*Adding/)
  act(() => services.forEnvironment('staging')?.session.rejectKey(KEY))
  await submitInDialog(user, KEY)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  answerRex(undefined)
  await expectItems(/Mia.*Waiting/, /Rex.*Added/)
  expect(petstore.posts()).toHaveLength(1)
  await press(user, 'Add 1 waiting')
  await expectItems(/Mia.*Added/, /Rex.*Added/)
})

test('a pet that waits is not sent with the key with which another tab signs in', async () => {
  const advance = fakeTime()
  const { user, services } = renderApp('/staging/pets/new')
  const session = services.forEnvironment('staging')?.session
  act(() => session?.signIn(KEY, true))
  petstore.onCreate(() => HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '30' } }))
  await fill(user, 'Rex', '1')
  await user.keyboard('{Enter}')
  await expectItems(/Rex.*Waiting until/)
  const [name = '', text = '{}'] =
    Object.entries(window.localStorage).find(([candidate]) => candidate.endsWith('key.staging')) ?? []
  const newValue = JSON.stringify({ ...(JSON.parse(text) as object), key: 'other-key', keyId: 'other' })
  window.localStorage.setItem(name, newValue)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: name, newValue })))
  expect(session?.key()).toBe('other-key')
  await advance(31_000)
  await expectItems(/Rex.*Waiting/)
  expect(petstore.posts().map(({ key }) => key)).toEqual([`Bearer ${KEY}`])
})

test('a pet that was announced is not announced again when the pause ends', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await user.keyboard('{Enter}')
  const said = /^Rex added \(ID/
  await waitFor(() => expect(screen.getAllByText(said)).toHaveLength(1))
  petstore.onCreate(() => errorResponse(401))
  await fill(user, 'Mia', '1')
  await user.keyboard('{Enter}')
  await submitInDialog(user, KEY)
  await screen.findByRole('button', { name: 'Add 1 waiting' })
  expect(screen.getAllByText(said)).toHaveLength(1)
})

test('after signing out, pets that were added before are not shown to the next person', async () => {
  const { user } = renderApp('/staging/pets/new')
  await fill(user, 'Rex', '1')
  await user.keyboard('{Enter}')
  await expectItems(/Rex.*Added/)
  await user.click(screen.getByRole('button', { name: 'Sign out', hidden: true }))
  await user.type(await screen.findByLabelText('API key'), `${KEY}{Enter}`)
  await screen.findByRole('textbox', { name: 'Name' })
  await settled()
  expect(document.body).not.toHaveTextContent('Rex')
})

test('an environment may be called "outbox", and adding pets to it signs nobody out', async () => {
  const environment = { id: 'outbox', name: 'Staging', baseUrl: BASE_URL, kind: 'staging' } as const
  const { user } = renderApp('/outbox/pets/new', { environments: [environment] })
  await fill(user, 'Rex', '1')
  await user.keyboard('{Enter}')
  await expectItems(/Rex.*Added/)
  await settled()
  expect(screen.queryByRole('heading', { name: 'Sign in' })).not.toBeInTheDocument()
})

test('signing in again can be postponed, and until then nothing is shown', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })
  petstore.onList(() => errorResponse(401))
  await refresh(user)
  const dialog = await findDialog()
  expect(document.body).not.toHaveTextContent('Rex')
  await user.click(within(dialog).getByRole('button', { name: 'Not now' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Your key for Staging no longer works.*\(HTTP 401/,
  )
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
  expect(document.body).not.toHaveTextContent('Rex')
  petstore.restore()
  await user.click(screen.getByRole('button', { name: 'Sign in again' }))
  await submitInDialog(user, KEY)
  expect(await screen.findByRole('link', { name: 'Rex' })).toBeVisible()
})

test('rows that stayed while others were requested are not shown with another key', async () => {
  petstore.db.create({ name: 'Rex' })
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('link', { name: 'Rex' })
  petstore.onList(() => errorResponse(401))
  await user.click(screen.getByRole('radio', { name: 'Sold' }))
  await findDialog()
  const { promise, resolve } = Promise.withResolvers<Response>()
  petstore.onList(({ search }) => (search === '?limit=1' ? HttpResponse.json([]) : promise))
  await submitInDialog(user, 'another-key')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(document.body).not.toHaveTextContent('Rex')
  resolve(HttpResponse.json([]))
  expect(await screen.findByText('No sold pets in Staging')).toBeVisible()
})

test('the outcome with an ended key is not shown with the next one, not even for a moment', async () => {
  const { user, services } = renderApp('/staging/pets', { key: 'ended' })
  await user.click(within(await findDialog()).getByRole('button', { name: 'Not now' }))
  await screen.findByRole('button', { name: 'Sign in again' })
  const alerts: unknown[] = []
  const observer = new MutationObserver(() => alerts.push(...screen.queryAllByRole('alert')))
  observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  // Another tab signs in like this.
  services.forEnvironment('staging')?.session.signIn(KEY, false)
  expect(await screen.findByText('No pets in Staging yet')).toBeVisible()
  observer.disconnect()
  expect(alerts).toEqual([])
})

test('a check that takes long can be cancelled, and the key stays in the field, and is stored nowhere', async () => {
  const advance = fakeTime()
  holdCheck()
  const { user } = await submitKey(KEY)
  await waitFor(() => expect(petstore.requestLines()).toHaveLength(1))
  await advance(3100)
  await press(user, 'Cancel')
  expect(await screen.findByRole('alert')).toHaveTextContent('Request cancelled')
  expect(screen.getByLabelText('API key')).toHaveValue(KEY)
  expect(JSON.stringify(stored())).not.toContain(KEY)
})
