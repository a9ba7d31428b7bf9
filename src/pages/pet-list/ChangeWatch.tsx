import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { formatTime } from '#src/lib/format-time.ts'
import type { PetList } from '#src/pets/pet.ts'
import type { PetFilter } from '#src/pets/petstore.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './ChangeWatch.module.css'
import { checkEveryMinute } from './check-every-minute.ts'
import { focusList } from './focus-list.ts'
import { changesMessage, type Marks, marksOf } from './list-changes.ts'

export type ChangeWatchProps = {
  filter: PetFilter
  /** The list that is shown; `undefined` while it is requested, and while the key has ended. */
  list: PetList | undefined
  /** Milliseconds since 1970. */
  loadedAt: number
  /** Requests the list. Resolves with `undefined` when that failed, or another list is shown by then. */
  refetch: () => Promise<PetList | undefined>
  onShow: (list: PetList, marks: Marks) => void
}

/** A response, and to which list it is to be compared: any newer one makes it void. */
type Check = { readonly list: PetList; readonly loadedAt: number; readonly now: PetList; readonly at: number }

/** Asks for the list every minute, and offers what has changed. Nothing of it is in the cache before it is shown. */
export function ChangeWatch({
  filter: { limit, status },
  list,
  loadedAt,
  refetch,
  onShow,
}: ChangeWatchProps) {
  const petstore = usePetstore()
  const isInSight = useSyncExternalStore(subscribeToSight, readSight)
  const [last, setLast] = useState<Check>()
  // Said until the next check.
  const [shown, setShown] = useState<{ list: PetList; message: string | undefined }>()
  const askedAt = useRef(0)

  useEffect(() => {
    if (!isInSight || list === undefined) return
    const check = async (signal: AbortSignal) => {
      askedAt.current = Date.now()
      const now = await petstore.listPets({ limit, status }, signal)
      if (!signal.aborted) setLast({ list, loadedAt, now, at: Date.now() })
    }
    return checkEveryMinute(check, Math.max(loadedAt, askedAt.current))
  }, [isInSight, list, loadedAt, petstore, limit, status])

  const check = list !== undefined && last?.list === list && last.loadedAt === loadedAt ? last : undefined
  const offer = check && changesMessage(check.list, check.now, { limit, since: loadedAt })
  const message = check === undefined && shown?.list === list ? shown?.message : offer

  const show = async () => {
    focusList()
    const now = await refetch()
    if (list === undefined || now === undefined) return
    onShow(now, marksOf(list, now, limit))
    setShown({ list: now, message: changesMessage(list, now, { limit, since: loadedAt }) })
  }

  return (
    <>
      <span data-slot="checked">
        {check === undefined ? 'Checks every minute' : `Checked ${formatTime(check.at)}`}
      </span>
      <div className={styles['offer']}>
        <p role="status" data-slot="changes">
          {message}
        </p>
        {offer === undefined ? null : <Button onClick={() => void show()}>Show changes</Button>}
      </div>
    </>
  )
}

function subscribeToSight(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    document.removeEventListener('visibilitychange', listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function readSight(): boolean {
  return document.visibilityState === 'visible' && navigator.onLine
}
