import type { Config, Environment } from '#src/config/config.ts'
import { nameIncludesKind, SHAPES } from '#src/config/environment-kind.ts'
import { delay } from '#src/lib/delay.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { categoryText, isLong, nameText } from '#src/pages/pet-list/cell-text.ts'
import { type ListAddress, sortParam } from '#src/pages/pet-list/list-address.ts'
import { countMessage, offersMore } from '#src/pages/pet-list/list-messages.ts'
import { spaceForRows, visibleRowCount } from '#src/pages/pet-list/visible-row-count.ts'
import { isPetStatus, LIMIT_MAX, type Pet, type PetList } from '#src/pets/pet.ts'
import { interpolate, slot, type Template } from './slots.ts'

export type PrerenderedList = {
  /** Shows it as it looks while the list loads. Call it once, when the templates are parsed. */
  readonly mount: () => Promise<void>
  /** Resolves once the page is on the screen, or will never be. */
  readonly mounted: Promise<void>
  /** Fills in what only the configuration knows. */
  readonly showEnvironment: (environment: Environment, config: Config) => void
  /** Renders the pets, if it can render each of them as the app would. Resolves once they are painted. */
  readonly showPets: (list: PetList, categories: Config['categories']) => Promise<void>
  /** Nothing is rendered from now on. @returns when the rows were rendered (ms since 1970). */
  readonly stop: () => number | undefined
  readonly remove: () => void
}

/** A slow device paints a page in less. */
const MAX_FRAME_MS = 300

/**
 * The prerendered list page: first as it looks while it loads, then with its pets. It is inert but for the skip link:
 * nothing must be pressed in vain or read out twice.
 */
export function createPrerenderedList(environmentId: string, address: ListAddress): PrerenderedList {
  let mounted: HTMLElement | undefined
  let renderedAt: number | undefined
  let fillEnvironment: ((page: ParentNode) => void) | undefined
  let isStopped = false
  let showRest: (() => void) | undefined

  async function mountLoading(): Promise<void> {
    if (isStopped) return
    const page = cloneTemplate('loading')
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
    // Painting everything at once takes a slow device twice as long.
    const [, ...rest] = mounted.querySelectorAll('main > *')
    for (const part of rest) part.remove()
    document.querySelector('#root')?.prepend(mounted)
    showRest = () => mounted?.querySelector('main')?.append(...rest.splice(0))
    await afterNextPaint()
    // An app that can start now shows the rest itself.
    if (fillEnvironment === undefined || !hasAppArrived()) showRest()
    else void delay(MAX_FRAME_MS).then(showRest)
  }
  const loadingMounted = Promise.withResolvers<void>()

  return {
    mount: () => mountLoading().finally(loadingMounted.resolve),
    mounted: loadingMounted.promise,

    showEnvironment(environment, { environments }) {
      fillEnvironment = (page) => showEnvironment(page, environment, environments.length)
      if (mounted !== undefined) fillEnvironment(mounted)
    },

    async showPets(list, categories) {
      await loadingMounted.promise
      if (isStopped || mounted === undefined || !canRender(list, address)) return
      showRest?.()
      const loaded = cloneTemplate('loaded')
      interpolate(loaded, { environment: environmentId })
      const rows = slot(loaded, 'rows')
      const render = rowRenderer(rows, categories)
      // The app renders the others. Where the first one begins is not measured: a layout in between would cost more.
      const visible = list.pets.slice(0, visibleRowCount(0))
      rows.replaceChildren(...visible.map(render))
      rows.style.paddingBlockEnd = spaceForRows(list.pets.length - visible.length)
      slot(loaded, 'count').textContent = countMessage(
        { returned: list.returned, loaded: list.returned, found: undefined },
        address,
      )
      if (!offersMore(list.returned, address.limit)) slot(loaded, 'show-more').remove()
      renderedAt = Date.now()
      const time = slot(loaded, 'time')
      for (const part of ['status-line', 'list'] as const) slot(mounted, part).replaceWith(slot(loaded, part))
      slot(mounted, 'refresh').removeAttribute('aria-disabled')
      await afterNextPaint()
      // The first time that is written takes a slow device 100 ms.
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

/** Whether all scripts of the app are there, as in every visit but the first. */
function hasAppArrived(): boolean {
  const preloads = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
  return preloads.length > 0 && preloads.every(({ href }) => performance.getEntriesByName(href).length > 0)
}

/** Or after a while: a tab in the background paints nothing. */
function afterNextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  const paint = new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return Promise.race([paint, delay(MAX_FRAME_MS)])
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

function showAddress(page: ParentNode, { status, limit, q, sort }: ListAddress): void {
  for (const radio of slot(page, 'status').querySelectorAll('input')) {
    radio.toggleAttribute('checked', radio.value === (status ?? 'all'))
  }
  for (const name of ['value', 'aria-valuenow', 'aria-valuetext']) {
    slot(page, 'page-size').setAttribute(name, String(limit))
  }
  slot(page, 'search').setAttribute('value', q)
  ;(slot(page, 'sort') as HTMLSelectElement).value = sortParam(sort)
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
