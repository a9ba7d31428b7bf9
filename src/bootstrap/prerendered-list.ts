import type { Config, Environment } from '#src/config/config.ts'
import { formatTime } from '#src/lib/format-time.ts'
import { delay } from '#src/lib/delay.ts'
import type { ListAddress } from '#src/pages/pet-list/list-address.ts'
import { countMessage, offersMore } from '#src/pages/pet-list/list-messages.ts'
import { visibleRowCount } from '#src/pages/pet-list/visible-row-count.ts'
import { categoryText, isLong, nameText } from '#src/pages/pet-list/cell-text.ts'
import { isPetStatus, LIMIT_MAX, type Pet, type PetList } from '#src/pets/pet.ts'
import { nameIncludesKind, SHAPES } from '#src/config/environment-kind.ts'
import { fill } from './interpolate.ts'

export type PrerenderedList = {
  /** Fills in what only the configuration knows. The service has been asked. */
  readonly showEnvironment: (environment: Environment, config: Config) => void
  /** Draws the pets, if it can draw every one of them as the app would. Resolves once they are on the screen. */
  readonly showPets: (list: PetList, categories: Config['categories']) => Promise<void>
  /** Nothing is drawn from now on. @returns when the pets on the screen were drawn (ms since 1970). */
  readonly handOver: () => number | undefined
  readonly remove: () => void
}

/**
 * The list page before the app: what it looks like while it loads, at once, and then with its pets. Nothing on it
 * can be used but the skip link, so it is inert: what is there must not be pressed in vain, nor read out twice.
 */
export function mountPrerenderedList(environmentId: string, address: ListAddress): PrerenderedList {
  let shown: HTMLElement | undefined
  let drawnAt: number | undefined
  let fillEnvironment: ((page: ParentNode) => void) | undefined
  let isOver = false
  const asked = Promise.withResolvers<void>()

  async function showLoading(): Promise<void> {
    await templatesParsed()
    const page = cloneTemplate('loading')
    const root = document.querySelector('#root')
    // The app has its own page there already.
    if (isOver || page === undefined || root === null) return
    fill(page, { environment: environmentId })
    showAddress(page, address)
    limitRows(page, address.limit)
    fillEnvironment?.(page)
    for (const part of page.querySelectorAll<HTMLElement>('header, main')) part.inert = true
    shown = document.createElement('div')
    shown.className = 'first-page'
    shown.append(page)
    // It is the first stop of the keyboard already, and leads to where nothing can have the focus yet.
    shown.querySelector('a')?.addEventListener('click', (event) => event.preventDefault())
    // All at once takes a slow device twice as long. So its head is painted first, then the service is asked, and then
    // comes the rest.
    const [, ...rest] = shown.querySelectorAll('main > *')
    for (const part of rest) part.remove()
    root.prepend(shown)
    await painted()
    await Promise.race([asked.promise, delay(MAX_HEAD_ALONE_MS)])
    shown.querySelector('main')?.append(...rest)
  }
  const loadingShown = showLoading()

  return {
    showEnvironment(environment, { environments }) {
      fillEnvironment = (page) => showEnvironment(page, environment, environments.length)
      if (shown !== undefined) fillEnvironment(shown)
      asked.resolve()
    },

    async showPets(list, categories) {
      await loadingShown
      const loading = shown?.querySelector('section')
      const loaded = cloneTemplate('loaded')?.querySelector('section')
      if (isOver || !loading || !loaded || !canDraw(list, address)) return
      const began = performance.now()
      fill(loaded, { environment: environmentId })
      const body = loaded.querySelector('tbody')
      const draw = rowsFrom(loaded, categories)
      // Those in sight come first; on a slow device the app alone draws the others, which it would wait for.
      const inSight = visibleRowCount(loading.getBoundingClientRect().top)
      body?.replaceChildren(...list.pets.slice(0, inSight).map(draw))
      showCount(loaded, list.returned, address)
      loading.replaceWith(loaded)
      shown?.querySelector('[aria-disabled]')?.removeAttribute('aria-disabled')
      drawnAt = Date.now()
      const isSlow = performance.now() - began > LONG
      await painted()
      if (isOver) return
      if (!isSlow) body?.append(...list.pets.slice(inSight).map(draw))
      showTime(loaded, drawnAt)
    },

    handOver() {
      isOver = true
      return drawnAt
    },

    remove() {
      isOver = true
      shown?.remove()
    },
  }
}

