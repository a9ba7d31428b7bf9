import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isWholeNumber } from '#src/lib/int64.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CreatePetSnapshot } from './create-pet-store.ts'
import type { PetFormField, PetFormValues } from './pet-form.ts'

/** No person presses Enter twice as fast; bar-code scanners end a line with CR and LF. */
const ONE_ENTER_MS = 100

/** No person types several keys as fast, on average: single ones may be late where the computer is busy. */
const SCANNED_KEY_MS = 35

/** Keys with a longer pause between them are no scan. */
const SCAN_PAUSE_MS = 100

/** From so many characters on, keys that follow each other that fast are those of a scanner. */
const SCANNED_KEYS = 3

/** What begins before such a pause belongs together. */
const PAUSE_MS = 1000

type SerialEntryOptions = {
  form: UseFormReturn<PetFormValues, unknown, NewPet>
  element: RefObject<HTMLFormElement | null>
  snapshot: CreatePetSnapshot
  /** A question about the pet in the form is open in a dialog. */
  isAsking: boolean
}

type SerialEntry = {
  /** The next pet can be typed while one is sent. */
  readonly takesNext: boolean
  readonly isReadOnly: boolean
  /** Whether anything was typed that the form did not take. */
  readonly hasMissedKeys: boolean
  /** Whether the form may be sent now. A next pet that may not be sent yet is, once the one on its way was added. */
  readonly maySubmit: () => boolean
  /** For the two text fields. */
  readonly onKeyDown: (field: PetFormField, event: ReactKeyboardEvent) => void
}

/**
 * The keys of whoever adds one pet after another, or scans bar codes. Enter leads to the other field while that one is
 * empty, and one Enter sends at most once. A name is taken whole or not at all: no pet may get the end of what was typed
 * while another was sent, nor what is typed behind the name of one that was not added.
 */
export function useSerialEntry({
  form: { getValues, setFocus, setError },
  element,
  snapshot: { isDeciding, sending, leftFormAt, lastResult },
  isAsking,
}: SerialEntryOptions): SerialEntry {
  const [enteredDuring, setEnteredDuring] = useState<number>()
  const isSending = isDeciding || sending !== undefined
  const takesNext = sending !== undefined && sending.at === leftFormAt && sending.at !== enteredDuring
  const { isHeld, hasMissedKeys, isAfterText } = useHeldKeys(isSending && !takesNext)

  // Not after another outcome: what was entered then waits for a look at it.
  const isNextDue =
    lastResult?.kind === 'added' && lastResult.at === leftFormAt && lastResult.at === enteredDuring
  useEffect(() => {
    if (isNextDue) element.current?.requestSubmit()
  }, [isNextDue, element])

  const maySubmit = () => {
    if (isNextDue) {
      setEnteredDuring(undefined)
      return true
    }
    const focused = document.activeElement
    // Not by what ends a scan, nor where one wants to tick a box.
    const isMeant =
      !(focused instanceof HTMLInputElement) ||
      (focused.type !== 'checkbox' && (focused.type !== 'radio' || !isAfterText()))
    if (isMeant && takesNext && getValues('name').trim() !== '') setEnteredDuring(sending.at)
    return isMeant && !isSending && !isHeld
  }

  // What comes next takes the place of a name that was not added: it must not stand behind it.
  const mayBeAppended = !isSending && !isAsking && leftFormAt === undefined
  useEffect(() => {
    if (!mayBeAppended) return
    const name = element.current?.elements.namedItem('name')
    if (isInTextField(element.current)) setFocus('name', { shouldSelect: true })
    // A dialog gives the focus back, and the selection.
    else if (name instanceof HTMLInputElement) name.setSelectionRange(0, name.value.length)
  }, [mayBeAppended, element, setFocus])

  const lastEnter = useRef(-Infinity)
  const scanned = useRef<{ field?: PetFormField; keys: number; since: number; at: number }>({
    keys: 0,
    since: -Infinity,
    at: -Infinity,
  })
  const onKeyDown = (field: PetFormField, event: ReactKeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const { timeStamp } = event
    const { keys, since, at } = scanned.current
    const isContinued = timeStamp - at < SCAN_PAUSE_MS && field === scanned.current.field
    if (event.key !== 'Enter') {
      // An Enter that follows another key is meant.
      lastEnter.current = -Infinity
      scanned.current = {
        field,
        keys: isContinued ? keys + 1 : 1,
        since: isContinued ? since : timeStamp,
        at: timeStamp,
      }
      return
    }
    const sinceEnter = timeStamp - lastEnter.current
    lastEnter.current = timeStamp
    // Chosen from the list of the field.
    if (event.defaultPrevented) return
    const { name, category } = getValues()
    const [own, other] = field === 'name' ? [name, category] : [category, name]
    // What the form was about has been sent, or it says already what is missing.
    const isEmptyAgain = own === '' && sinceEnter < Infinity
    const isRepeated = event.repeat || sinceEnter < ONE_ENTER_MS || isEmptyAgain
    const isScan = isContinued && keys >= SCANNED_KEYS && timeStamp - since < keys * SCANNED_KEY_MS
    const isScannedCategory = field === 'category' && isWholeNumber(own.trim()) && isScan
    // Where both are empty, sending says so.
    const isOtherNext = own.trim() !== '' && other.trim() === ''
    if (isRepeated || isOtherNext || isScannedCategory) event.preventDefault()
    if (isRepeated) return
    if (isScannedCategory) setError('category', { message: 'Check this category ID, then press Enter again' })
    else if (isOtherNext) setFocus(field === 'name' ? 'category' : 'name')
  }

  return {
    takesNext,
    isReadOnly: (isSending && !takesNext) || isHeld,
    hasMissedKeys,
    maySubmit,
    onKeyDown,
  }
}

