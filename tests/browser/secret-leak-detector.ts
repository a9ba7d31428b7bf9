import type { BrowserContext, Page } from '@playwright/test'
import { text } from 'node:stream/consumers'

/** A key, and the one place that it may be sent to. */
export type Watched = { readonly key: string; readonly mayGoTo: () => readonly string[] }

/** The one storage entry of an environment that holds its key (README, "Security"). */
const STORAGE_ENTRY = /^petstore-admin\.key\.[a-z0-9-]+$/

/** A key as it is, encoded, and backwards. */
function formsOf(key: string): string[] {
  const backwards = key.split('').toReversed().join('')
  const inMarkup = key.replaceAll('&', '&amp;')
  return [key, inMarkup, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), btoa(key), backwards]
}

/**
 * Watches all that a browser does for keys that turn up where they must not: addresses, headers and bodies of requests,
 * pages, titles, history, storage, the console and downloads. Each finding says where.
 */
export function watchKeys(context: BrowserContext, watched: readonly Watched[]) {
  const seen: { where: string; text: string }[] = []
  const findings: string[] = []
  const downloads: Promise<void>[] = []

  const note = (where: string, found: string | null | undefined) => {
    if (found) seen.push({ where, text: found })
  }

  context.on('request', (request) => {
    const { authorization, ...headers } = request.headers()
    note('the address of a request', request.url())
    note('the body of a request', request.postData())
    note('a header of a request', JSON.stringify(headers))
    for (const { key, mayGoTo } of watched) {
      const isAllowed = mayGoTo().some((base) => request.url().startsWith(`${base}/`))
      if (authorization?.includes(key) === true && !isAllowed) findings.push(`sent to ${request.url()}`)
    }
  })
  context.on('console', (message) => note('the console', message.text()))
  context.on('weberror', (error) => note('an error', String(error.error())))
  const follow = (page: Page) => {
    page.on('framenavigated', (frame) => note('an address', frame.url()))
    page.on('download', (download) => {
      note('the name of a download', download.suggestedFilename())
      downloads.push(
        download
          .createReadStream()
          .then(text)
          .then(
            (content) => note('a download', content),
            () => undefined,
          ),
      )
    })
  }
  for (const page of context.pages()) follow(page)
  context.on('page', follow)

  return {
    /** What was found until now, what the open pages hold included. */
    async findings(): Promise<string[]> {
      await Promise.all(downloads)
      for (const page of context.pages()) {
        // A page that is closed or has crashed holds nothing.
        const parts = await page.evaluate(partsOfPage).catch(() => [])
        const entries = parts.filter(([where]) => STORAGE_ENTRY.test(where))
        for (const [where, content] of parts) {
          if (!STORAGE_ENTRY.test(where)) note(where, content)
        }
        for (const { key } of watched) {
          const held = entries.filter(([, content]) => content.includes(JSON.stringify(key).slice(1, -1)))
          if (held.length > 1) findings.push(`stored ${held.length} times`)
        }
      }
      for (const { key } of watched) {
        const forms = formsOf(key)
        for (const { where, text: content } of seen) {
          if (forms.some((form) => content.includes(form))) findings.push(where)
        }
      }
      return [...new Set(findings)]
    },
  }
}

/** Runs in the page. */
async function partsOfPage(): Promise<[where: string, text: string][]> {
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
      // Blocked: then nothing is in it.
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
    // Blocked as well.
  }
  return parts
}
