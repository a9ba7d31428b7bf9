import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'
import { useLayoutEffect } from 'react'
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { App } from '#src/app/App.tsx'
import { createServices, type Services } from '#src/app/services.ts'
import type { Config } from '#src/config/config.ts'
import { requestLog } from '#src/http/request-log.ts'
import { createControls } from '#src/mocks/controls.ts'
import { createPetstoreDb } from '#src/mocks/db.ts'
import { createHandlers } from '#src/mocks/handlers.ts'
import { afterAll, afterEach, beforeAll } from 'vitest'

export { int64 } from './int64.ts'

export const KEY = 'good-key'
export const BASE_URL = 'https://staging.petstore.test/v1'
const PRODUCTION_BASE_URL = 'https://petstore.test/v1'

const CONFIG: Config = {
  environments: [
    { id: 'staging', name: 'Staging', baseUrl: BASE_URL, kind: 'staging' },
    { id: 'production', name: 'Production', baseUrl: PRODUCTION_BASE_URL, kind: 'production' },
  ],
  categories: new Map([
    ['1', 'Dogs'],
    ['2', 'Cats'],
  ]),
}

/** A request as it arrived over the wire. */
export type Received = { method: string; path: string; key: string | null; body: string }

/**
 * Starts a mock petstore for a test file, which is emptied after each test. Call it at the top
 * level of the file.
 */
export function usePetstoreServer() {
  const db = createPetstoreDb({ pets: [] })
  const controls = createControls()
  const received: Received[] = []
  const server = setupServer(...createHandlers({ baseUrl: BASE_URL, db, controls, key: KEY }))
  server.events.on('request:start', ({ request }) => {
    const url = new URL(request.url)
    const entry = {
      method: request.method,
      path: url.pathname.replace('/v1', '') + url.search,
      key: request.headers.get('Authorization'),
      body: '',
    }
    received.push(entry)
    const readBody = async (copy: Request) => {
      entry.body = await copy.text()
    }
    void readBody(request.clone())
  })
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => {
    server.resetHandlers()
    db.clear()
    controls.set({ latencyMs: 0, nextResponse: 'normal', afterRemoval: false })
    received.length = 0
    for (const { id } of CONFIG.environments) requestLog.clear(id)
  })
  afterAll(() => server.close())
  return {
    db,
    controls,
    received,
    /** Returns the requests so far, for example `GET /pets?limit=20`. */
    requestLines: () => received.map(({ method, path }) => `${method} ${path}`),
    posts: () => received.filter(({ method }) => method === 'POST'),
    /**
     * Replaces the response of an operation from now on, for example `onList(() => new
     * HttpResponse(null, { status: 502 }))`. `undefined` means that this request is not replaced.
     */
    onList: (respond: (url: URL) => Response | undefined | Promise<Response | undefined>) =>
      server.use(http.get(`${BASE_URL}/pets`, ({ request }) => respond(new URL(request.url)))),
    onCreate: (respond: () => Response | Promise<Response>) =>
      server.use(http.post(`${BASE_URL}/pets`, respond)),
    onGet: (respond: () => Response | Promise<Response>) =>
      server.use(http.get(`${BASE_URL}/pets/:petId`, respond)),
    /** Adds handlers for other addresses. */
    use: server.use.bind(server),
    /** Restores the mock's own responses. */
    restore: () => server.resetHandlers(),
  }
}

export function errorResponse(status: number, message = 'The message', code = 'some_code'): Response {
  return HttpResponse.json({ code, message, status }, { status })
}

const rendered: Services[] = []

afterEach(() => {
  // An app that was rendered would go on. What it still waits to send, or to request, would be in
  // the next test.
  act(() => {
    for (const services of rendered.splice(0))
      for (const { id } of services.config.environments) services.forEnvironment(id)?.session.signOut()
  })
})

/**
 * Renders the complete app at a URL, signed in to the first environment with `key`. `null` leaves
 * it signed out.
 */
export function renderApp(
  initial: string,
  { key = KEY, ...config }: { key?: string | null } & Partial<Config> = {},
) {
  const services = createServices({ ...CONFIG, ...config })
  rendered.push(services)
  const [{ id }] = services.config.environments
  if (key !== null) services.forEnvironment(id)?.session.signIn(key, false)
  const location = { current: '' }
  let go: NavigateFunction | undefined
  const view = render(
    <MemoryRouter initialEntries={[initial]} useTransitions={false}>
      <App services={services} />
      <Address
        onChange={(address, navigate) => {
          location.current = address
          go = navigate
        }}
      />
    </MemoryRouter>,
  )
  return {
    user: userEvent.setup(),
    services,
    address: () => location.current,
    back: () => act(() => void go?.(-1)),
    unmount: view.unmount,
    /** The element of this app, for tests with more than one. */
    container: view.container,
  }
}

function Address({ onChange }: { onChange: (address: string, navigate: NavigateFunction) => void }) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  useLayoutEffect(() => onChange(pathname + search + hash, navigate))
  return null
}
