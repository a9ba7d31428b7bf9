import type { Config, Environment } from '#src/config/config.ts'
import { nameIncludesKind, SHAPES } from '#src/config/environment-kind.ts'
import { delay } from '#src/lib/delay.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { categoryText, isLong, nameText } from '#src/pages/pet-list/cell-text.ts'
import type { ListAddress } from '#src/pages/pet-list/list-address.ts'
import { countMessage, offersMore } from '#src/pages/pet-list/list-messages.ts'
import { visibleRowCount } from '#src/pages/pet-list/visible-row-count.ts'
import { isPetStatus, LIMIT_MAX, type Pet, type PetList } from '#src/pets/pet.ts'
import { interpolate, slot, type Template } from './slots.ts'

export type PrerenderedList = {
  /** Fills in what only the configuration knows. Call it once the list is requested. */
  readonly showEnvironment: (environment: Environment, config: Config) => void
  /** Renders the pets, if it can render each of them as the app would. Resolves once they are painted. */
  readonly showPets: (list: PetList, categories: Config['categories']) => Promise<void>
  /** Nothing is rendered from now on. @returns when the rows were rendered (ms since 1970). */
  readonly stop: () => number | undefined
  readonly remove: () => void
}

/** How long the heading waits alone for the request to be sent. */
const MAX_HEAD_ALONE_MS = 100

/** Rendering the visible rows takes about 5 ms on a desktop computer; a device that takes this long is slow. */
const SLOW_DEVICE_MS = 20

/**
 * The prerendered list page: first as it looks while it loads, then with its pets. It is inert but for the skip link:
 * nothing must be pressed in vain or read out twice.
 */
export function mountPrerenderedList(environmentId: string, address: ListAddress): PrerenderedList {
  let mounted: HTMLElement | undefined
  let renderedAt: number | undefined
  let fillEnvironment: ((page: ParentNode) => void) | undefined
  let isStopped = false
  const requested = Promise.withResolvers<void>()

  async function mountLoading(): Promise<void> {
    await templatesParsed()
    const page = cloneTemplate('loading')
    // The app may have been faster.
    if (isStopped) return
    interpolate(page, { environment: environmentId })
    showAddress(page, address)
    for (const row of [...page.querySelectorAll('[data-slot=skeleton-row]')].slice(address.limit))
      row.remove()
    fillEnvironment?.(page)
    for (const part of page.querySelectorAll<HTMLElement>('header, main')) part.inert = true
    mounted = document.createElement('div')
    mounted.className = 'prerendered'
    mounted.append(page)
    // The first stop of the keyboard already, though its target cannot take the focus yet.
    slot(mounted, 'skip-link').addEventListener('click', (event) => event.preventDefault())
    // Painting everything at once takes a slow device twice as long: the heading is painted first, then the list is
    // requested, then comes the rest.
    const [, ...rest] = mounted.querySelectorAll('main > *')
    for (const part of rest) part.remove()
    document.querySelector('#root')?.prepend(mounted)
    await afterNextPaint()
    await Promise.race([requested.promise, delay(MAX_HEAD_ALONE_MS)])
    mounted.querySelector('main')?.append(...rest)
  }
  const loadingMounted = mountLoading()

  return {
    showEnvironment(environment, { environments }) {
      fillEnvironment = (page) => showEnvironment(page, environment, environments.length)
      if (mounted !== undefined) fillEnvironment(mounted)
      requested.resolve()
    },

    async showPets(list, categories) {
      await loadingMounted
      if (isStopped || mounted === undefined || !canRender(list, address)) return
      const began = performance.now()
      const loading = slot(mounted, 'list')
      const loaded = slot(cloneTemplate('loaded'), 'list')
      interpolate(loaded, { environment: environmentId })
      const rows = slot(loaded, 'rows')
      const render = rowRenderer(rows, categories)
      // The visible rows first; on a slow device the app renders the others, which would keep it waiting here.
      const visible = visibleRowCount(loading.getBoundingClientRect().top)
      rows.replaceChildren(...list.pets.slice(0, visible).map(render))
      slot(loaded, 'count').textContent = countMessage({ returned: list.returned, found: undefined }, address)
      if (!offersMore(list.returned, address.limit)) slot(loaded, 'show-more').remove()
      loading.replaceWith(loaded)
      slot(mounted, 'refresh').removeAttribute('aria-disabled')
      renderedAt = Date.now()
      const isSlow = performance.now() - began > SLOW_DEVICE_MS
      await afterNextPaint()
      if (isStopped) return
      if (!isSlow) rows.append(...list.pets.slice(visible).map(render))
      const time = slot(loaded, 'time')
      time.setAttribute('datetime', new Date(renderedAt).toISOString())
      time.textContent = formatTime(renderedAt)
    },

    stop() {
      isStopped = true
      return renderedAt
    },

    remove() {
      isStopped = true
      mounted?.remove()
    },
  }
}

/** The templates are at the end of the body, where a script would wait for the style sheet. */
function templatesParsed(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('template#end') === null) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

/** At once where nothing is painted, as in a background tab. */
function afterNextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
}

function cloneTemplate(name: Template): DocumentFragment {
  const template = document.querySelector<HTMLTemplateElement>(`template#${name}`)
  if (template === null) throw new Error(name)
  return document.importNode(template.content, true)
}

/** What is rare is left to the app: searches, sorting, unknown statuses, lists that could not be read completely. */
function canRender({ pets, unreadable, returned }: PetList, { q, sort }: ListAddress): boolean {
  return (
    q.trim() === '' &&
    sort === undefined &&
    unreadable.length === 0 &&
    returned > 0 &&
    returned <= LIMIT_MAX &&
    pets.every(({ status }) => status === undefined || isPetStatus(status))
  )
}

function showAddress(page: ParentNode, { status, limit, q }: ListAddress): void {
  for (const radio of slot(page, 'status').querySelectorAll('input')) {
    radio.toggleAttribute('checked', radio.value === (status ?? 'all'))
  }
  for (const name of ['value', 'aria-valuenow', 'aria-valuetext']) {
    slot(page, 'page-size').setAttribute(name, String(limit))
  }
  slot(page, 'search').setAttribute('value', q)
}

function showEnvironment(page: ParentNode, { name, kind }: Environment, count: number): void {
  const menu = slot(page, 'environment-menu')
  const tag = slot(menu, 'environment')
  const word = slot(menu, 'environment-kind')
  interpolate(menu, { service: name })
  slot(page, 'header').dataset['kind'] = kind
  tag.dataset['kind'] = kind
  slot(menu, 'environment-shape').setAttribute('d', SHAPES[kind])
  word.textContent = kind
  word.toggleAttribute('hidden', nameIncludesKind(name, kind))
  menu.removeAttribute('data-pending')
  if (count === 1) {
    slot(page, 'environments').remove()
    menu.replaceWith(tag)
  }
}

/** Renders rows from the template's, of which there is one for each status. */
function rowRenderer(rows: ParentNode, categories: Config['categories']): (pet: Pet) => Node {
  const templates = new Map(
    [...rows.children].map((row) => [row.querySelector('[data-status]')?.getAttribute('data-status'), row]),
  )
  return (pet) => {
    const row = templates.get(pet.status ?? 'not set')?.cloneNode(true)
    if (!(row instanceof Element)) throw new Error(pet.status)
    const [name, category] = [nameText(pet), categoryText(pet, categories)]
    slot(row, 'name').toggleAttribute('data-long', isLong(name))
    slot(row, 'category').toggleAttribute('data-long', isLong(category))
    interpolate(row, { id: pet.id, pet: name, category })
    return row
  }
}
