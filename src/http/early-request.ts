import { requestInit } from './wire.ts'

/** A GET that is on its way before the app is there (src/start), for the first request of the app that asks the same. */
export type EarlyRequest = {
  /**
   * The answer, once, to whoever asks for this very URL with this very key; `undefined` to everybody else. From then on
   * `signal` ends it. Whoever asks for something else first shows that nobody waits for it any more: it is given up.
   */
  readonly take: (url: string, key: string, signal: AbortSignal) => Promise<Response> | undefined
  /** A copy of the answer, to look at without taking it. Rejects as `fetch` does. */
  readonly peek: () => Promise<Response>
}

export function sendEarly(url: string, key: string): EarlyRequest {
  const controller = new AbortController()
  const response = fetch(url, requestInit('GET', key, undefined, controller.signal))
  const copy = response.then((original) => original.clone())
  // Whoever takes it hears of it; nobody may.
  for (const promise of [response, copy]) promise.catch(() => undefined)
  let isTaken = false
  const abort = () => controller.abort()
  return {
    peek: () => copy,
    take(askedUrl, askedKey, signal) {
      if (isTaken) return undefined
      isTaken = true
      if (askedUrl !== url || askedKey !== key) {
        abort()
        return undefined
      }
      if (signal.aborted) abort()
      signal.addEventListener('abort', abort)
      return response
    },
  }
}
