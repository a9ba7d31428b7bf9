import { type ComponentType, useEffect, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { createStore } from '#src/lib/create-store.ts'
import { orderMessage } from '#src/pets/table/order-texts.ts'
import type { PetList } from '#src/pets/pet.ts'
import { useDownloadCsv } from '#src/pets/table/use-download-csv.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { useStore } from '#src/ui/use-store.ts'
import type { ChangeWatchProps } from './ChangeWatch.tsx'
import { ListActions } from './ListActions.tsx'
import { ListBody } from './ListBody.tsx'
import type { Marks } from './list-changes.ts'
import { ListHeading } from './ListHeading.tsx'
import { ListStatus } from './ListStatus.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import styles from './PetListPage.module.css'
import { useListAddress } from './use-list-address.ts'
import { usePetList } from './use-pet-list.ts'

/**
 * Creates the store of whether the list is checked for changes: not at first, and then as it was
 * set, on other pages, too.
 */
const createWatchSetting = () => createStore(false)

type PetListPageProps = {
  /** Few people watch the list, so the app loads the code for it later. */
  readonly ChangeWatch: ComponentType<ChangeWatchProps>
}

export function PetListPage({ ChangeWatch }: PetListPageProps) {
  const environment = useEnvironment()
  const [address, changeAddress] = useListAddress()
  const petList = usePetList(address)
  const { list, load, rows } = petList
  const csv = useDownloadCsv(list === undefined ? [] : rows, petList.isCut, address.status)
  const watchSetting = environment.own(createWatchSetting)
  const isWatching = useStore(watchSetting)
  const [marks, setMarks] = useMarks(load.data)
  useUsableMark(list !== undefined)

  return (
    <>
      <PageTitle page="Pets" environmentName={environment.name} />
      <ListHeading isRefreshing={load.isFetching} onRefresh={load.retry} />
      <div className={`actions ${styles['controls']}`}>
        <ListToolbar
          address={address}
          onChange={changeAddress}
          isWatching={isWatching}
          onWatch={watchSetting.set}
        />
        {/* Outside of the section, because screen readers announce nothing of what is busy. */}
        <div data-slot="status-line" className={`row gap-3 ${styles['statusLine']}`}>
          <ListStatus petList={petList} address={address}>
            {csv.outcome}
            {isWatching && (
              <ChangeWatch
                filter={address}
                list={load.isFetching ? undefined : list}
                loadedAt={petList.loadedAt}
                refetch={petList.reload}
                onShow={setMarks}
              />
            )}
          </ListStatus>
          {rows.length > 0 && (
            <ListActions pets={rows} isUsable={list !== undefined}>
              {csv.buttons}
            </ListActions>
          )}
        </div>
      </div>
      <ListBody petList={petList} address={address} onChange={changeAddress} marks={marks} />
      <LiveRegion text={address.sort === undefined ? '' : orderMessage(address.sort)} />
    </>
  )
}

/**
 * Returns what has changed in the list on the page, and the function that sets it. The marks belong
 * to one list: they do not return when somebody comes back to it.
 */
function useMarks(data: PetList | undefined) {
  const [marked, setMarked] = useState<{ readonly list: PetList; readonly marks: Marks }>()
  if (marked !== undefined && marked.list !== data) setMarked(undefined)
  const setMarks = (list: PetList, marks: Marks) => setMarked({ list, marks })
  return [marked?.marks, setMarks] as const
}

/** Tells `npm run bench` when the list can be used. */
function useUsableMark(isUsable: boolean): void {
  useEffect(() => {
    if (isUsable) performance.mark('usable')
  }, [isUsable])
}
