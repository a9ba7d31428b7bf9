import type { CDPSession } from '@playwright/test'

type Exchange = {
  readonly url: string
  /** As DevTools names it: Document, Script, Stylesheet, Fetch …; a preflight is `Preflight`. */
  readonly type: string
  /** Seconds on the browser's monotonic clock, as all times here. */
  began: number
  /** The first line of the answer. */
  answered: number
  /** With the headers of the answer, as they came over the wire. */
  bytes: number
  isOpen: boolean
}

export type Traffic = {
  readonly exchanges: readonly Exchange[]
  /** Resolves as soon as nothing is on its way. */
  readonly quiet: () => Promise<void>
}

/** Part of its request: one that is given up in the middle is never said to have ended. */
const PREFLIGHT = 'Preflight'

/** Writes down what a page sends, the preflights too. */
export async function watchTraffic(session: CDPSession): Promise<Traffic> {
  const byId = new Map<string, Exchange>()
  let waiting: (() => void)[] = []
  const close = (requestId: string, bytes?: number) => {
    const exchange = byId.get(requestId)
    if (exchange === undefined) return
    // A body that the page reads piece by piece counts as given up even at its end; what came of it was counted.
    exchange.bytes = bytes ?? exchange.bytes
    exchange.isOpen = false
    if (isQuiet()) {
      for (const resolve of waiting) resolve()
      waiting = []
    }
  }
  const isQuiet = () => byId.values().every(({ isOpen, type }) => !isOpen || type === PREFLIGHT)

  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', initiator, timestamp }) => {
    if (request.url.startsWith('http')) {
      byId.set(requestId, {
        url: request.url,
        type: initiator.type === 'preflight' ? PREFLIGHT : type,
        began: timestamp,
        answered: Number.NaN,
        bytes: 0,
        isOpen: true,
      })
    }
  })
  session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const exchange = byId.get(requestId)
    if (exchange === undefined) return
    exchange.answered = timestamp
    exchange.bytes += response.encodedDataLength
    // The request itself is announced before its preflight, and leaves after it.
    const preflighted = byId
      .values()
      .find(({ url, isOpen, type }) => isOpen && type !== PREFLIGHT && url === exchange.url)
    if (exchange.type === PREFLIGHT && preflighted !== undefined) preflighted.began = timestamp
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
    quiet: () =>
      new Promise((resolve) => {
        if (isQuiet()) resolve()
        else waiting.push(resolve)
      }),
  }
}

/**
 * How many requests waited for one another: the longest row of requests in which each began after the one before it had
 * been answered. By time and not by initiator, which names no `await` between two requests.
 */
export function chainLength(exchanges: readonly Exchange[]): number {
  let length = 0
  let answered = -Infinity
  for (const exchange of exchanges.toSorted((a, b) => a.answered - b.answered)) {
    if (exchange.began >= answered) {
      length += 1
      ;({ answered } = exchange)
    }
  }
  return length
}
