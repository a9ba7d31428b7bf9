import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import * as v from 'valibot'

export type Config = {
  readonly environments: readonly { readonly id: string; readonly baseUrl: string }[]
  readonly categories?: Readonly<Record<string, string>>
}

/** IDs are decimal strings, because they have 64 bits. */
const petList = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    categoryId: v.string(),
    status: v.nullish(v.string()),
  }),
)

const STATUSES = [
  ['', 'All'],
  ['available', 'Available'],
  ['pending', 'Pending'],
  ['sold', 'Sold'],
] as const

export function PetList({ config: { environments, categories } }: { config: Config }) {
  const { environmentId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const status = search.get('status') ?? ''
  const limit = search.get('limit') ?? '20'
  const baseUrl = environments.find(({ id }) => id === environmentId)?.baseUrl ?? ''
  const { data = [], error } = useQuery({
    queryKey: [environmentId, status, limit],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ limit, ...(status !== '' && { status }) })
      const response = await fetch(`${baseUrl}/pets?${query}`, {
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${storedKey(environmentId, baseUrl)}`,
        },
        credentials: 'omit',
        redirect: 'error',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal,
      })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return v.parse(petList, JSON.parse(await response.text(), withExactIds))
    },
  })

  return (
    <main>
      <h1>Pets</h1>
      <fieldset>
        <legend>Status</legend>
        {STATUSES.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="status"
              value={value}
              checked={value === status}
              onChange={() => setSearch({ ...(value !== '' && { status: value }), limit })}
            />{' '}
            {label}
          </label>
        ))}
      </fieldset>
      {error === null ? null : <p role="alert">The list could not be loaded: {error.message}.</p>}
      <table aria-label="Pets">
        <thead>
          <tr>
            <th scope="col">ID</th>
            <th scope="col">Name</th>
            <th scope="col">Category</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {data.map((pet) => (
            <tr key={pet.id}>
              <td>{pet.id}</td>
              <td>
                <Link to={`/${environmentId}/pets/${pet.id}`}>{pet.name}</Link>
              </td>
              <td>{categories?.[pet.categoryId] ?? pet.categoryId}</td>
              <td>{pet.status ?? 'Not set'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status">{data.length} pets</p>
    </main>
  )
}

/** The source text keeps digits that a number would lose. */
function withExactIds(name: string, value: unknown, context?: { source?: string }): unknown {
  return name === 'id' || name === 'categoryId' ? context?.source : value
}

/** Stored as in the app: with the base URL that it was given for. */
function storedKey(environmentId: string, baseUrl: string): string {
  const name = `petstore-admin.key.${environmentId}`
  const entry = JSON.parse(sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? '{}') as {
    key?: string
    baseUrl?: string
  }
  if (entry.key === undefined || entry.baseUrl !== baseUrl) throw new Error('there is no key')
  return entry.key
}
