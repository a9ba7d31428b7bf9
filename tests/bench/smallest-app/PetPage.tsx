import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pet, requestJson } from './service.ts'

export function PetPage() {
  const { environmentId = '', petId = '' } = useParams()
  const { data } = useQuery({
    queryKey: [environmentId, 'pet', petId],
    queryFn: ({ signal }) => requestJson(environmentId, `/pets/${petId}`, pet, signal),
  })
  return (
    <main>
      <h1>{data?.name ?? 'Pet'}</h1>
    </main>
  )
}
