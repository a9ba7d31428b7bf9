/**
 * Renders the list page with the app's own components, for the templates in index.html. The build
 * runs it, and tokens like `__name__` stand for what only the browser knows (interpolate.ts).
 *
 * The components are nested as in main.tsx, because React hydrates the page that comes of it.
 */
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from '#src/app/App.tsx'
import { Contained } from '#src/app/failures.tsx'
import { createServices } from '#src/app/services.ts'
import { FIND_KEYS } from '#src/browser/find-keys.ts'
import type { Environment } from '#src/config/config.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { listQuery } from '#src/pets/queries/list-query.ts'
import { LIMIT_MAX, type Pet } from '#src/pets/pet.ts'

const ENVIRONMENT: Environment = {
  id: '__environment__',
  name: '__service__',
  baseUrl: 'https://service.invalid/v1',
  kind: '__kind__' as Environment['kind'],
}

/** The row of this pet is the template of all rows. Its tokens have the names of columns. */
const PETS: readonly Pet[] = [
  {
    id: '__id__' as Int64,
    name: '__name__',
    categoryId: '__category__' as Int64,
    status: '__status__',
  } satisfies Required<Pet>,
]

/**
 * Returns the two templates of index.html: the page as it looks while it loads, and the parts that
 * take the place of theirs once the pets are there.
 */
export function prerender() {
  return { loading: adaptLoading(render(undefined)), loaded: adaptLoaded(render(PETS)) }
}

function render(pets: readonly Pet[] | undefined): string {
  // The page that loads has as many rows as it can have, and the inline script removes some.
  const limit = pets?.length ?? LIMIT_MAX
  // The menu appears only when there is more than one environment.
  const environments = [ENVIRONMENT, { ...ENVIRONMENT, id: 'other' }] as const
  const services = createServices({ environments, categories: new Map() })
  const current = services.forEnvironment(ENVIRONMENT.id)
  if (current === undefined) throw new Error('the placeholder environment is not configured')
  const { session, queryClient, petstore } = current
  session.signIn('none', false)
  if (pets !== undefined) {
    const { queryKey } = listQuery(petstore, { limit, status: undefined })
    queryClient.setQueryData(queryKey, { pets, unreadable: [], returned: limit })
  }
  const search = `?limit=${limit}${pets === undefined ? '&q=__q__' : ''}`
  return renderToString(
    <StaticRouter basename={BASE_PATH} location={`${BASE_PATH}${ENVIRONMENT.id}/pets${search}`}>
      <Contained>
        <App services={services} />
      </Contained>
    </StaticRouter>,
  )
}

function adaptLoading(html: string): string {
  return replaceEach(html, [
    [new RegExp(`(?<=<input[^>]* (value|aria-value(now|text))=)"${LIMIT_MAX}"`, 'g'), '"__limit__"'],
    [FIND_KEYS, '__keys__'],
    [`Options\n${LIMIT_MAX} pets`, '__options__'],
    [/Loading {2}pets…/, 'Loading __status__ pets…'],
  ])
}

function adaptLoaded(html: string): string {
  // The status line is cut off before the end of the element that has it, because the list comes
  // after that element.
  const [statusLine = ''] = /<div[^>]* data-slot="status-line".*?(?=<\/div><section)/.exec(html) ?? []
  const [list = ''] = /<section[^>]* data-slot="list".*?<\/section>/.exec(html) ?? []
  return replaceEach(statusLine + list, [[/(<p[^>]* data-slot="count"[^>]*>).*?(?=<\/p>)/, '$1']])
}

/**
 * Applies changes to the markup.
 *
 * @throws when a component lost what is adapted here
 */
function replaceEach(html: string, changes: readonly (readonly [RegExp | string, string])[]): string {
  return changes.reduce((result, [pattern, replacement]) => {
    const found = typeof pattern === 'string' ? result.includes(pattern) : pattern.test(result)
    if (!found) throw new Error(`The prerendered page has no ${String(pattern)}.`)
    return result.replace(pattern, replacement)
  }, html)
}
