import { useQuery } from '@tanstack/react-query'
import { formatTime } from '#src/lib/format-time.ts'
import type { PetList } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'
import { staleAfter } from '#src/pets/queries/load-times.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { listChanges, type Marks } from './list-changes.ts'

const MINUTE_MS = 60_000

export type ChangeWatchProps = {
  filter: PetFilter
  /**
   * The list on the screen. It is `undefined` while it is requested, and while the key has ended.
   */
  list: PetList | undefined
  /** The time when the list was loaded, in milliseconds since 1970. */
  loadedAt: number
  /**
   * Requests the list. It resolves with the newest list, which is the one from before if the
   * request failed.
   */
  refetch: () => Promise<PetList | undefined>
  onShow: (list: PetList, marks: Marks) => void
}

/**
 * Asks for the list every minute while the page is in sight, and offers what has changed since it
 * was loaded.
 */
export function ChangeWatch({ filter, list, loadedAt, refetch, onShow }: ChangeWatchProps) {
  const { limit, status } = filter
  const petstore = usePetstore()
  // Each list on the screen has a query of its own, so that nothing of the newer list is on the
  // page before it is asked for, and a newer list makes the query void.
  const { data: now, dataUpdatedAt: checkedAt } = useQuery({
    queryKey: ['list changes', { limit, status }, loadedAt],
    queryFn: ({ signal }) => petstore.listPets({ limit, status }, signal, { attempts: 1 }),
    enabled: list !== undefined,
    ...(list !== undefined && { initialData: list }),
    initialDataUpdatedAt: loadedAt,
    gcTime: 0,
    staleTime: staleAfter(MINUTE_MS),
    refetchInterval: MINUTE_MS,
    refetchOnWindowFocus: true,
    networkMode: 'online',
  })
  const isChecked = list !== undefined && now !== undefined && checkedAt !== loadedAt
  const message = isChecked ? listChanges(list, now, loadedAt).message : undefined

  const show = async () => {
    const after = await refetch()
    if (list !== undefined && after !== undefined) onShow(after, listChanges(list, after, loadedAt).marks)
  }

  return (
    <>
      <p role="status" data-slot="changes">
        {message}
      </p>
      {message !== undefined && <Button onClick={() => void show()}>Show changes</Button>}
      <span data-slot="checked">
        {isChecked ? `Checked ${formatTime(checkedAt)}` : 'Checks every minute'}
      </span>
    </>
  )
}
