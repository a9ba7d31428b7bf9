import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createPetstoreDb } from '#src/mocks/db.ts'
import { DEMO_KEY } from '#src/mocks/handlers.ts'
import { startMockApi } from '#src/mocks/http-server.ts'
import { close, listen } from '#tests/support/listen.ts'

/** A request as it arrived over the wire. */
export type Received = {
  readonly method: string
  /** The path and query below the base URL, for example `/pets?limit=20`. */
  readonly path: string
  readonly body: string
  readonly authorization: string | undefined
  readonly cookie: string | undefined
}

/** Matches the next `times` requests (1 by default). An omitted field matches everything. */
type RequestMatcher = { method?: 'GET' | 'POST'; path?: string | RegExp; body?: RegExp; times?: number }

type CannedResponse = {
  status: number
  /** The body, which is sent as is if it is a string, and as JSON if it is anything else. */
  body?: unknown
  headers?: Record<string, string>
}

type Fault =
  | { response: CannedResponse }
  | { heldUntil: Promise<void> }
  | { write: (socket: Socket) => void | Promise<void>; done: boolean }

/** The service's treatment of cross-origin requests. */
type Cors = 'as usual' | 'none' | 'preflight refused'

export type PetstoreService = Awaited<ReturnType<typeof startPetstoreService>>

/**
 * Starts a petstore for one test: the mock (#src/mocks/http-server.ts) behind a front that records
 * requests and injects faults.
 */
