import { FIND_KEYS } from '#src/browser/find-keys.ts'
import { isTextSelected } from '#src/browser/is-text-selected.ts'
import type { Config, Environment } from '#src/config/config.ts'
import { nameIncludesKind, SHAPES } from '#src/config/environment-kind.ts'
import { labelsPath, pathOnSite, petListPath } from '#src/lib/paths.ts'
import { controlValues, type ListAddress } from '#src/pages/pet-list/list-address.ts'
import { countMessage } from '#src/pages/pet-list/list-messages.ts'
import { FIRST_ROWS, searchOfLongerList } from '#src/pages/pet-list/list-rows.ts'
import { optionsLabel } from '#src/pages/pet-list/options-label.ts'
import { rowTexts } from '#src/pets/table/pet-columns.ts'
import { LIMIT_MAX, type Pet, type PetList } from '#src/pets/pet.ts'
import { pageTitle } from '#src/lib/page-title.ts'
import { interpolate } from './interpolate.ts'

export type PrerenderedList = ReturnType<typeof createPrerenderedList>

/** The time in which even a slow device paints a page, in milliseconds. */
const MAX_FRAME_MS = 300

/**
 * The time for which the page waits for its pets before it is painted without them, in
 * milliseconds: painting twice takes a slow device 60 ms.
 */
const MAX_WAIT_FOR_PETS_MS = 50

type PrerenderedListProps = {
  environment: Environment
  /** Says whether no other environment is configured. */
  isOnly: boolean
  categories: Config['categories']
  address: ListAddress
}

/**
 * Renders the list page before the app is there: first as it looks while it loads, then with its
 * pets. The app hydrates it. Until then its links lead to their pages by themselves, and everything
 * else that somebody does on it is repeated by the app (take-over.ts).
 */
export function createPrerenderedList({
  environment: { id, name, kind },
  isOnly,
  categories,
  address,
}: PrerenderedListProps) {
  const { q, status = '', limit } = address
  const page = document.createElement('div')
  const built = Promise.withResolvers<void>()
  let renderedAt: number | undefined
  let isStopped = false
  let lastPress: MouseEvent | undefined
  let isSigningOut = false

  return {
    /**
     * Builds the page as it looks while the list loads, and shows it unless its pets are about to
     * come. It is called once, when the templates are parsed.
     */
    build() {
      document.title = pageTitle('Pets', name)
      page.className = 'app'
      page.dataset['prerendered'] = ''
      page.append(template('loading'))
      interpolate(page, {
        environment: id,
        service: name,
        kind,
        status,
        limit: String(limit),
        options: optionsLabel(address),
        keys: FIND_KEYS,
        q,
      })
      slot(page, 'environment-shape').setAttribute('d', SHAPES[kind])
      slot(page, 'environment-kind').toggleAttribute('hidden', nameIncludesKind(name, kind))
      if (isOnly) {
        slot(page, 'environments').remove()
        slot(page, 'environment-menu').replaceWith(slot(page, 'environment'))
      }
      const chosen = controlValues(address)
      for (const radio of slot(page, 'status').querySelectorAll('input'))
        radio.toggleAttribute('checked', radio.value === chosen.status)
      for (const option of slot(page, 'sort').querySelectorAll('option'))
        option.toggleAttribute('selected', option.value === chosen.sort)
      for (const row of [...slot(page, 'rows').children].slice(limit)) row.remove()
      page.addEventListener('click', onClick)
      built.resolve()
      setTimeout(show, MAX_WAIT_FOR_PETS_MS)
    },

    /**
     * Renders the first pets, and resolves once they are painted. The app adds the time when they
     * were loaded (LoadedAt).
     */
    async showPets(list: PetList) {
      await built.promise
      if (isStopped || !canRender(list, address)) return
      const loaded = template('loaded')
      const rows = slot(loaded, 'rows')
      rows.replaceChildren(...list.pets.slice(0, FIRST_ROWS).map(rowRenderer(rows)))
      slot(loaded, 'count').textContent = countMessage(list, address, name)
      slot(loaded, 'labels').setAttribute('href', pathOnSite(labelsPath(id, list.pets)))
      const more = slot(loaded, 'show-more')
      const search = searchOfLongerList(list, address)
      if (search === undefined) more.remove()
      else more.setAttribute('href', pathOnSite(petListPath(id, search)))
      renderedAt = Date.now()
      for (const part of ['status-line', 'list']) slot(page, part).replaceWith(slot(loaded, part))
      slot(page, 'refresh').removeAttribute('aria-disabled')
      show()
      await afterNextPaint()
    },

    /** Shows the page, renders nothing more, and returns what the app hydrates. */
    stop() {
      show()
      isStopped = true
      return { page, renderedAt, pressToRepeat: () => lastPress }
    },
  }

  function show() {
    if (!isStopped && !page.isConnected) document.querySelector('#root')?.prepend(page)
  }

  /**
   * Remembers the last press for the app; a press after "Sign out" does not count. The browser
   * follows links, except for the skip link, which leads to a part of the page that the app has to
   * focus.
   */
  function onClick(event: MouseEvent) {
    // The app has hydrated the page, and handles the press itself.
    if (page.dataset['prerendered'] === undefined) return
    const pressed = (event.target as Element).closest<HTMLElement>('a, button, tr')
    if (!isSigningOut && (pressed === null || pressed.matches('a:not([href^="#"])'))) return
    event.preventDefault()
    const isSelecting = pressed?.localName === 'tr' && isTextSelected()
    if (isSigningOut || isSelecting) return
    lastPress = event
    isSigningOut = pressed?.dataset['slot'] === 'sign-out'
  }

  /** Returns a function that renders a pet as a copy of the template's row. */
  function rowRenderer({ firstElementChild: row }: Element) {
    return (pet: Pet): Node => {
      const rendered = row?.cloneNode(true) as Element
      const { texts, isUnusual } = rowTexts(pet, categories)
      rendered.toggleAttribute('data-unusual', isUnusual)
      interpolate(rendered, { ...texts, environment: id })
      return rendered
    }
  }
}

/**
 * Resolves after the next paint, or after a while, because a tab in the background paints nothing.
 */
function afterNextPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, MAX_FRAME_MS)
  })
}

/**
 * Says whether the inline script can render the list. It leaves rare cases to the app: searches,
 * orders, lists that are empty, too long, or could not be read completely.
 */
function canRender({ unreadable, returned }: PetList, { q, sort }: ListAddress): boolean {
  return q === '' && sort === undefined && unreadable.length === 0 && returned > 0 && returned <= LIMIT_MAX
}

function template(id: 'loading' | 'loaded'): DocumentFragment {
  return (document.querySelector(`#${id}`) as HTMLTemplateElement).content
}

/**
 * Returns the part of the page with this name. Components of the list page name the parts that the
 * inline script fills in.
 */
function slot(root: ParentNode, name: string): HTMLElement {
  return root.querySelector<HTMLElement>(`[data-slot=${name}]`) as HTMLElement
}
