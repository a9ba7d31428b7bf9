/**
 * The script in index.html. It requests the list, and fills the first rows into the prerendered
 * page while the app is still loading. Every byte here delays the first paint, so it uses neither
 * React nor the router, the query library or the validation library.
 */
import { isBrowserSupported } from '#src/browser/supported-browsers.ts'
import { applyTheme, storedTheme } from '#src/app/theme.ts'
import { type Config, readFields } from '#src/config/config.ts'
import { configBlock } from '#src/config/config-block.ts'
import { type CacheMode, cacheModeOfVisit, isFromService } from '#src/http/browser-cache.ts'
import { parseJson } from '#src/http/json.ts'
import { readBody } from '#src/http/read-body.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { listAddressFromSearch } from '#src/pages/pet-list/list-address.ts'
import { parsePetList } from '#src/pets/pet.ts'
import { listPath } from '#src/pets/petstore.ts'
import { readKey } from '#src/session/key-storage.ts'
import type { PrefetchedList } from './adopt-prefetched-list.ts'
import { prefetch } from './prefetched-request.ts'
import { createPrerenderedList, type PrerenderedList } from './prerendered-list.ts'

declare global {
  interface Window {
    /**
     * It is missing in development, where index.html has no inline script, and when a host's policy
     * blocks it.
     */
    bootstrapHandoff?: {
      /**
       * It is `undefined` when the address is not a list, or there is no key for the service of the
       * configuration.
       */
      readonly list: PrefetchedList | undefined
      /** Builds the prerendered page. index.html calls it as soon as its templates are parsed. */
      readonly build: () => void
    }
  }
}

applyTheme(storedTheme())

let page: PrerenderedList | undefined
// When the configuration is wrong or not in the page, the app says so. When the browser is too old,
// load-app.ts says so.
const config = isBrowserSupported() ? readConfig() : undefined
const list = config && prefetchList(config)
window.bootstrapHandoff = { list, build: () => page?.build() }

// WebKit remembers a preload that failed, even after a reload, until something else asks for the
// same file. Caches keep a file of wrong content, which its integrity rejects, for as long as its
// headers say.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'modulepreload')
      void fetch(target.href, { cache: 'reload' }).catch(() => undefined)
  },
  true,
)

function readConfig(): Config | undefined {
  try {
    return readFields(JSON.parse(configBlock()?.textContent ?? '')).config
  } catch {
    return undefined
  }
}

/**
 * Requests the list if there is a key and the app will show one. `/` and `/pets` lead to the list
 * of the first environment.
 */
function prefetchList({ environments, categories }: Config): PrefetchedList | undefined {
  const path = location.pathname.slice(BASE_PATH.length)
  const isRoot = path === '' || path === 'pets'
  const environment = isRoot ? environments[0] : environments.find(({ id }) => path.startsWith(`${id}/`))
  // Demos are mocked by the app alone.
  if (environment === undefined || environment.kind === 'demo') return undefined
  const { id, baseUrl } = environment
  const key = readKey(id, baseUrl)?.key
  if (key === undefined || !(isRoot || path === `${id}/pets`)) return preconnect(baseUrl)
  const address = listAddressFromSearch(location.search)
  const { limit, status } = address
  const filter = { limit, status }
  const mode = cacheModeOfVisit(baseUrl)
  const request = prefetch(baseUrl + listPath(filter), key, mode)
  if (!isRoot)
    page = createPrerenderedList({ environment, isOnly: environments.length === 1, categories, address })
  const rendered = renderResponse(request.clone(), mode)
  return { environmentId: id, filter, fetch: request.fetch, rendered, stop: () => page?.stop() }
}

/** Connects to the service, so that the app's first request needs no handshake any more. */
function preconnect(href: string): undefined {
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'preconnect', href, crossOrigin: '' }),
  )
}

async function renderResponse(fetched: Promise<Response>, mode: CacheMode): Promise<void> {
  try {
    const response = await fetched
    const isUsable = response.ok && isFromService(mode, response)
    const text = isUsable ? await readBody(response) : undefined
    if (typeof text === 'string') await page?.showPets(parsePetList(parseJson(text)))
  } catch {
    // When anything is wrong with the response, the app says so.
  }
}
