/**
 * The list of pets without a framework, as fast as it can be: a lower bound for the measurements. It runs in the head of
 * the page, and reads the configuration in index.html, or else `/config.json`.
 */

type Config = {
  readonly environments: readonly { readonly id: string; readonly baseUrl: string }[]
  readonly categories?: Readonly<Record<string, string>>
}

/** IDs are decimal strings, because they have 64 bits. */
type Pet = {
  readonly id: string
  readonly name: string
  readonly categoryId: string
  readonly status?: string | null
}

const environmentId = location.pathname.split('/')[1] ?? ''
const limit = new URLSearchParams(location.search).get('limit') ?? '20'
const configured = readConfig()
const parsed = new Promise((resolve) => {
  document.addEventListener('DOMContentLoaded', resolve)
})

/** The rows that fit on a screen are painted first. */
const FIRST_ROWS = 20

/** Responses of the service by status; '' is all pets. */
const responses = new Map<string, string>()
let requested = ''
let rendered: string | undefined

void show(statusOfAddress())
addEventListener('change', ({ target }) => {
  const { value } = target as HTMLInputElement
  const search = new URLSearchParams({ ...(value !== '' && { status: value }), limit })
  history.pushState(null, '', `?${search}`)
  void show(value)
})
addEventListener('click', (event) => {
  if (!(event.target instanceof HTMLAnchorElement)) return
  event.preventDefault()
  history.pushState(null, '', event.target.href)
  void showPet(event.target.textContent)
})
addEventListener('popstate', () => {
  showPage('list')
  void show(statusOfAddress())
})

async function readConfig(): Promise<Config> {
  const block = document.querySelector('#config')
  if (block !== null) return JSON.parse(block.textContent) as Config
  const response = await fetch('/config.json', { cache: 'no-store', credentials: 'omit' })
  return (await response.json()) as Config
}

/** One pet: its name is known, and its current data is requested. */
async function showPet(name: string): Promise<void> {
  find('#pet > h1').textContent = name
  showPage('pet')
  await request(location.pathname.replace(`/${environmentId}`, ''))
}

function showPage(id: 'list' | 'pet'): void {
  for (const page of document.querySelectorAll('main')) page.hidden = page.id !== id
}

/** Renders cached rows immediately, then the current response. */
async function show(status: string): Promise<void> {
  requested = status
  try {
    const cached = responses.get(status)
    if (cached !== undefined) await render(cached, status)
    const text = await fetchList(status)
    responses.set(status, text)
    if (requested === status) await render(text, status)
  } catch (error) {
    await parsed
    find('[role=alert]').textContent = `The list could not be loaded: ${String(error)}. Reload the page.`
  }
}

function fetchList(status: string): Promise<string> {
  return request(`/pets?${new URLSearchParams({ limit, ...(status !== '' && { status }) })}`)
}

async function request(path: string): Promise<string> {
  const { baseUrl } = await environment()
  const response = await fetch(baseUrl + path, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${storedKey(baseUrl)}` },
    credentials: 'omit',
    redirect: 'error',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return response.text()
}

async function render(text: string, status: string): Promise<void> {
  const [{ categories = {} }] = await Promise.all([configured, parsed])
  const radio = find(`input[value="${status}"]`) as HTMLInputElement
  radio.checked = true
  if (text === rendered) return
  rendered = text
  const pets = petsFromText(text)
  const { content } = find('template') as HTMLTemplateElement
  const row = content.querySelector('tr')
  const rows = document.createDocumentFragment()
  for (const [index, pet] of pets.entries()) {
    if (index === FIRST_ROWS) {
      find('tbody').replaceChildren(rows)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      if (rendered !== text) return
    }
    const copy = row?.cloneNode(true) as HTMLTableRowElement
    const [id, name, category, state] = copy.cells
    const link = name?.firstElementChild as HTMLAnchorElement
    link.href = `/${environmentId}/pets/${pet.id}`
    link.textContent = pet.name
    id?.append(pet.id)
    category?.append(categories[pet.categoryId] ?? pet.categoryId)
    state?.append(pet.status ?? 'Not set')
    rows.append(copy)
  }
  if (pets.length > FIRST_ROWS) find('tbody').append(rows)
  else find('tbody').replaceChildren(rows)
  find('[role=status]').textContent = `${pets.length} pets`
}

function petsFromText(text: string): readonly Pet[] {
  return JSON.parse(text, withExactIds) as Pet[]
}

/** The source text keeps digits that a number would lose. */
function withExactIds(name: string, value: unknown, context?: { source?: string }): unknown {
  return name === 'id' || name === 'categoryId' ? context?.source : value
}

async function environment(): Promise<Config['environments'][number]> {
  const { environments } = await configured
  const found = environments.find(({ id }) => id === environmentId)
  if (found === undefined) throw new Error(`there is no environment ${environmentId}`)
  return found
}

/** Stored as in the app: with the base URL that it was given for. */
function storedKey(baseUrl: string): string {
  const name = `petstore-admin.key.${environmentId}`
  const entry = JSON.parse(sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? '{}') as {
    key?: string
    baseUrl?: string
  }
  if (entry.key === undefined || entry.baseUrl !== baseUrl) throw new Error('there is no key')
  return entry.key
}

function statusOfAddress(): string {
  return new URLSearchParams(location.search).get('status') ?? ''
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}
