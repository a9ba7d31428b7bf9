import { type ComponentType, useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { createStore } from '#src/lib/create-store.ts'
import { newPetsIn } from '#src/pets/added-pets.ts'
import { orderMessage } from '#src/pets/table/order-texts.ts'
import { useDownloadCsv } from '#src/pets/table/use-download-csv.tsx'
import { useSessionState } from '#src/session/session-context.ts'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { ListActions } from './ListActions.tsx'
import { ListBody } from './ListBody.tsx'
import { ListHeading } from './ListHeading.tsx'
import type { ListNewsProps } from './ListNews.tsx'
import { ListStatus } from './ListStatus.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import styles from './PetListPage.module.css'
import { useShownChanges } from './shown-changes.ts'
import { useListAddress } from './use-list-address.ts'
import { usePetList } from './use-pet-list.ts'
import { useSettledAddress } from './use-settled-address.ts'

/**
 * Creates the store of whether the list is checked for changes: not at first, and then as it was
 * set, on other pages, too.
 */
const createWatchSetting = () => createStore(false)

type PetListPageProps = {
  /** Most lists have no news, so the app loads the code for them later. */
  readonly ListNews: ComponentType<ListNewsProps>
}

export function PetListPage({ ListNews }: PetListPageProps) {
  const environment = useEnvironment()
  const [chosenAddress, changeAddress] = useListAddress()
  const [address, onFilterChange] = useSettledAddress(chosenAddress)
  const petList = usePetList(address)
  const { list, load, rows } = petList
  const csv = useDownloadCsv(list === undefined ? [] : rows, petList.isCut, address.status)
  const watchSetting = environment.own(createWatchSetting)
  const isWatching = useStore(watchSetting)
  const { newPets, marks } = useNewPets()
  const [shown, setShown] = useShownChanges(load.data)
  useInteractiveMark(list !== undefined)

  return (
    <>
      <PageTitle page="Pets" environmentName={environment.name} />
      <ListHeading isRefreshing={load.isFetching} onRefresh={load.retry} />
      <div className={`actions ${styles['controls']}`}>
        <ListToolbar
          address={chosenAddress}
          onChange={changeAddress}
          onFilterChange={onFilterChange}
          isWatching={isWatching}
          onWatch={watchSetting.set}
        />
        {/* Outside of the section, because screen readers announce nothing of what is busy. */}
        <div data-slot="status-line" className={`row gap-3 ${styles['statusLine']}`}>
          <ListStatus petList={petList} address={address}>
            {csv.outcome}
            {(isWatching || newPets !== undefined) && (
              <ListNews
                isWatching={isWatching}
                newPets={newPets}
                rows={rows}
                filter={address}
                list={load.isFetching ? undefined : list}
                loadedAt={petList.loadedAt}
                shown={shown}
                refetch={petList.reload}
                onShow={setShown}
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
      <ListBody petList={petList} address={address} onChange={changeAddress} marks={shown?.marks ?? marks} />
      <LiveRegion text={address.sort === undefined ? '' : orderMessage(address.sort)} />
    </>
  )
}

/**
 * Returns the pets that somebody has just added, if a link has led here from there, and the marks
 * of their rows.
 */
function useNewPets() {
  const { state } = useLocation() as { state: unknown }
  const { signInId } = useSessionState()
  const newPets = useMemo(() => newPetsIn(state, signInId), [state, signInId])
  const marks = useMemo(() => newPets && new Map(newPets.added.map((id) => [id, 'New'])), [newPets])
  return { newPets, marks }
}

/** Tells `npm run bench` when the page responds to presses on its pets. */
function useInteractiveMark(isInteractive: boolean): void {
  useEffect(() => {
    if (isInteractive) performance.mark('interactive')
  }, [isInteractive])
}
