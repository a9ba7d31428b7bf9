import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { getResponse } from 'msw'
import { createControls } from './controls.ts'
import { createPetstoreDb, type PetstoreDb } from './db.ts'
import { createHandlers, DEMO_KEY, errorResponse } from './handlers.ts'

/** The origin between this file and the handlers, whatever host name and port the client uses. */
const INNER_ORIGIN = 'http://localhost'

export type MockApi = Awaited<ReturnType<typeof startMockApi>>

type Options = {
  port?: number
  /** The host name or address that the service listens on. */
  host?: string
  key?: string
  db?: PetstoreDb
  /**
   * `false` means a new connection for each request, because a browser repeats a request that is
   * lost on a reused one.
   */
  keepAlive?: boolean
  /**
   * Returns the delay of the response to a preflight in milliseconds, to simulate a network. No
   * browser keeps the preflight then.
   */
  preflightLatency?: () => number
}

/**
 * Starts the mocked petstore as an HTTP service with CORS for every origin. Port 0 is any free
 * port.
 */
export async function startMockApi(options: Options = {}) {
  const { port = 0, host = '127.0.0.1', key = DEMO_KEY, db = createPetstoreDb(), keepAlive } = options
  const controls = createControls()
  const handlers = createHandlers({ baseUrl: `${INNER_ORIGIN}/v1`, db, controls, key })

  const respond = async (incoming: IncomingMessage): Promise<Response> => {
    const { method = 'GET', url = '/' } = incoming
    if (method === 'OPTIONS') {
      await sleep(options.preflightLatency?.() ?? 0)
      const headers = {
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': options.preflightLatency === undefined ? '600' : '0',
      }
      return new Response(null, { status: 204, headers })
    }
    const request = new Request(`${INNER_ORIGIN}${url}`, {
      method,
      headers: incoming.headers as Record<string, string>,
      // The types of a web stream in Node and in the DOM differ in name only.
      ...(method === 'POST' && { body: Readable.toWeb(incoming) as unknown as BodyInit, duplex: 'half' }),
    })
    const response = await getResponse(handlers, request)
    return response ?? errorResponse(404, `There is no ${method} ${url} here.`)
  }

  const server = createServer((incoming, outgoing) => {
    outgoing.shouldKeepAlive &&= keepAlive ?? true
    void respond(incoming)
      .catch((error: unknown) => errorResponse(500, `The mocked petstore failed: ${String(error)}`))
      .then((response) => send(response, incoming, outgoing))
  })

  server.listen(port, host)
  await once(server, 'listening')
  const { port: actualPort } = server.address() as AddressInfo
  return {
    baseUrl: `http://${host === '127.0.0.1' ? 'localhost' : host}:${actualPort}/v1`,
    db,
    controls,
    /**
     * Stops the service. It also closes open connections, including those that still wait for a
     * response.
     */
    close: async () => {
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (response.type === 'error') {
    incoming.socket.destroy()
    return
  }
  outgoing.setHeaders(response.headers)
  outgoing.writeHead(response.status, {
    ...(incoming.headers.origin && { 'access-control-allow-origin': incoming.headers.origin }),
    vary: 'Origin',
    'access-control-expose-headers': 'Retry-After, Date',
    'cache-control': 'no-store',
  })
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}
