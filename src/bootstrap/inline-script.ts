/**
 * The script in index.html. It prefetches the configuration and the list, and fills the first rows into the prerendered
 * page while the app is still loading. Every byte here delays the first paint: no React, router or query library.
 */
import { applyTheme, storedTheme } from '#src/app/theme.ts'
import type { Config, ConfigResult, Environment } from '#src/config/config.ts'
import { readConfig } from '#src/config/read-config.ts'
import { parseJsonNatively } from '#src/http/native-json.ts'
import { readBody } from '#src/http/read-body.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { delay } from '#src/lib/delay.ts'
import { type ListAddress, listAddressFromSearch } from '#src/pages/pet-list/list-address.ts'
import { parsePetList, type PetList } from '#src/pets/pet.ts'
import { listPath } from '#src/pets/petstore.ts'
import { createKeyStorage, hasStoredKey } from '#src/session/key-storage.ts'
import type { PrefetchedList } from './handoff.ts'
import { prefetch } from './prefetched-request.ts'
import { waitForRows } from './wait-for-rows.ts'
import { createPrerenderedList, type PrerenderedList } from './prerendered-list.ts'

const config = readConfig()
/** Without the path that the app is served below. */
const path = location.pathname.slice(BASE_PATH.length - 1)
const address: ListAddress = listAddressFromSearch(new URLSearchParams(location.search))

applyTheme(storedTheme())
const page = prerenderedPage()
const list = config.then(prefetchList)
list.catch(() => page?.remove())
/** Set when the response begins: resolves when its rows are painted, or take too long. */
let rendering: Promise<void> | undefined

window.bootstrapHandoff = {
  config,
  list,
  mount: () => void page?.mount(),
  // The one rule of who may use the processor: what is on the screen first, then rows that have come, then the app. The
  // app takes its turns while the service is still thinking, and never in one long task.
  turn: async () => {
    // A tab in the background paints nothing, and its timers are late.
    if (document.hidden) return
    await page?.mounted
    await delay(0)
    await rendering
  },
}

// WebKit remembers a preload that failed, even after a reload, until something else asks for the same file. Caches keep a
// file of wrong content, which its integrity rejects, for as long as its headers say.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'modulepreload')
      void fetch(target.href, { cache: 'reload' }).catch(() => undefined)
  },
  true,
)

/** Only where the app will show a list, which takes a key. */
function prerenderedPage(): PrerenderedList | undefined {
  const environmentId = /^\/([a-z0-9-]+)\/pets$/.exec(path)?.[1]
  if (environmentId === undefined || !hasStoredKey(environmentId)) return undefined
  return createPrerenderedList(environmentId, address)
}

function prefetchList(result: ConfigResult): PrefetchedList | undefined {
  const environment = result.ok ? environmentOf(result.config) : undefined
  const key = environment && createKeyStorage(environment.id, environment.baseUrl).read()?.key
  if (!result.ok || environment === undefined || key === undefined) {
    page?.remove()
    if (result.ok && environment === undefined) preconnect(result.config)
    return undefined
  }
  const { limit, status } = address
  const filter = { limit, status }
  const request = prefetch(environment.baseUrl + listPath(filter), key)
  page?.showEnvironment(environment, result.config)
  // On addresses that lead to the list, nobody waits for rows: there is no page yet.
  const rendered = page === undefined ? Promise.resolve() : renderResponse(request.clone(), result.config)
  request.clone().then(
    () => (rendering = waitForRows(rendered)),
    () => undefined,
  )
  return { environmentId: environment.id, filter, fetch: request.fetch, rendered, stop: () => page?.stop() }
}

/** The environment of the address; `/` and `/pets` redirect to the first one. Demos are mocked by the app alone. */
function environmentOf({ environments }: Config): Environment | undefined {
  const inAddress = /^\/(?:([a-z0-9-]+)\/pets|pets)?$/.exec(path)
  if (inAddress === null) return undefined
  const environment =
    inAddress[1] === undefined ? environments[0] : environments.find(({ id }) => id === inAddress[1])
  return environment?.kind === 'demo' ? undefined : environment
}

/** Other pages send their first request once the app is loaded; by then there is a connection. */
function preconnect({ environments }: Config): void {
  const environment = environments.find(({ id }) => path.startsWith(`/${id}/`))
  if (environment === undefined || environment.kind === 'demo' || !hasStoredKey(environment.id)) return
  const link = document.createElement('link')
  link.rel = 'preconnect'
  link.crossOrigin = 'anonymous'
  link.href = environment.baseUrl
  document.head.append(link)
}

async function renderResponse(fetched: Promise<Response>, { categories }: Config): Promise<void> {
  try {
    const response = await fetched
    const text = response.ok ? await readBody(response) : undefined
    const pets = typeof text === 'string' ? parsePets(text) : undefined
    if (pets !== undefined) await page?.showPets(pets, categories)
  } catch {
    // Whatever is wrong with the response, the app says so.
  }
}

/** @throws when it is not a list. */
function parsePets(text: string): PetList | undefined {
  const json = parseJsonNatively(text)
  return json && parsePetList(json.value)
}
