import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { categories, requestPets } from './service.ts'

const STATUSES = [
  ['', 'All'],
  ['available', 'Available'],
  ['pending', 'Pending'],
  ['sold', 'Sold'],
] as const

export function PetList() {
  const { environmentId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const status = search.get('status') ?? ''
  const limit = search.get('limit') ?? '20'
  const { data, error } = useQuery({
    queryKey: [environmentId, status, limit],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit, ...(status !== '' && { status }) })
      return requestPets(environmentId, query, signal)
    },
  })

  const isInteractive = data !== undefined
  useEffect(() => {
    if (isInteractive) performance.mark('interactive')
  }, [isInteractive])

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
          {data?.map(({ id, name, categoryId, status: petStatus }) => (
            <tr key={id}>
              <td>{id}</td>
              <td>
                <Link to={`/${environmentId}/pets/${id}`}>{name}</Link>
              </td>
              <td>{categories?.[categoryId] ?? categoryId}</td>
              <td>{petStatus ?? 'Not set'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status">{data?.length ?? 0} pets</p>
    </main>
  )
}
