import type { CDPSession } from '@playwright/test'

type Exchange = {
  readonly url: string
  /** The resource type of DevTools (Document, Script, Fetch …), or `Preflight`. */
  readonly type: string
  /** Seconds on the browser's monotonic clock, like all times here. */
  started: number
  /** When the response headers arrived. */
  responded: number
  /** Size on the wire, including response headers. */
  bytes: number
  isCached: boolean
  isOpen: boolean
}

export type Traffic = {
  readonly exchanges: readonly Exchange[]
  /** Resolves when no request is pending. */
  readonly idle: () => Promise<void>
}

/** Does not count as pending: the end of an aborted preflight is never reported. */
const PREFLIGHT = 'Preflight'

/** Records the requests of a page, including preflights. */
export async function recordTraffic(session: CDPSession): Promise<Traffic> {
  const byId = new Map<string, Exchange>()
  let waiting: (() => void)[] = []
  const close = (requestId: string, bytes?: number) => {
    const exchange = byId.get(requestId)
    if (exchange === undefined) return
    // A streamed body is reported as failed even when complete; its bytes were counted as they arrived.
    exchange.bytes = bytes ?? exchange.bytes
    exchange.isOpen = false
    if (isIdle()) {
      for (const resolve of waiting) resolve()
      waiting = []
    }
  }
  const isIdle = () => byId.values().every(({ isOpen, type }) => !isOpen || type === PREFLIGHT)

  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', initiator, timestamp }) => {
    if (request.url.startsWith('http')) {
      byId.set(requestId, {
        url: request.url,
        type: initiator.type === 'preflight' ? PREFLIGHT : type,
        started: timestamp,
        responded: Number.NaN,
        bytes: 0,
        isCached: false,
        isOpen: true,
      })
    }
  })
  session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const exchange = byId.get(requestId)
    if (exchange === undefined) return
    exchange.responded = timestamp
    exchange.bytes += response.encodedDataLength
    exchange.isCached ||= response.fromDiskCache === true
    // A request is reported before its preflight but is sent after it.
    const preflighted = byId
      .values()
      .find(({ url, isOpen, type }) => isOpen && type !== PREFLIGHT && url === exchange.url)
    if (exchange.type === PREFLIGHT && preflighted !== undefined) preflighted.started = timestamp
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const exchange = byId.get(requestId)
    if (exchange !== undefined) exchange.isCached = true
  })
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const exchange = byId.get(requestId)
    if (exchange !== undefined) exchange.bytes += encodedDataLength
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    close(requestId, encodedDataLength),
  )
  session.on('Network.loadingFailed', ({ requestId }) => close(requestId))
  await session.send('Network.enable')
  return {
    get exchanges() {
      return [...byId.values()]
    },
    idle: () =>
      new Promise((resolve) => {
        if (isIdle()) resolve()
        else waiting.push(resolve)
      }),
  }
}

/**
 * The longest chain of requests in which each one started after the response to the previous one. It compares times,
 * because the initiator of a request does not show an `await` between two requests.
 */
export function chainLength(exchanges: readonly Exchange[]): number {
  let length = 0
  let responded = -Infinity
  for (const exchange of exchanges.toSorted((a, b) => a.responded - b.responded)) {
    if (exchange.started >= responded) {
      length += 1
      ;({ responded } = exchange)
    }
  }
  return length
}
