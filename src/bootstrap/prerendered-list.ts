import type { Config, Environment } from '#src/config/config.ts'
import { nameIncludesKind, SHAPES } from '#src/config/environment-kind.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { delay } from '#src/lib/delay.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { truncate } from '#src/lib/truncate.ts'
import { isLong } from '#src/pages/pet-list/is-long.ts'
import { type ListAddress, searchFromListAddress, sortParam } from '#src/pages/pet-list/list-address.ts'
import { countMessage, MAX_NAME_LENGTH, offersMore } from '#src/pages/pet-list/list-messages.ts'
import { labelsPath } from '#src/pets/labels-path.ts'
import { PET_COLUMNS } from '#src/pets/pet-columns.ts'
import { isPetStatus, LIMIT_MAX, type Pet, type PetList } from '#src/pets/pet.ts'
import { interpolate, slot, type Template } from './slots.ts'

export type PrerenderedList = {
  /** Shows it as it looks while the list loads. Call it once, when the templates are parsed. */
  readonly mount: () => void
  /** Renders the first pets. Resolves once they are painted. */
  readonly showPets: (list: PetList) => Promise<void>
  /** Nothing is rendered from now on. @returns when the rows were rendered (ms since 1970). */
  readonly stop: () => number | undefined
}

/** As many as fit into most windows; the app renders the others. */
const MAX_ROWS = 30

/** A slow device paints a page in less. */
const MAX_FRAME_MS = 300

type PrerenderedListProps = {
  environment: Environment
  /** Whether no other one is configured. */
  isOnly: boolean
  categories: Config['categories']
  address: ListAddress
}

/**
 * The prerendered list page: first as it looks while it loads, then with its pets. It is inert but for the skip link:
 * nothing must be pressed in vain or read out twice.
 */
export function createPrerenderedList({
  environment,
  isOnly,
  categories,
  address,
}: PrerenderedListProps): PrerenderedList {
  const { id, name } = environment
  const page = document.createElement('div')
  const mounted = Promise.withResolvers<void>()
  let renderedAt: number | undefined
  let isStopped = false

  return {
    mount() {
      page.className = 'prerendered'
      page.append(cloneTemplate('loading'))
      interpolate(page, { environment: id, service: name })
      showEnvironment(page, environment, isOnly)
      showAddress(page, address)
      for (const part of page.querySelectorAll<HTMLElement>('header, main')) part.inert = true
      // The first stop of the keyboard already, though its target cannot take the focus yet.
      slot(page, 'skip-link').addEventListener('click', (event) => event.preventDefault())
      document.querySelector('#root')?.prepend(page)
      void afterNextPaint().then(mounted.resolve)
    },

    async showPets(list) {
      await mounted.promise
      if (isStopped || !canRender(list, address)) return
      const loaded = cloneTemplate('loaded')
      const render = rowRenderer(slot(loaded, 'rows'), id, categories)
      slot(loaded, 'rows').replaceChildren(...list.pets.slice(0, MAX_ROWS).map(render))
      showStatusLine(loaded, list)
      renderedAt = Date.now()
      const time = slot(loaded, 'time')
      for (const part of ['status-line', 'list'] as const) slot(page, part).replaceWith(slot(loaded, part))
      slot(page, 'refresh').removeAttribute('aria-disabled')
      await afterNextPaint()
      // The first time that is written takes a slow device 100 ms.
      time.setAttribute('datetime', new Date(renderedAt).toISOString())
      time.textContent = formatTime(renderedAt)
    },

    stop() {
      isStopped = true
      return renderedAt
    },
  }

  function showStatusLine(loaded: ParentNode, { pets, returned }: PetList): void {
    slot(loaded, 'count').textContent = countMessage(
      { returned, loaded: returned, found: undefined },
      address,
      truncate(name, MAX_NAME_LENGTH),
    )
    slot(loaded, 'labels').setAttribute('href', BASE_PATH + labelsPath(id, pets).slice(1))
    const more = slot(loaded, 'show-more')
    if (offersMore(returned, address.limit)) {
      const search = searchFromListAddress({ ...address, limit: LIMIT_MAX })
      more.setAttribute('href', `${BASE_PATH}${id}/pets${search}`)
    } else more.remove()
  }
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

/** What is rare is left to the app: searches, sorting, lists that could not be read completely. */
function canRender({ unreadable, returned }: PetList, { q, sort }: ListAddress): boolean {
  return (
    q.trim() === '' && sort === undefined && unreadable.length === 0 && returned > 0 && returned <= LIMIT_MAX
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
  for (const row of [...page.querySelectorAll('[data-slot=skeleton-row]')].slice(limit)) row.remove()
  interpolate(slot(page, 'count'), { status: status ?? '' })
}

function showEnvironment(page: ParentNode, { name, kind }: Environment, isOnly: boolean): void {
  const menu = slot(page, 'environment-menu')
  const tag = slot(menu, 'environment')
  const word = slot(menu, 'environment-kind')
  slot(page, 'header').dataset['kind'] = kind
  tag.dataset['kind'] = kind
  slot(menu, 'environment-shape').setAttribute('d', SHAPES[kind])
  word.textContent = kind
  word.toggleAttribute('hidden', nameIncludesKind(name, kind))
  if (isOnly) {
    slot(page, 'environments').remove()
    menu.replaceWith(tag)
  }
}

/** Renders rows from the one of the template. */
function rowRenderer(rows: ParentNode, environmentId: string, categories: Config['categories']) {
  const template = rows.firstElementChild
  return (pet: Pet): Node => {
    const row = template?.cloneNode(true) as Element
    const texts: Record<string, string> = { environment: environmentId }
    for (const [index, { id, text }] of PET_COLUMNS.entries()) {
      texts[id] = text(pet, categories)
      row.children[index]?.toggleAttribute('data-long', isLong(texts[id]))
    }
    if (isPetStatus(pet.status)) {
      row.lastElementChild?.setAttribute('data-status', pet.status)
      row.lastElementChild?.removeAttribute('dir')
    }
    interpolate(row, texts)
    return row
  }
}