export async function startPetstoreService(firstKey: string) {
  const inner = await startMockApi({ port: 0, keepAlive: false, db: createPetstoreDb({ pets: [] }) })
  /** Settings that can be changed at any time. */
  const settings = {
    /** The accepted key. Assigning another one revokes the previous key. */
    key: firstKey,
    /** The milliseconds before each response to a POST. */
    latency: 0,
    cors: 'as usual' as Cors,
    /**
     * Says whether connections are used again. If one of them breaks, the browser itself
     * retransmits the POST.
     */
    keepsAlive: false,
  }
  const faults: { method?: string; path?: string | RegExp; body?: RegExp; left: number; fault: Fault }[] = []
  const received: Received[] = []
  const preflights: string[] = []
  let waiters: { posts: number; resolve: () => void }[] = []
  let pendingPosts = 0
  let maxConcurrentPosts = 0

  const posts = () => received.filter(({ method }) => method === 'POST')

  const inject = ({ times = 1, ...which }: RequestMatcher, fault: Fault) => {
    faults.push({ ...which, left: times, fault })
  }

  const takeFault = ({ method, path, body }: Received): Fault | undefined => {
    const entry = faults.find(
      (candidate) =>
        candidate.left > 0 &&
        (candidate.method ?? method) === method &&
        candidate.body?.test(body) !== false &&
        (candidate.path instanceof RegExp ? candidate.path.test(path) : (candidate.path ?? path) === path),
    )
    if (entry !== undefined) entry.left -= 1
    return entry?.fault
  }

  const notifyWaiters = () => {
    const arrived = posts().length
    for (const waiter of waiters) if (waiter.posts <= arrived) waiter.resolve()
    waiters = waiters.filter((waiter) => waiter.posts > arrived)
  }

  const perform = (incoming: IncomingMessage, { method, path, body, authorization }: Received) =>
    fetch(inner.baseUrl + path, {
      method,
      headers: {
        authorization:
          authorization === `Bearer ${settings.key}` ? `Bearer ${DEMO_KEY}` : 'Bearer another key',
        origin: incoming.headers.origin ?? '',
      },
      ...(method === 'GET' || method === 'OPTIONS' ? {} : { body }),
    })

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.shouldKeepAlive = settings.keepsAlive
    const request: Received = {
      method: incoming.method ?? '',
      path: (incoming.url ?? '').replace(/^.*?\/v1/, ''),
      body: await text(incoming),
      authorization: incoming.headers.authorization,
      cookie: incoming.headers.cookie,
    }
    if (request.method === 'OPTIONS') {
      preflights.push(request.path)
      return preflight(incoming, outgoing, request)
    }
    received.push(request)
    notifyWaiters()
    const fault = takeFault(request)
    if (request.method === 'POST' && settings.latency > 0) await delay(settings.latency)
    if (fault === undefined) return forward(await perform(incoming, request), outgoing, settings.cors)
    if ('write' in fault) {
      if (fault.done) await perform(incoming, request)
      await fault.write(incoming.socket)
    } else if ('heldUntil' in fault) {
      const response = await perform(incoming, request)
      await fault.heldUntil
      await forward(response, outgoing, settings.cors)
    } else send(fault.response, incoming, outgoing, settings.cors)
  }

  const preflight = async (incoming: IncomingMessage, outgoing: ServerResponse, request: Received) => {
    if (settings.cors === 'preflight refused') {
      outgoing.writeHead(204, { 'access-control-allow-origin': incoming.headers.origin ?? '*' }).end()
    } else await forward(await perform(incoming, request), outgoing)
  }

  const handle = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isPost = incoming.method === 'POST'
    if (isPost) pendingPosts += 1
    maxConcurrentPosts = Math.max(maxConcurrentPosts, pendingPosts)
    // A page may close while its request is being served, which does not fail the test.
    void serve(incoming, outgoing)
      .catch(() => incoming.socket.destroy())
      .finally(() => {
        if (isPost) pendingPosts -= 1
      })
  }
  const server = createServer(handle)
  const port = await listen(server)

  const writeRaw = (which: RequestMatcher, write: (socket: Socket) => void | Promise<void>, done = false) =>
    inject(which, { write, done })

  return Object.assign(settings, {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    db: inner.db,
    received,
    /** Returns the received requests in order of arrival, for example `GET /pets?limit=20`. */
    requestLines: () => received.map(({ method, path }) => `${method} ${path}`),
    /** The paths of the `OPTIONS` requests. */
    preflights: (): readonly string[] => preflights,
    posts,
    /** Resolves once this number of POSTs has arrived. The last one may not be performed yet. */
    arrived: (count: number) =>
      new Promise<void>((resolve) => {
        waiters.push({ posts: count, resolve })
        notifyWaiters()
      }),
    maxConcurrentPosts: () => maxConcurrentPosts,
    clearReceived: () => {
      received.length = 0
      preflights.length = 0
    },
    /** Lets a site serve this petstore below one of its own paths. */
    handle,
    /** Sends this response instead of the usual one. */
    respond: (which: RequestMatcher, response: CannedResponse) => inject(which, { response }),
    /** Writes arbitrary bytes to the socket. With `done`, it performs the request first. */
    writeRaw,
    /** Closes the connection without a response, before or after performing the request. */
    dropConnection: (which: RequestMatcher, when: 'before' | 'after') =>
      writeRaw(which, (socket) => void socket.destroy(), when === 'after'),
    /** Performs the request, but holds the response back until the returned function is called. */
    hold: (which: RequestMatcher = {}) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      inject(which, { heldUntil: promise })
      return resolve
    },
    /** Removes all faults that are still pending. */
    clearFaults: () => {
      faults.length = 0
    },
    close: async () => {
      await Promise.all([inner.close(), close(server)])
    },
  })
}

async function forward(response: Response, outgoing: ServerResponse, cors?: Cors): Promise<void> {
  for (const [name, value] of response.headers) {
    if (name === 'access-control-allow-origin' && cors === 'none') continue
    if (!['connection', 'content-length', 'transfer-encoding'].includes(name)) outgoing.setHeader(name, value)
  }
  outgoing.writeHead(response.status)
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

function send(
  { status, body = '', headers }: CannedResponse,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  cors: Cors,
) {
  outgoing.writeHead(status, {
    ...(cors === 'none' ? {} : { 'access-control-allow-origin': incoming.headers.origin ?? '*' }),
    'content-type': 'application/json',
    ...headers,
  })
  outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
}
