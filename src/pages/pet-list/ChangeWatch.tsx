import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { formatTime } from '#src/lib/format-time.ts'
import type { PetList } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'
import { staleAfter } from '#src/pets/queries/load-times.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { useSession, useSessionState } from '#src/session/session-context.ts'
import { canShowPets } from '#src/session/session-state.ts'
import { Button } from '#src/ui/Button.tsx'
import { ChangesDialog } from './ChangesDialog.tsx'
import { ChangeWords } from './ChangeWords.tsx'
import { type ChangeKind, goneNote } from './change-messages.ts'
import { listChanges, marksOf } from './list-changes.ts'
import type { ListChanges, ShownChanges } from './shown-changes.ts'

const MINUTE_MS = 60_000

export type ChangeWatchProps = {
  filter: PetFilter
  /**
   * The list on the screen. It is `undefined` while it is requested, and while the key has ended.
   */
  list: PetList | undefined
  /** The time when the list was loaded, in milliseconds since 1970. */
  loadedAt: number
  /** The changes that the list on the screen shows, which "Show changes" has brought. */
  shown: ShownChanges | undefined
  /**
   * Requests the list. It resolves with the newest list, which is the one from before if the
   * request failed.
   */
  refetch: () => Promise<PetList | undefined>
  onShow: (shown: ShownChanges) => void
}

/**
 * Asks for the list every minute while the page is in sight, and offers what has changed since it
 * was loaded.
 */
export function ChangeWatch({ filter, list, loadedAt, shown, refetch, onShow }: ChangeWatchProps) {
  const session = useSession()
  const { newerList, checkedAt } = useNewerList(filter, list, loadedAt)
  const [dialog, openDialog] = useDialog()
  const changesUntil = (newest: PetList | undefined): ListChanges | undefined => {
    if (list === undefined || newest === undefined) return undefined
    return { changes: listChanges(list, newest), since: loadedAt, goneNote: goneNote(newest, filter) }
  }
  const news = changesUntil(newerList)
  const hasNews = news !== undefined && news.changes.length > 0

  const show = async () => {
    const signInId = session.signInId()
    const newest = await refetch()
    // Somebody else may have signed in meanwhile, who must not see what the list had before.
    if (session.signInId() !== signInId) return
    const changes = changesUntil(newest)
    if (newest !== undefined && changes !== undefined)
      onShow({ ...changes, list: newest, marks: marksOf(changes.changes) })
  }

  return (
    <>
      <p role="status" data-slot="changes">
        {hasNews && <ChangeWords news={news} onAsk={(kind) => openDialog({ news, kind })} />}
      </p>
      {hasNews && <Button onClick={() => void show()}>Show changes</Button>}
      {!hasNews && shown !== undefined && shown.changes.length > 0 && (
        <Button aria-haspopup="dialog" onClick={() => openDialog({ news: shown })}>
          What changed
        </Button>
      )}
      {!hasNews && (
        <span data-slot="checked">
          {checkedAt === undefined ? 'Checks every minute' : `Checked ${formatTime(checkedAt)}`}
        </span>
      )}
      {dialog !== undefined &&
        // Outside of the line, whose styles are for its texts and buttons.
        createPortal(
          <ChangesDialog news={dialog.news} kind={dialog.kind} onClose={() => openDialog(undefined)} />,
          document.body,
        )}
    </>
  )
}

/**
 * Requests the list every minute. Returns an empty object until it was requested once.
 */
function useNewerList({ limit, status }: PetFilter, list: PetList | undefined, loadedAt: number) {
  const petstore = usePetstore()
  // Each list on the screen has a query of its own, so that nothing of the newer list is on the
  // page before it is asked for, and a newer list makes the query void.
  const { data, dataUpdatedAt } = useQuery({
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
  const isChecked = list !== undefined && data !== undefined && dataUpdatedAt !== loadedAt
  return isChecked ? { newerList: data, checkedAt: dataUpdatedAt } : {}
}

type Dialog = { readonly news: ListChanges; readonly kind?: ChangeKind }

/**
 * Returns what the dialog shows while it is open. It closes for good once the key has ended, or
 * another one has taken its place.
 */
function useDialog() {
  const session = useSessionState()
  const [opened, setOpened] = useState<Dialog & Pick<typeof session, 'signInId'>>()
  const mayShow = canShowPets(session) && opened?.signInId === session.signInId
  if (opened !== undefined && !mayShow) setOpened(undefined)
  const open = (dialog: Dialog | undefined) => setOpened(dialog && { ...dialog, signInId: session.signInId })
  return [mayShow ? opened : undefined, open] as const
}
