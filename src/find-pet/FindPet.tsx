import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { petPath } from '#src/lib/paths.ts'
import { stockMessage, stockToSearchMessage } from '#src/pets/stock/stock.ts'
import { StockProblems } from '#src/pets/stock/StockProblems.tsx'
import { useStock } from '#src/pets/stock/use-stock.ts'
import { Button } from '#src/ui/Button.tsx'
import { EXACT_TEXT } from '#src/ui/exact-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { useListbox } from '#src/ui/use-listbox.ts'
import styles from './FindPet.module.css'
import { FoundPets } from './FoundPets.tsx'
import { usePetSearch } from './use-pet-search.ts'

/**
 * The most pets that are shown. More would take a slow device too long to render at each key, and
 * whoever types more sees fewer.
 */
const MAX_PETS = 15

type FindPetProps = {
  text: string
  /** `true` if Enter was pressed before this dialog was rendered. It opens the option, if any. */
  isEntered: boolean
  /**
   * That Enter counts once. The dialog may be rendered anew, after somebody has signed in again.
   */
  onEnterUsed: () => void
  onTextChange: (text: string) => void
  onClose: () => void
}

/**
 * The content of the dialog "Find a pet": an editable combobox with a listbox. The focus stays in
 * the field.
 */
export function FindPet({ text, isEntered, onEnterUsed, onTextChange, onClose }: FindPetProps) {
  const { id: environmentId, name: environmentName } = useEnvironment()
  const navigate = useNavigate()
  const stockState = useStock()
  const { stock, isFetching } = stockState
  const field = useRef<HTMLInputElement>(null)
  // It is kept for this text: a better match that arrives later must not take the place of what
  // Enter would have opened.
  const [chosen, setChosen] = useState<Int64>()
  const { isTyped, matches, unknownId } = usePetSearch(text, stock.pets)
  const pets = matches.filter(({ id }, index) => index < MAX_PETS || id === chosen)
  const petIds = pets.map(({ id }) => id)
  const ids = unknownId === undefined ? petIds : [unknownId, ...petIds]
  const active = activeId(chosen, ids, isTyped)
  if (active !== undefined && active !== chosen) setChosen(active)
  const isSearched = matches.length > 0 || (stock.current.length > 0 && !isFetching)

  const searchedCount = unknownId === undefined ? undefined : stock.pets.length
  const outcomeText = matchesText(matches.length, pets.length, searchedCount)
  const describeStock = isTyped ? stockMessage : stockToSearchMessage
  const stockText = describeStock(stock, environmentName)

  useFocusAtEnd(field)

  const open = (id: Int64) => {
    onClose()
    void navigate(petPath(environmentId, id))
  }
  const openEntered = useEffectEvent(() => {
    if (!isEntered) return
    onEnterUsed()
    if (active !== undefined) open(active)
  })
  useEffect(() => openEntered(), [])
  const listbox = useListbox({ label: 'Pets found', ids, active, onMove: setChosen, onChoose: open })

  return (
    <div className="stack gap-3">
      <label className="field">
        <span>Name, category or ID</span>
        <span className="input search-box">
          <Icon name="search" />
          <TextInput
            {...listbox.field}
            role="combobox"
            aria-controls={listbox.field['aria-controls']}
            ref={field}
            type="text"
            aria-expanded={ids.length > 0}
            {...EXACT_TEXT}
            enterKeyHint="go"
            value={text}
            onChange={(event) => {
              onTextChange(event.target.value)
              setChosen(undefined)
            }}
            onKeyDown={listbox.onKeyDown}
          />
        </span>
      </label>
      <div className={`small ${styles['searched']}`}>
        <p role="status">{isTyped && isSearched ? outcomeText : ''}</p>
        <p role="status">{isFetching ? `Reading the pets of ${environmentName}…` : stockText}</p>
      </div>
      <div className={styles['results']}>
        {ids.length > 0 && (
          <FoundPets pets={pets} unknownId={unknownId} isTyped={isTyped} listbox={listbox} />
        )}
      </div>
      <div className="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
      <StockProblems
        {...stockState}
        retry={() => {
          // The focus moves, because the button disappears with the problem.
          field.current?.focus()
          stockState.retry()
        }}
      />
      <SlowResponseNotice waiting={isFetching} service={environmentName} onCancel={stockState.cancel} />
    </div>
  )
}

/**
 * Focuses the field behind its text. It takes the place of the one that was there while the code
 * was loading, and typing goes on where it was.
 */
function useFocusAtEnd(field: RefObject<HTMLInputElement | null>): void {
  useLayoutEffect(() => {
    field.current?.focus()
    const end = field.current?.value.length ?? 0
    field.current?.setSelectionRange(end, end)
  }, [field])
}

/**
 * Returns the option that Enter opens. Without a text, it is the one that somebody has moved to, if
 * any.
 */
function activeId(chosen: Int64 | undefined, ids: readonly Int64[], isTyped: boolean): Int64 | undefined {
  if (chosen !== undefined && ids.includes(chosen)) return chosen
  return isTyped ? ids[0] : undefined
}

/** @param searchedCount how many pets were searched, where an ID to look up is offered above */
function matchesText(count: number, visibleCount: number, searchedCount: number | undefined): string {
  if (count === 0 && searchedCount !== undefined)
    return `Not among ${searchedCount === 1 ? 'this' : 'these'} ${counted(searchedCount, 'pet')}.`
  if (count === 0) return 'No matches.'
  const best = count > visibleCount ? `Best ${formatNumber(visibleCount)} of ` : ''
  return `${best}${counted(count, 'match', 'matches')}.`
}