/** Milliseconds in which the head of the page stands alone. */
const MAX_HEAD_ALONE_MS = 100

/** Milliseconds for the rows in sight; a desk takes some five. */
const LONG = 20

/** The pages stand at the end of the body, and a script there would wait for the style sheet. */
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

/** Once the frame that is drawn next is on the screen; at once where nothing is drawn, as in a tab in the background. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
}

function cloneTemplate(template: string): DocumentFragment | undefined {
  const found = document.querySelector<HTMLTemplateElement>(`template#${template}`)
  return found === null ? undefined : document.importNode(found.content, true)
}

/** What is rare is left to the app: its words for it need not come first. */
function canDraw({ pets, unreadable, returned }: PetList, { q, sort }: ListAddress): boolean {
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
  for (const radio of page.querySelectorAll<HTMLInputElement>('[type=radio]')) {
    radio.toggleAttribute('checked', radio.value === (status ?? 'all'))
  }
  for (const name of ['value', 'aria-valuenow', 'aria-valuetext']) {
    page.querySelector('[role=spinbutton]')?.setAttribute(name, String(limit))
  }
  page.querySelector('[type=search]')?.setAttribute('value', q)
}

function limitRows(page: ParentNode, limit: number): void {
  const rows = page.querySelectorAll('[aria-busy] div > div')
  for (const row of [...rows].slice(limit)) row.remove()
}

function showEnvironment(page: ParentNode, { name, kind }: Environment, count: number): void {
  const header = page.querySelector('header')
  const menu = header?.querySelector('[data-pending]')
  const tag = menu?.querySelector<HTMLElement>('[data-kind]')
  if (header === null || header === undefined || menu === null || menu === undefined || !tag) return
  fill(menu, { service: name })
  header.dataset['kind'] = kind
  tag.dataset['kind'] = kind
  tag.querySelector('path')?.setAttribute('d', SHAPES[kind])
  const word = tag.lastElementChild
  if (word !== null) {
    word.textContent = kind
    word.toggleAttribute('hidden', nameIncludesKind(name, kind))
  }
  if (count === 1) {
    menu.nextElementSibling?.remove()
    menu.replaceWith(tag)
  }
  menu.removeAttribute('data-pending')
}

/** Makes rows from the samples on the page, before they are replaced. */
function rowsFrom(page: ParentNode, categories: Config['categories']): (pet: Pet) => Node {
  const samples = new Map(
    [...page.querySelectorAll('tbody > tr')].map((row) => [
      row.querySelector('[data-status]')?.getAttribute('data-status'),
      row,
    ]),
  )
  return (pet) => {
    const row = samples.get(pet.status ?? 'not set')?.cloneNode(true) ?? new Text()
    const [name, category] = [nameText(pet), categoryText(pet, categories)]
    fill(row, { id: pet.id, pet: name, category })
    if (row instanceof HTMLTableRowElement) {
      row.cells[1]?.toggleAttribute('data-long', isLong(name))
      row.cells[2]?.toggleAttribute('data-long', isLong(category))
    }
    return row
  }
}

function showCount(page: ParentNode, returned: number, address: ListAddress): void {
  const count = page.querySelector('section [role=status]')
  if (count !== null) count.textContent = countMessage({ returned, found: undefined }, address)
  if (!offersMore(returned, address.limit)) count?.nextElementSibling?.remove()
}

function showTime(page: ParentNode, at: number): void {
  const time = page.querySelector('time')
  time?.setAttribute('datetime', new Date(at).toISOString())
  if (time !== null) time.textContent = formatTime(at)
}
