import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Int64, int64FromText } from '#src/lib/int64.ts'
import { createPetstoreDb, type PetstoreDb } from '#src/mocks/db.ts'
import { DEMO_KEY } from '#src/mocks/handlers.ts'
import { startMockApi } from '#src/mocks/http-server.ts'

/** A request as it came over the wire. */
export type Received = {
  readonly method: string
  /** With the search, below the base URL: `/pets?limit=20`. */
  readonly path: string
  readonly body: string
  readonly authorization: string | undefined
}

/** The next requests that something is done to; what is left out matches all. */
type Which = { method?: 'GET' | 'POST'; path?: string | RegExp; body?: RegExp; times?: number }

type Answer = {
  status: number
  /** A string goes out as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** Whether the service does first what was asked. */
  done?: boolean
}

type Deed =
  | { answer: Answer }
  | { lost: 'before' | 'after' }
  | { heldUntil: Promise<void> }
  | { raw: (socket: Socket) => void | Promise<void>; done: boolean }

/** What the service tells a browser about other origins that ask it. */
export type Cors = 'as usual' | 'none' | 'not on errors' | 'preflight refused' | 'preflight 401'

export type PetstoreService = {
  readonly baseUrl: string
  readonly db: PetstoreDb
  /** What it accepts; another one makes the keys that are in use end. */
  key: string
  readonly received: readonly Received[]
  /** For example `GET /pets?limit=20`, in the order of arrival. */
  readonly lines: () => string[]
  readonly posts: () => readonly Received[]
  /** Resolves as soon as so many POSTs have arrived; the last of them is not yet done. */
  readonly arrived: (posts: number) => Promise<void>
  /** How many POSTs were under way at the same time, at most. */
  readonly mostAtOnce: () => number
  /** Begins `received` anew. */
  readonly forgetReceived: () => void
  /** Answers like this instead of as usual. */
  readonly answer: (which: Which, answer: Answer) => void
  /** Breaks the connection before or after doing what was asked. */
  readonly lose: (which: Which, when: 'before' | 'after') => void
  /** Writes to the connection what no HTTP library would; with `done`, after doing what was asked. */
  readonly raw: (which: Which, write: (socket: Socket) => void | Promise<void>, done?: boolean) => void
  /** From now on. */
  cors: Cors
  /** For a site that serves this petstore under a path of its own. */
  readonly handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void
  /** Does what was asked, and keeps the answer back until the returned function is called. */
  readonly hold: (which?: Which) => () => void
  /** As usual again. */
  readonly mend: () => void
  readonly close: () => Promise<void>
}

/**
 * A petstore of its own for one test: the mocked one (#src/mocks/http-server.ts) behind a front that writes down
 * what arrives and breaks answers on demand. Every answer ends its connection: over one that was used before, a
 * browser by itself sends a lost POST again.
 */
