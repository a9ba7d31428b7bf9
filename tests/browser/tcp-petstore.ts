import { createServer, type Socket } from 'node:net'
import { listen } from '#tests/support/listen.ts'

type StoredPet = { readonly id: number; readonly name: string; readonly categoryId: number; status?: string }

type TcpPetstore = {
  readonly baseUrl: string
  readonly pets: readonly StoredPet[]
  readonly close: () => Promise<void>
}

/**
 * A petstore on plain TCP with keep-alive connections. It saves every `dropEvery`th POST and then closes its connection
 * without a response, if the connection was used before: the browser itself retransmits such a request without telling
 * the page. It accepts any key.
 */
export async function startTcpPetstore({ dropEvery }: { dropEvery: number }): Promise<TcpPetstore> {
  const pets: StoredPet[] = []
  const sockets = new Set<Socket>()
  let posts = 0

  const handle = (method: string, target: string, body: string): string | undefined => {
    const url = new URL(target, 'http://petstore')
    if (method === 'OPTIONS') return httpResponse(204, '')
    if (method === 'GET') {
      const status = url.searchParams.get('status')
      const limit = Number(url.searchParams.get('limit') ?? 20)
      const listed = pets.filter((pet) => status === null || pet.status === status).slice(0, limit)
      return httpResponse(200, JSON.stringify(listed))
    }
    posts += 1
    const pet = { id: pets.length + 1, ...(JSON.parse(body) as Omit<StoredPet, 'id'>) }
    pets.push(pet)
    return posts % dropEvery === 0 ? undefined : httpResponse(201, JSON.stringify(pet))
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let received = ''
    let responses = 0
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      for (let request = firstRequest(received); request !== undefined; request = firstRequest(received)) {
        received = received.slice(request.length)
        const text = handle(request.method, request.target, request.body)
        if (text === undefined && responses > 0) {
          socket.destroy()
          return
        }
        responses += 1
        socket.write(text ?? httpResponse(503, ''))
      }
    })
  })
  const port = await listen(server)
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    pets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** The first complete request in the buffer, if any. Bodies are ASCII here. */
function firstRequest(received: string) {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = received.slice(0, end)
  const [method = '', target = ''] = head.split(' ')
  const size = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
  const length = end + 4 + size
  if (received.length < length) return undefined
  return { method, target, body: received.slice(end + 4, length), length }
}

function httpResponse(status: number, body: string): string {
  return [
    `HTTP/1.1 ${status} -`,
    'Access-Control-Allow-Origin: *',
    'Access-Control-Allow-Headers: authorization, content-type',
    'Access-Control-Allow-Methods: GET, POST',
    'Access-Control-Max-Age: 600',
    'Content-Type: application/json',
    ...(status === 204 ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body,
  ].join('\r\n')
}
