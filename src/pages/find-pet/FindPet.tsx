import { useQueryClient } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import type { Pet } from '#src/pets/pet.ts'
import { recentPets } from '#src/pets/pet-queries.ts'
import { stockMessage } from '#src/pets/stock-messages.ts'
import { currentLists } from '#src/pets/stock.ts'
import { StockProblems } from '#src/pets/StockProblems.tsx'
import { useSessionState } from '#src/session/session-context.ts'
import { type StockState, useStock } from '#src/pets/use-stock.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Listbox } from '#src/ui/Listbox.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import styles from './FindPet.module.css'
import { FoundPet, LookUpId } from './FoundPet.tsx'
import { createStockSearch, unknownId } from './search-stock.ts'

/** More would take a slow device too long to render at each key; whoever types more sees fewer. */
const MAX_PETS = 15

type FindPetProps = {
  /** The text to begin with. */
  typed: string
  onClose: () => void
}

/**
 * What is in the dialog "Find a pet": an editable combobox with a listbox, after the ARIA Authoring Practices. The focus
 * stays in the field.
 */
export function FindPet({ typed, onClose }: FindPetProps) {
  const { id: environmentId, name: service } = useEnvironment()
  const navigate = useNavigate()
  const stockState = useStock()
  const { stock, isFetching } = stockState
  const hasRead = currentLists(stock).length > 0
  const [text, setText] = useState(typed)
  const findOptions = useFindOptions(stockState)
  // What is typed is painted at once, and what is found follows.
  const deferredText = useDeferredValue(text)
  const listbox = useId()
  const optionId = (id: Int64) => `${listbox}-${id}`
  const field = useRef<HTMLInputElement>(null)
  // Chosen for one text: a better match that arrives later must not take the place of what Enter would have opened.
  const [chosen, setChosen] = useState<{ text: string; id: Int64 }>()
  const chosenId = chosen?.text === deferredText ? chosen.id : undefined
  const { ids, pets, count } = useMemo(
    () => findOptions(deferredText, chosenId),
    [findOptions, deferredText, chosenId],
  )
  const isTyped = deferredText.trim() !== ''
  const active = chosenId !== undefined && ids.includes(chosenId) ? chosenId : isTyped ? ids[0] : undefined
  if (active !== undefined && (active !== chosen?.id || deferredText !== chosen.text))
    setChosen({ text: deferredText, id: active })

  // It takes the place of the field that was there while this code was loading, and goes on after what was typed.
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(typed.length, typed.length)
  }, [typed])

  const open = (id: Int64 | undefined) => {
    if (id === undefined) return
    onClose()
    void navigate(`/${environmentId}/pets/${id}`)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      // Of what is in the field now, even if it is not on the screen yet.
      if (text === deferredText) open(active)
      else if (text.trim() !== '') open(findOptions(text).ids[0])
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const at = active === undefined ? (step === 1 ? -1 : 0) : ids.indexOf(active)
      const next = ids[(at + step + ids.length) % ids.length]
      if (next !== undefined) setChosen({ text: deferredText, id: next })
    }
  }

  return (
    <div className={styles['find']}>
      <label className={styles['field']}>
        <span>Name, category or ID</span>
        <span className={styles['control']}>
          <Icon name="search" />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-expanded={ids.length > 0}
            aria-controls={ids.length > 0 ? listbox : undefined}
            aria-autocomplete="list"
            aria-activedescendant={active === undefined ? undefined : optionId(active)}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </span>
      </label>
      <div className={styles['results']}>
        {ids.length > 0 ? (
          <Listbox
            id={listbox}
            label="Pets found"
            className={styles['listbox']}
            activeId={active}
            onChoose={(option) => open(ids.find((id) => optionId(id) === option))}
          >
            {ids.slice(0, ids.length - pets.length).map((id) => (
              <LookUpId key={id} optionId={optionId(id)} id={id} isActive={id === active} />
            ))}
            {isTyped ? null : <p className="small">Opened in this tab</p>}
            {pets.map((pet) => (
              <FoundPet key={pet.id} optionId={optionId(pet.id)} pet={pet} isActive={pet.id === active} />
            ))}
          </Listbox>
        ) : (
          <p className={styles['none']}>
            {!isTyped ? '' : isFetching ? `Reading the pets of ${service}…` : hasRead ? 'No matches' : ''}
          </p>
        )}
      </div>
      <div className={styles['end']}>
        <div className={styles['status']}>
          <p role="status">
            {isTyped && (count > 0 || (hasRead && !isFetching)) ? findStatus(count, pets.length) : ''}
          </p>
          <p role="status">
            {isFetching ? `Reading the pets of ${service}…` : stockMessage(stock, 'Searched', service)}
          </p>
        </div>
        <Button onClick={onClose}>Close</Button>
      </div>
      <StockProblems
        {...stockState}
        retry={() => {
          // The button disappears with the problem.
          field.current?.focus()
          stockState.retry()
        }}
      />
      <SlowResponseNotice waiting={isFetching} service={service} onCancel={stockState.cancel} />
    </div>
  )
}

/** `count`: of all matches. */
function findStatus(count: number, shown: number): string {
  if (count > shown) return `Best ${formatNumber(shown)} of ${formatNumber(count)} matches.`
  return count === 0 ? 'No matches.' : count === 1 ? '1 match.' : `${formatNumber(count)} matches.`
}

type Options = {
  /** Of the options, in their order: first an ID to look up, then the pets. */
  readonly ids: readonly Int64[]
  readonly pets: readonly Pet[]
  /** Of all matches. */
  readonly count: number
}

/**
 * What a text finds: without one, the pets that were opened in this tab, last first. A match with the ID `keep` is always
 * among the options.
 */
function useFindOptions({ stock, readAt = 0 }: StockState): (text: string, keep?: Int64) => Options {
  const { id: environmentId, categories } = useEnvironment()
  const client = useQueryClient()
  const session = useSessionState()
  // Not those of a key that has ended, or of another one.
  const recent = useMemo(() => (session.kind === 'signed-in' ? recentPets(client) : []), [client, session])
  const search = useMemo(() => createStockSearch(categories), [categories])
  const { pathname } = useLocation()
  return useMemo(() => {
    const byId = new Map(stock.pets.map((pet) => [pet.id, pet]))
    for (const { pet, loadedAt } of recent) if (!byId.has(pet.id) || loadedAt > readAt) byId.set(pet.id, pet)
    const known = [...byId.values()]
    // Whoever looks at a pet wants another one.
    const before = recent.filter(({ pet }) => pathname !== `/${environmentId}/pets/${pet.id}`)
    return (text, keep) => {
      const found =
        text.trim() === '' ? before.flatMap(({ pet }) => byId.get(pet.id) ?? []) : search(known, text)
      const pets = found.slice(0, MAX_PETS)
      const kept = pets.some(({ id }) => id === keep) ? undefined : found.find(({ id }) => id === keep)
      if (kept !== undefined) pets.splice(-1, 1, kept)
      const id = unknownId(known, text)
      const ids = pets.map((pet) => pet.id)
      return { ids: id === undefined ? ids : [id, ...ids], pets, count: found.length }
    }
  }, [stock, readAt, recent, search, environmentId, pathname])
}
