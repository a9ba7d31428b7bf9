import { useQueryClient } from '@tanstack/react-query'
import { type HTMLAttributes, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { counted } from '#src/lib/counted.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { type Int64, int64FromText } from '#src/lib/int64.ts'
import { searchWords } from '#src/lib/search-text.ts'
import { PET_COLUMNS } from '#src/pets/pet-columns.ts'
import type { Pet } from '#src/pets/pet.ts'
import { loadedPets } from '#src/pets/loaded-pets.ts'
import { stockMessage } from '#src/pets/stock.ts'
import { StatusTag } from '#src/pets/StatusTag.tsx'
import { StockProblems } from '#src/pets/StockProblems.tsx'
import { useStock } from '#src/pets/use-stock.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EXACT_TEXT } from '#src/ui/exact-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { useListbox } from '#src/ui/use-listbox.ts'
import { findPets } from './find-pets.ts'
import styles from './FindPet.module.css'

/**
 * The most pets that are shown. More would take a slow device too long to render at each key, and
 * whoever types more sees fewer.
 */
const MAX_PETS = 15

/**
 * Shows the content of the dialog "Find a pet", which is an editable combobox with a listbox. The
 * focus stays in the field.
 *
 * @param props `typed` is the text to begin with
 */
export function FindPet({ typed, onClose }: { typed: string; onClose: () => void }) {
  const { id: environmentId, name: service, categories } = useEnvironment()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const stockState = useStock()
  const { stock, isFetching } = stockState
  const [text, setText] = useState(typed)
  const field = useRef<HTMLInputElement>(null)
  // The choice is kept for this text, because a better match that arrives later must not take the
  // place of the pet that Enter would have opened.
  const [chosen, setChosen] = useState<Int64>()
  const recent = loadedPets(useQueryClient()).flatMap(({ pet, isRecent }) => (isRecent ? [pet] : []))
  const byId = new Map([...recent, ...stock.pets].map((pet) => [pet.id, pet]))
  const words = searchWords(text)
  const isTyped = words.length > 0
  /**
   * The pets that match the text. Without a text, they are those that were seen or added in this
   * tab, the last one first. The pet on this page is left out, because whoever looks at it wants
   * another one.
   */
  const found = isTyped
    ? findPets([...byId.values()], text, categories)
    : [...new Set(recent.toReversed().map(({ id }) => id))].flatMap((id) =>
        pathname === `/${environmentId}/pets/${id}` ? [] : (byId.get(id) ?? []),
      )
  const pets = found.filter(({ id }, index) => index < MAX_PETS || id === chosen)
  const typedId = int64FromText(words.join(' '))
  /** The typed ID, if no loaded pet has it, so that it has to be looked up. */
  const unknown = typedId === undefined || byId.has(typedId) ? undefined : typedId
  const ids = [...(unknown === undefined ? [] : [unknown]), ...pets.map(({ id }) => id)]
  const active = chosen !== undefined && ids.includes(chosen) ? chosen : isTyped ? ids[0] : undefined
  if (active !== undefined && active !== chosen) setChosen(active)

  // This field takes the place of the one that was there while the code was loading, and typing
  // goes on where it was.
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(typed.length, typed.length)
  }, [typed])

  const open = (id: Int64) => {
    onClose()
    void navigate(`/${environmentId}/pets/${id}`)
  }
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
              setText(event.target.value)
              setChosen(undefined)
            }}
            onKeyDown={listbox.onKeyDown}
          />
        </span>
      </label>
      <div className={styles['results']}>
        {ids.length > 0 ? (
          <div {...listbox.list} className="listbox">
            {unknown === undefined ? null : (
              <div {...listbox.option(unknown)}>
                <span className="row">
                  <Icon name="search" />
                  Look up ID {unknown}
                </span>
              </div>
            )}
            {isTyped ? null : <p className="small">Seen or added in this tab</p>}
            {pets.map((pet) => (
              <FoundPet key={pet.id} pet={pet} option={listbox.option(pet.id)} />
            ))}
          </div>
        ) : null}
      </div>
      <div className={`row ${styles['end']}`}>
        <div className="small">
          <p role="status">{isFetching ? `Reading the pets of ${service}…` : stockMessage(stock, service)}</p>
          <p role="status">
            {isTyped && (found.length > 0 || (stock.current.length > 0 && !isFetching))
              ? matchesText(found.length, pets.length)
              : ''}
          </p>
        </div>
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
      <SlowResponseNotice waiting={isFetching} service={service} onCancel={stockState.cancel} />
    </div>
  )
}

function matchesText(count: number, shown: number): string {
  if (count === 0) return 'No matches.'
  return `${count > shown ? `Best ${formatNumber(shown)} of ` : ''}${counted(count, 'match', 'matches')}.`
}

/** An option named "Rex, Dogs, Available, ID 981". */
function FoundPet({ pet, option }: { pet: Pet; option: HTMLAttributes<HTMLElement> }) {
  const { categories } = useEnvironment()
  const [id = '', name = '', category = '', status = ''] = PET_COLUMNS.map(({ text }) =>
    text(pet, categories),
  )
  return (
    <div
      {...option}
      aria-label={`${[name, category, status].map(bidiIsolate).join(', ')}, ID ${id}`}
      className={styles['option']}
    >
      {/* The parts have blanks between them, as in the name of the option, because speech input
          compares the two. */}
      <span className="clamp">
        <BidiText text={name} />
      </span>{' '}
      <span className="cut">
        <BidiText text={category} />
      </span>{' '}
      <StatusTag status={pet.status} /> <span>ID {id}</span>
    </div>
  )
}
