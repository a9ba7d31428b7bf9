import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

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

/** For a program that has to be told its ports: two that are free, and others if somebody has taken one in between. */
export async function onFreePorts<T>(start: (ports: readonly [number, number]) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePorts())
    } catch (error) {
      if (attempt === 5 || !/address (already )?in use/i.test(String(error))) throw error
    }
  }
}

async function freePorts(): Promise<readonly [number, number]> {
  const servers = [createServer(), createServer()] as const
  const ports = await Promise.all(servers.map(listen))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  const [first = 0, second = 0] = ports
  return [first, second]
}
