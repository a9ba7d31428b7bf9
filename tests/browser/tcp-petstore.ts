import { type AddressInfo, createServer, type Socket } from 'node:net'

type StoredPet = { readonly id: number; readonly name: string; readonly categoryId: number; status?: string }

export type RawPetstore = {
  readonly baseUrl: string
  readonly pets: readonly StoredPet[]
  readonly close: () => Promise<void>
}

/**
 * A petstore on bare TCP, with connections that live on. Every `dropEvery`th POST is taken, and its connection, if it
 * was used before, ends without an answer: the browser then sends the request again by itself, and no page hears
 * of it. Any key is accepted.
 */
export async function startRawPetstore({ dropEvery }: { dropEvery: number }): Promise<RawPetstore> {
  const pets: StoredPet[] = []
  const sockets = new Set<Socket>()
  let posts = 0

  const answerTo = (method: string, target: string, body: string): string | undefined => {
    const url = new URL(target, 'http://petstore')
    if (method === 'OPTIONS') return answer(204, '')
    if (method === 'GET') {
      const status = url.searchParams.get('status')
      const limit = Number(url.searchParams.get('limit') ?? 20)
      const listed = pets.filter((pet) => status === null || pet.status === status).slice(0, limit)
      return answer(200, JSON.stringify(listed))
    }
    posts += 1
    const pet = { id: pets.length + 1, ...(JSON.parse(body) as Omit<StoredPet, 'id'>) }
    pets.push(pet)
    return posts % dropEvery === 0 ? undefined : answer(201, JSON.stringify(pet))
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let received = ''
    let answered = 0
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      for (let request = firstOf(received); request !== undefined; request = firstOf(received)) {
        received = received.slice(request.length)
        const text = answerTo(request.method, request.target, request.body)
        if (text === undefined && answered > 0) {
          socket.destroy()
          return
        }
        answered += 1
        socket.write(text ?? answer(503, ''))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
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

/** The first whole request of what came so far. Bodies are ASCII here. */
function firstOf(received: string) {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const head = received.slice(0, end)
  const [method = '', target = ''] = head.split(' ')
  const size = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
  const length = end + 4 + size
  if (received.length < length) return undefined
  return { method, target, body: received.slice(end + 4, length), length }
}

function answer(status: number, body: string): string {
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
