import type { BrowserContext, Page } from '@playwright/test'
import { text } from 'node:stream/consumers'

/** A key, and the base URLs that it may be sent to. */
type ProtectedKey = { readonly key: string; readonly mayGoTo: () => readonly string[] }

/**
 * The only storage entry that may hold the key of an environment, in each of the deployments of an
 * origin.
 */
const STORAGE_ENTRY = /^([a-z/-]+\/)?petstore-admin\.key\.[a-z0-9-]+$/

/** Returns the key as is, encoded and reversed. */
function encodingsOf(key: string): string[] {
  const reversed = key.split('').toReversed().join('')
  const htmlEncoded = key.replaceAll('&', '&amp;')
  return [key, htmlEncoded, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), btoa(key), reversed]
}

/**
 * Looks for API keys in places where they must not be: URLs, headers and bodies of requests, the
 * DOM, titles, history, storage, the console and downloads. Each finding names the place.
 */
export function detectSecretLeaks(context: BrowserContext, keys: readonly ProtectedKey[]) {
  const texts: { where: string; text: string }[] = []
  const findings: string[] = []
  const downloads: Promise<void>[] = []

  const record = (where: string, content: string | null | undefined) => {
    if (content) texts.push({ where, text: content })
  }

  context.on('request', (request) => {
    const { authorization, ...headers } = request.headers()
    record('the address of a request', request.url())
    record('the body of a request', request.postData())
    record('a header of a request', JSON.stringify(headers))
    for (const { key, mayGoTo } of keys) {
      const isAllowed = mayGoTo().some((base) => request.url().startsWith(`${base}/`))
      if (authorization?.includes(key) === true && !isAllowed) findings.push(`sent to ${request.url()}`)
    }
  })
  context.on('console', (message) => record('the console', message.text()))
  context.on('weberror', (error) => record('an error', String(error.error())))
  const observe = (page: Page) => {
    page.on('framenavigated', (frame) => record('an address', frame.url()))
    page.on('download', (download) => {
      record('the name of a download', download.suggestedFilename())
      downloads.push(
        download
          .createReadStream()
          .then(text)
          .then(
            (content) => record('a download', content),
            () => undefined,
          ),
      )
    })
  }
  for (const page of context.pages()) observe(page)
  context.on('page', observe)

  return {
    /** Returns the leaks so far, including those in the pages that are open now. */
    async findings(): Promise<string[]> {
      await Promise.all(downloads)
      for (const page of context.pages()) {
        // Closed and crashed pages cannot be inspected.
        const parts = await page.evaluate(pageContents).catch(() => [])
        const entries = parts.filter(([where]) => STORAGE_ENTRY.test(where))
        for (const [where, content] of parts) {
          if (!STORAGE_ENTRY.test(where)) record(where, content)
        }
        for (const { key } of keys) {
          const holders = entries.filter(([, content]) => content.includes(JSON.stringify(key).slice(1, -1)))
          const deployments = new Set(holders.map(([where]) => STORAGE_ENTRY.exec(where)?.[1]))
          if (holders.length > deployments.size) findings.push(`stored ${holders.length} times`)
        }
      }
      for (const { key } of keys) {
        const encodings = encodingsOf(key)
        for (const { where, text: content } of texts) {
          if (encodings.some((encoding) => content.includes(encoding))) findings.push(where)
        }
      }
      return [...new Set(findings)]
    },
  }
}

/** Returns the contents of the page. It runs in the page. */
async function pageContents(): Promise<[where: string, text: string][]> {
  const parts: [string, string][] = [
    ['the page', document.documentElement.outerHTML],
    ['the title', document.title],
    ['the address', location.href],
    ['a history entry', JSON.stringify(history.state) ?? ''],
  ]
  for (const kind of ['localStorage', 'sessionStorage'] as const) {
    try {
      for (const [name, value] of Object.entries(window[kind])) parts.push([name, String(value)])
    } catch {
      // Storage is blocked, so it is empty.
    }
  }
  try {
    for (const { name } of await indexedDB.databases()) {
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name ?? '')
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('not opened')))
      })
      for (const store of opened.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve) => {
          const request = opened.transaction(store).objectStore(store).getAll()
          request.addEventListener('success', () => resolve(request.result))
        })
        parts.push([`IndexedDB, ${store}`, JSON.stringify(all)])
      }
      opened.close()
    }
  } catch {
    // IndexedDB is blocked.
  }
  return parts
}