export async function startPetstoreService(firstKey: string): Promise<PetstoreService> {
  const inner = await startMockApi({ port: 0, keepAlive: false, db: createPetstoreDb({ pets: [] }) })
  const deeds: { method?: string; path?: string | RegExp; body?: RegExp; left: number; deed: Deed }[] = []
  let received: Received[] = []
  let awaited: { posts: number; resolve: () => void }[] = []
  let underWay = 0
  let mostAtOnce = 0

  const plan = ({ times = 1, ...which }: Which, deed: Deed) => {
    deeds.push({ ...which, left: times, deed })
  }

  const takeDeed = ({ method, path, body }: Received): Deed | undefined => {
    const entry = deeds.find(
      (candidate) =>
        candidate.left > 0 &&
        (candidate.method ?? method) === method &&
        candidate.body?.test(body) !== false &&
        (candidate.path instanceof RegExp ? candidate.path.test(path) : (candidate.path ?? path) === path),
    )
    if (entry !== undefined) entry.left -= 1
    return entry?.deed
  }

  const tellArrival = () => {
    const posts = service.posts().length
    for (const waiter of awaited) if (waiter.posts <= posts) waiter.resolve()
    awaited = awaited.filter((waiter) => waiter.posts > posts)
  }

  const act = (incoming: IncomingMessage, { method, path, body, authorization }: Received) =>
    fetch(inner.baseUrl + path, {
      method,
      headers: {
        authorization:
          authorization === `Bearer ${service.key}` ? `Bearer ${DEMO_KEY}` : 'Bearer another key',
        origin: incoming.headers.origin ?? '',
      },
      ...(method === 'GET' || method === 'OPTIONS' ? {} : { body }),
    })

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.shouldKeepAlive = false
    const request: Received = {
      method: incoming.method ?? '',
      path: (incoming.url ?? '').replace(/^.*?\/v1/, ''),
      body: await text(incoming),
      authorization: incoming.headers.authorization,
    }
    if (request.method === 'OPTIONS') return preflight(incoming, outgoing, request)
    received.push(request)
    tellArrival()
    const deed = takeDeed(request)
    if (deed === undefined) return pass(await act(incoming, request), outgoing, service.cors)
    if ('lost' in deed) {
      if (deed.lost === 'after') await act(incoming, request)
      incoming.socket.destroy()
    } else if ('raw' in deed) {
      if (deed.done) await act(incoming, request)
      await deed.raw(incoming.socket)
    } else if ('heldUntil' in deed) {
      const response = await act(incoming, request)
      await deed.heldUntil
      await pass(response, outgoing, service.cors)
    } else {
      if (deed.answer.done === true) await act(incoming, request)
      send(deed.answer, incoming, outgoing, service.cors)
    }
  }

  const preflight = async (incoming: IncomingMessage, outgoing: ServerResponse, request: Received) => {
    if (service.cors === 'preflight 401') outgoing.writeHead(401).end()
    else if (service.cors === 'preflight refused') {
      outgoing.writeHead(204, { 'access-control-allow-origin': incoming.headers.origin ?? '*' }).end()
    } else await pass(await act(incoming, request), outgoing)
  }

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isPost = incoming.method === 'POST'
    if (isPost) underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    // A page that goes away in the middle of its request is no fault of the test.
    void serve(incoming, outgoing)
      .catch(() => incoming.socket.destroy())
      .finally(() => {
        if (isPost) underWay -= 1
      })
  }
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const service: PetstoreService = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    db: inner.db,
    key: firstKey,
    get received() {
      return received
    },
    lines: () => received.map(({ method, path }) => `${method} ${path}`),
    posts: () => received.filter(({ method }) => method === 'POST'),
    arrived: (posts) =>
      new Promise((resolve) => {
        awaited.push({ posts, resolve })
        tellArrival()
      }),
    mostAtOnce: () => mostAtOnce,
    forgetReceived: () => {
      received = []
    },
    cors: 'as usual',
    handle,
    answer: (which, answer) => plan(which, { answer }),
    raw: (which, raw, done = false) => plan(which, { raw, done }),
    lose: (which, when) => plan(which, { lost: when }),
    hold: (which = {}) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      plan(which, { heldUntil: promise })
      return resolve
    },
    mend: () => {
      deeds.length = 0
    },
    close: async () => {
      server.closeAllConnections()
      await Promise.all([inner.close(), new Promise((resolve) => server.close(resolve))])
    },
  }
  return service
}

/** A 64-bit integer for `db.create()`. */
export function int64(digits: string): Int64 {
  const id = int64FromText(digits)
  if (id === undefined) throw new RangeError(`${digits} is no int64`)
  return id
}

async function pass(response: Response, outgoing: ServerResponse, cors?: Cors): Promise<void> {
  for (const [name, value] of response.headers) {
    if (name === 'access-control-allow-origin' && isKeptFromOthers(response.status, cors)) continue
    if (!['connection', 'content-length', 'transfer-encoding'].includes(name)) outgoing.setHeader(name, value)
  }
  outgoing.writeHead(response.status)
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

function isKeptFromOthers(status: number, cors: Cors | undefined): boolean {
  return cors === 'none' || (cors === 'not on errors' && status >= 400)
}

function send(
  { status, body = '', headers }: Answer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  cors: Cors,
) {
  outgoing.writeHead(status, {
    ...(isKeptFromOthers(status, cors)
      ? {}
      : { 'access-control-allow-origin': incoming.headers.origin ?? '*' }),
    'content-type': 'application/json',
    ...headers,
  })
  outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
}
