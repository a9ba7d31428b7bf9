import type { Server as HttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** Listens on a free port of 127.0.0.1. @returns the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Closes a server without waiting for clients that keep their connections open. */
export async function close(server: Pick<HttpServer, 'close' | 'closeAllConnections'>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}
