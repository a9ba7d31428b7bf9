import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

/**
 * Listens on 127.0.0.1, on a port that the system chooses unless one is given.
 *
 * @returns the port
 * @throws {Error} if it is taken
 */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Closes a server without waiting for clients that keep their connections open. */
export async function close(server: Pick<HttpServer, 'close' | 'closeAllConnections'>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}

/**
 * Starts a program that has to be told its ports. It gets two below those that systems give to
 * others by themselves, on which nobody listens, and others if somebody has taken one in between.
 */
export async function onFreePorts<T>(start: (ports: readonly [number, number]) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const first = 20_000 + 2 * Math.floor(Math.random() * 6000)
    const ports = [first, first + 1] as const
    try {
      // Listening is tried first, because Caddy would share a port that another Caddy listens on.
      for (const port of ports) {
        const server = createServer()
        await listen(server, port)
        await new Promise((resolve) => server.close(resolve))
      }
      return await start(ports)
    } catch (error) {
      if (attempt === 5 || !/address (already )?in use/i.test(String(error))) throw error
    }
  }
}
