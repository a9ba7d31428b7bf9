/**
 * Run by the build: renders the list page with the app's own components, for the templates in index.html. Tokens like
 * `__name__` stand for what only the browser knows (slots.ts).
 */
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from '#src/app/App.tsx'
import { createServices } from '#src/app/services.ts'
import { detachedTab } from '#src/browser/tab.ts'
import type { Environment } from '#src/config/config.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { listQuery } from '#src/pets/list-query.ts'
import { LIMIT_DEFAULT, type Pet } from '#src/pets/pet.ts'
import { SLOTS, type Template } from './slots.ts'

const ENVIRONMENT: Environment = {
  id: '__environment__',
  name: '__service__',
  baseUrl: 'https://service.invalid/v1',
  kind: 'staging',
}

/** Its row is the template of all rows; tokens have the names of columns. */
const PETS: readonly Pet[] = [
  { id: '__id__' as Int64, name: '__name__', categoryId: '__category__' as Int64, status: '__status__' },
]

type Templates = Readonly<Record<Template, string>>

/** @throws when a component lost its slot, or what is adapted here. */
export function prerender(): Templates {
  const templates = { loading: adaptLoading(render(undefined)), loaded: adaptLoaded(render(PETS)) }
  assertSlots(templates)
  return templates
}

export function assertSlots(templates: Templates): void {
  for (const template of ['loading', 'loaded'] as const) {
    const missing = SLOTS[template].find((name) => !templates[template].includes(`data-slot="${name}"`))
    if (missing !== undefined)
      throw new Error(`The template "${template}" has no data-slot="${missing}" (src/bootstrap/slots.ts).`)
  }
}

function render(pets: readonly Pet[] | undefined): string {
  const limit = pets?.length ?? LIMIT_DEFAULT
  const services = createServices(
    // Two environments, for the menu.
    { environments: [ENVIRONMENT, { ...ENVIRONMENT, id: 'other' }], categories: new Map() },
    { tab: detachedTab() },
  )
  const current = services.forEnvironment(ENVIRONMENT.id)
  if (current === undefined) throw new Error('the placeholder environment is not configured')
  const { session, queryClient, petstore } = current
  session.signIn('none', false)
  if (pets !== undefined) {
    const { queryKey } = listQuery(petstore, { limit, status: undefined })
    queryClient.setQueryData(queryKey, { pets, unreadable: [], returned: limit })
  }
  return renderToStaticMarkup(
    <StaticRouter basename={BASE_PATH} location={`${BASE_PATH}${ENVIRONMENT.id}/pets?limit=${limit}`}>
      <App services={services} />
    </StaticRouter>,
  )
}

function adaptLoading(html: string): string {
  return [
    // React hoists it; index.html has its own.
    [/<title>.*?<\/title>/, ''],
    [/(<div[^>]* data-slot="environments"[^>]*>).*?(?=<\/div>)/, '$1'],
    // `inert` keeps users out; this also tells scripts, which do not look at it.
    [/<input(?=[^>]* data-slot="search")/, '$& readonly=""'],
    [/<input(?=[^>]* data-slot="page-size")/, '$& readonly=""'],
    // In the browser, React selects an option without the attribute.
    [/ selected=""/, ''],
    [/Loading  pets…/, 'Loading __status__ pets…'],
  ].reduce(
    (result, [pattern, replacement]) => replace(result, pattern as RegExp, replacement as string),
    html,
  )
}

/** The list and the line above it; the inline script puts them in the place of those that load. */
function adaptLoaded(html: string): string {
  const [list = ''] = /<div[^>]* data-slot="status-line"[\s\S]*?<\/section>/.exec(html) ?? []
  return [
    // The time and the locale of the build would make each build another one.
    [/<time[^>]*>.*?(?=<\/time>)/, '<time data-slot="time">'],
    [/(<p[^>]* data-slot="count"[^>]*>).*?(?=<\/p>)/, '$1'],
  ].reduce(
    (result, [pattern, replacement]) => replace(result, pattern as RegExp, replacement as string),
    list,
  )
}

function replace(html: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(html))
    throw new Error(`The prerendered page has no ${String(pattern)} (src/bootstrap/prerender.tsx).`)
  return html.replace(pattern, replacement)
}
