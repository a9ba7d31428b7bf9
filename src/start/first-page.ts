import type { Config, Environment } from '#src/config/config.ts'
import { fullTimeText, timeText } from '#src/lib/time-text.ts'
import type { ListAddress } from '#src/pages/pet-list/list-address.ts'
import { countText, offersMore } from '#src/pages/pet-list/list-words.ts'
import { categoryText, nameText } from '#src/pages/pet-list/row-text.ts'
import { LIMIT_MAX, type Pet, type PetList } from '#src/pets/pet.ts'
import { saysKind, SHAPES } from '#src/ui/environment-kind.ts'
import { fill } from './fill.ts'

export type FirstPage = {
  /** Fills in what only the configuration knows. */
  readonly showEnvironment: (environment: Environment, config: Config) => void
  /** Draws the pets, if the page can draw every one of them as the app would. */
  readonly showPets: (list: PetList, categories: Config['categories']) => void
  /** Nothing is drawn from now on. @returns when the pets on the screen were drawn (ms since 1970). */
  readonly handOver: () => number | undefined
  readonly remove: () => void
}

/**
 * The list page before the app: what it looks like while it loads, at once, and then with its pets. Nothing on it
 * can be used, so it is inert: what is there must not be pressed in vain, nor read out twice.
 */
export function createFirstPage(environmentId: string, address: ListAddress): FirstPage {
  let shown: HTMLElement | undefined
  let drawnAt: number | undefined
  let fillEnvironment: ((page: ParentNode) => void) | undefined
  let isOver = false

  function show(template: string, change: (page: DocumentFragment) => void) {
    const page = contentOf(template)
    const root = document.querySelector('#root')
    // The app has its own page there already.
    if (isOver || page === undefined || root === null || shown?.isConnected === false) return false
    fill(page, { environment: environmentId })
    showAddress(page, address)
    fillEnvironment?.(page)
    change(page)
    const next = document.createElement('div')
    next.className = 'first-page'
    next.inert = true
    next.append(page)
    if (shown === undefined) root.prepend(next)
    else shown.replaceWith(next)
    shown = next
    return true
  }

  // The parser has not come to the pages yet, which stand at the end of the body.
  window.addEventListener('first-page', () => show('loading', (page) => limitRows(page, address.limit)), {
    once: true,
  })

  return {
    showEnvironment(environment, { environments }) {
      fillEnvironment = (page) => showEnvironment(page, environment, environments.length)
      if (shown !== undefined) fillEnvironment(shown)
    },

    showPets(list, categories) {
      if (!canDraw(list, address)) return
      const at = Date.now()
      if (show('loaded', (page) => showList(page, list, { address, categories, environmentId, at })))
        drawnAt = at
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

function contentOf(template: string): DocumentFragment | undefined {
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
    // The mark that closes an isolate: such a text needs a box of its own (ui/Isolated.tsx).
    pets.every(({ name }) => !name.includes('\u2069'))
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
    word.toggleAttribute('hidden', saysKind(name, kind))
  }
  if (count === 1) {
    menu.nextElementSibling?.remove()
    menu.replaceWith(tag)
  }
  menu.removeAttribute('data-pending')
}

type ShownList = {
  address: ListAddress
  categories: Config['categories']
  environmentId: string
  at: number
}

function showList(page: ParentNode, list: PetList, { address, categories, at }: ShownList): void {
  const body = page.querySelector('tbody')
  const samples = new Map(
    [...(body?.rows ?? [])].map((row) => [
      row.querySelector('[data-status]')?.getAttribute('data-status'),
      row,
    ]),
  )
  const rows = list.pets.map((pet) => rowOf(pet, samples.get(pet.status ?? 'not set'), categories))
  // A status that the app does not know has no row here.
  body?.replaceChildren(...rows)
  const count = page.querySelector('section [role=status]')
  if (count !== null) count.textContent = countText({ returned: list.returned, found: undefined }, address)
  if (!offersMore(list.returned, address.limit)) count?.nextElementSibling?.remove()
  const time = page.querySelector('time')
  time?.setAttribute('datetime', new Date(at).toISOString())
  time?.setAttribute('title', fullTimeText(at))
  if (time !== null) time.textContent = timeText(at)
}

function rowOf(pet: Pet, sample: HTMLElement | undefined, categories: Config['categories']): Node {
  if (sample === undefined) throw new Error('no row of this status')
  const row = sample.cloneNode(true)
  fill(row, { id: pet.id, pet: nameText(pet), category: categoryText(pet, categories) })
  return row
}