/** Keys that began while the form takes none (`isClosed`), wherever the focus is: it moves to Name when a pet was added. */
function useHeldKeys(isClosed: boolean) {
  const [isHeld, setIsHeld] = useState(false)
  const [hasMissedKeys, setHasMissedKeys] = useState(false)
  const isBusy = isClosed || isHeld
  const lastText = useRef(-Infinity)
  const lastEnter = useRef(Infinity)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hold = (event: KeyboardEvent) => {
      if (!isForPage(event)) return
      const isText = isTextKey(event)
      if (isText) lastText.current = event.timeStamp
      if (event.key === 'Enter') lastEnter.current = event.timeStamp
      if (!isBusy) {
        if (isText) setHasMissedKeys(false)
        return
      }
      // The end of a line alone is not the beginning of a name.
      if (!isText && timer === undefined) return
      if (isText) setHasMissedKeys(true)
      setIsHeld(true)
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        setIsHeld(false)
      }, PAUSE_MS)
    }
    document.addEventListener('keydown', hold, true)
    return () => {
      document.removeEventListener('keydown', hold, true)
      clearTimeout(timer)
    }
  }, [isBusy])

  return {
    isHeld,
    hasMissedKeys,
    /** Whether the Enter that came last ended a text. */
    isAfterText: () => lastEnter.current - lastText.current < ONE_ENTER_MS,
  }
}

function isForPage({ target }: KeyboardEvent): boolean {
  return !(target instanceof Element) || target.closest('dialog') === null
}

/** Also with AltGr, which Windows reports as Ctrl and Alt. Not the space that presses a button. */
function isTextKey({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): boolean {
  if (key === ' ' && target instanceof HTMLButtonElement) return false
  return Array.from(key).length === 1 && !metaKey && (!ctrlKey || altKey)
}

function isInTextField(form: HTMLFormElement | null): boolean {
  const field = document.activeElement
  return field instanceof HTMLInputElement && field.type === 'text' && field.form === form
}
