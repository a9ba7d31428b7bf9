/**
 * The script in index.html: it asks the service while the app is still on its way, and draws the first rows from the
 * pages that the build has left in index.html (src/bootstrap/prerender.tsx). The app takes over what was asked and draws anew;
 * a test compares both. Bytes here come before everything else: nothing of React, no router, no query library.
 */
import { configResponse } from './prefetch-config.ts'
import type { PrefetchedList } from './handoff.ts'
import { applyTheme, storedTheme } from '#src/app/theme.ts'
import type { Config, ConfigResult, Environment } from '#src/config/config.ts'
import { readConfig } from '#src/config/read-config.ts'
import { prefetch } from './prefetched-request.ts'
import { parseJsonNatively } from '#src/http/native-json.ts'
import { readBody } from '#src/http/read-body.ts'
import { delay } from '#src/lib/delay.ts'
import { type ListAddress, listAddressFromSearch } from '#src/pages/pet-list/list-address.ts'
import { parsePetList, type PetList } from '#src/pets/pet.ts'
import { listPath } from '#src/pets/petstore.ts'
import { createKeyStorage, hasStoredKey } from '#src/session/key-storage.ts'
import { mountPrerenderedList, type PrerenderedList } from './prerendered-list.ts'

/**
 * How long the app, once it has arrived, waits for an answer that is about to come, in milliseconds: while its code
 * begins to run, nothing else can be drawn.
 */
const PATIENCE = 300

const address: ListAddress = listAddressFromSearch(new URLSearchParams(location.search))

applyTheme(storedTheme())
const page = startPage()
const config = readConfig(configResponse)
const list = config.then(askForList)
list.catch(() => page?.remove())
const isDrawn = page === undefined ? Promise.resolve() : list.then((early) => early?.drawn)
window.bootstrapHandoff = {
  config,
  list,
  ready: Promise.race([isDrawn.catch(() => undefined), appReadyTimeout()]),
}

/** Resolves some time after all of the app's first scripts have arrived; each is named by a link in index.html. */
async function appReadyTimeout(): Promise<void> {
  let arrived = 0
  await new Promise<void>((resolve) => {
    const count = ({ target }: Event) => {
      // Other things arrive as well, and before the parser has come to these links.
      if (!(target instanceof HTMLLinkElement && target.rel === 'modulepreload')) return
      arrived += 1
      if (arrived === document.querySelectorAll('link[rel=modulepreload]').length) resolve()
    }
    for (const end of ['load', 'error']) document.addEventListener(end, count, true)
  })
  await delay(PATIENCE)
}

/** Without a key the app will show something else than the list. */
function startPage(): PrerenderedList | undefined {
  const environmentId = /^\/([a-z0-9-]+)\/pets$/.exec(location.pathname)?.[1]
  if (environmentId === undefined || !hasStoredKey(environmentId)) return undefined
  return mountPrerenderedList(environmentId, address)
}

function askForList(result: ConfigResult): PrefetchedList | undefined {
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
  const drawn = drawWhenThere(request.clone(), result.config)
  return {
    environmentId: environment.id,
    filter,
    fetch: request.fetch,
    drawn,
    handOver: () => page?.handOver(),
  }
}

/** The one of the address; `/` and `/pets` lead to the list of the first. The demo is asked by the app alone. */
function environmentOf({ environments }: Config): Environment | undefined {
  const path = /^\/(?:([a-z0-9-]+)\/pets|pets)?$/.exec(location.pathname)
  if (path === null) return undefined
  const environment = path[1] === undefined ? environments[0] : environments.find(({ id }) => id === path[1])
  return environment?.kind === 'demo' ? undefined : environment
}

/** A page that is no list asks its service as soon as the app is there: by then the connection is, too. */
function preconnect({ environments }: Config): void {
  const environment = environments.find(({ id }) => location.pathname.startsWith(`/${id}/`))
  if (environment === undefined || environment.kind === 'demo' || !hasStoredKey(environment.id)) return
  const link = document.createElement('link')
  link.rel = 'preconnect'
  link.crossOrigin = 'anonymous'
  link.href = environment.baseUrl
  document.head.append(link)
}

async function drawWhenThere(answer: Promise<Response>, { categories }: Config): Promise<void> {
  try {
    const response = await answer
    const text = response.ok ? await readBody(response) : undefined
    const pets = typeof text === 'string' ? petsOf(text) : undefined
    if (pets !== undefined) await page?.showPets(pets, categories)
  } catch {
    // Whatever is wrong with the answer, the app says so in words.
  }
}

/** @throws when it is no list. */
function petsOf(text: string): PetList | undefined {
  const json = parseJsonNatively(text)
  return json && parsePetList(json.value)
}
