// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw/http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findItem } from '#tests/support/add-page.ts'
import { BASE_URL, errorResponse, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

afterEach(() => vi.restoreAllMocks())

const requestRows = () => {
  const table = screen.queryByRole('table', { name: 'Requests' })
  return table === null ? [] : within(table).getAllByRole('row').slice(1)
}

/** Returns method, address and outcome of each row. */
const requests = () =>
  requestRows().map((row) => {
    const [, method, address, outcome] = within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    return `${method} ${address}: ${outcome}`
  })

const copied = () => navigator.clipboard.readText()

const serviceHeading = () => screen.findByRole('heading', { level: 1, name: 'Service' })

/** Opens a list of one status, so that the request is made, and then the service page. */
async function openAfterList(app: ReturnType<typeof renderApp>, done: string | RegExp) {
  await screen.findByText(done)
  await app.user.keyboard('gs')
  await serviceHeading()
}

test('each part of both tables has its role, because Safari drops roles when rows are cards', async () => {
  await openAfterList(renderApp('/staging/pets'), 'No pets in Staging yet')

  const tables = screen.getAllByRole('table')
  expect(tables).toHaveLength(2)
  const parts = document.querySelectorAll('table, thead, tbody, tr, th, td')
  expect([...parts].filter((part) => !part.hasAttribute('role'))).toEqual([])
})

describe('the requests of this tab', () => {
  test('are listed newest first, and a request with several attempts is one', async () => {
    let failures = 2
    petstore.onList(() => (failures-- > 0 ? errorResponse(503, 'Back soon', 'down') : undefined))
    petstore.db.create({ name: 'Rex', status: 'sold' })
    const app = renderApp('/staging/pets?status=sold')
    await screen.findByRole('link', { name: 'Rex' })
    await app.user.click(screen.getByRole('radio', { name: 'All' }))
    await screen.findByText('1 pet')
    await waitFor(() => expect(petstore.requestLines()).toHaveLength(4))
    await app.user.keyboard('gs')
    await serviceHeading()
    expect(requests()).toEqual([
      'GET /pets?limit=20: HTTP 200',
      'GET /pets?limit=20&status=sold: HTTP 2003 attempts: HTTP 503, HTTP 503, HTTP 200',
    ])
  })

  test('are unknown, not failed, if the response to a POST is lost, and its cURL has every digit and no key', async () => {
    petstore.onCreate(() => HttpResponse.error())
    const { user } = renderApp('/staging/pets/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), "O'Neill")
    await user.type(screen.getByRole('textbox', { name: 'Category ID' }), '9223372036854775807')
    await user.click(screen.getByRole('button', { name: 'Add pet' }))
    const item = await findItem(/O'Neill.*May have been added/s)
    expect(await within(item).findByRole('button', { name: 'Copy for support' })).toBeVisible()
    await user.click(within(item).getByText('Details'))
    await user.click(within(item).getByRole('link', { name: 'Show requests' }))
    await serviceHeading()
    const row = requestRows().find((candidate) => candidate.textContent?.includes('POST'))
    if (row === undefined) throw new Error('no row')
    expect(row).toHaveTextContent('Unknown: no response. The pet may have been added.')
    await user.click(within(row).getByRole('button', { name: 'Copy as cURL' }))
    expect(within(row).getByRole('button', { name: 'Copied as cURL' })).toBeVisible()
    expect(await copied()).toContain('"Authorization: Bearer $API_KEY"')
    expect(await copied()).toContain(`'{"name":"O'\\''Neill","categoryId":9223372036854775807}'`)
    await user.click(within(row).getByRole('button', { name: 'Copy for support' }))
    expect(await copied()).toMatch(/^Outcome: Unknown: no response/m)
    expect(await copied()).not.toContain(KEY)
  })

  test('stay where they are until newer ones are asked for', async () => {
    const app = renderApp('/staging/pets')
    await openAfterList(app, /No pets/)
    await app.services.forEnvironment('staging')?.petstore.listPets({ limit: 7, status: undefined })
    const show = await screen.findByRole('button', { name: 'Show 1 newer' })
    expect(requests()).toEqual(['GET /pets?limit=20: HTTP 200'])
    await app.user.click(show)
    expect(requests()).toEqual(['GET /pets?limit=7: HTTP 200', 'GET /pets?limit=20: HTTP 200'])
    expect(show).not.toBeInTheDocument()
  })
})

test('a key of another environment that was typed as a name is in nothing that is copied', async () => {
  const { user, services } = renderApp('/staging/pets/new')
  act(() => services.forEnvironment('production')?.session.signIn('production-secret', false))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'production-secret')
  await user.type(screen.getByRole('textbox', { name: 'Category ID' }), '1')
  await user.click(screen.getByRole('button', { name: 'Add pet' }))
  await screen.findByText(/added \(ID/)
  screen.getByRole('main').focus()
  await user.keyboard('gs')
  await serviceHeading()
  const [row] = requestRows()
  expect(row).toHaveTextContent('No cURL: over 2 KB, or with a key in it')
})

describe('an alert about a request', () => {
  test('has a text for support, with all that helps and without the key', async () => {
    petstore.onList(() => errorResponse(403, `Not with ${KEY}`, 'forbidden'))
    const { user } = renderApp('/staging/pets')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Not with [key]')
    await user.click(await within(alert).findByRole('button', { name: 'Copy for support' }))
    const text = await copied()
    for (const line of [
      /^Petstore Admin version: development$/m,
      /^Environment: Staging \(staging\)$/m,
      new RegExp(`^Request: GET ${BASE_URL}/pets\\?limit=20$`, 'm'),
      new RegExp(`^Time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}$`, 'm'),
      /^Message: Not with \[key\]$/m,
    ])
      expect(text).toMatch(line)
    expect(text).not.toContain(KEY)
  })

  test('shows that text, also to the keyboard, if the browser does not let the page copy', async () => {
    petstore.onList(() => errorResponse(403))
    const { user } = renderApp('/staging/pets')
    const button = await screen.findByRole('button', { name: 'Copy for support' })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
    await user.click(button)
    await user.tab()
    const text = await screen.findByRole('textbox', { name: 'Text to copy' })
    expect(text).toHaveFocus()
    expect(text).toHaveDisplayValue(/HTTP 403/)
  })
})

const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name} `) })

test('the operations are those of the documentation', async () => {
  renderApp('/staging/service')
  await serviceHeading()
  expect(row('listPets')).toHaveTextContent(/GET \/pets/)
  expect(row('createPet')).toHaveTextContent(/POST \/pets/)
  expect(row('getPet')).toHaveTextContent('Deprecated: ends on 5 December 2030')
  expect(row('GET /store/orders')).toHaveTextContent('Undocumented, so not used here.')
})

const check = async (app: ReturnType<typeof renderApp>) => {
  await serviceHeading()
  await app.user.click(screen.getByRole('button', { name: 'Check the connection' }))
}

describe('"Check the connection"', () => {
  test('sends one GET, and says how long it took, and a failure is not tried again by itself', async () => {
    const app = renderApp('/staging/service')
    await check(app)
    expect(await screen.findByText(/^Staging responded in [\d,]+ ms\.$/)).toBeVisible()
    petstore.onList(() => errorResponse(500, 'Oh no'))
    await check(app)
    expect(await screen.findByRole('alert')).toHaveTextContent('Oh no')
    expect(petstore.requestLines()).toEqual(['GET /pets?limit=1', 'GET /pets?limit=1'])
  })

  test('says without a response how the browser itself explains it, and when offline, it says only that', async () => {
    petstore.onList(() => HttpResponse.error())
    const app = renderApp('/staging/service')
    await check(app)
    const alert = await screen.findByRole('alert')
    const link = within(alert).getByRole('link', { name: 'Open the base URL in a new tab' })
    expect(link).toHaveAttribute('href', BASE_URL)
    for (const cause of ['name is not found', 'refused', 'certificate', 'CORS'])
      expect(alert).toHaveTextContent(cause)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await check(app)
    expect(await screen.findByText(/You are offline/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /base URL/ })).not.toBeInTheDocument()
  })
})

test('the help dialog leads to the page, and a key that leads nowhere is left to the browser', async () => {
  const { user, address } = renderApp('/staging/overview')
  await screen.findByRole('heading', { level: 1, name: 'Overview' })
  // There is nothing to search, so the key is left to the browser.
  expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true)
  expect(fireEvent.keyDown(document.body, { key: '?' })).toBe(false)
  const dialog = await screen.findByRole('dialog', { name: 'Help' })
  await user.click(within(dialog).getByRole('link', { name: 'Service' }))
  await serviceHeading()
  expect(address()).toBe('/staging/service')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
