import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isComposing } from '#src/lib/is-composing.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { PetFormField, PetFormValues } from './pet-form.ts'

/** No person presses Enter twice as fast; bar-code scanners end a line with CR and LF. */
const ONE_ENTER_MS = 100

/** No person types several keys as fast. */
const SCANNED_KEY_MS = 35

/** From so many characters on, keys that follow each other that fast are those of a scanner. */
const SCANNED_KEYS = 3

/** What begins before such a pause belongs together. */
const PAUSE_MS = 1000

type SerialEntry = {
  /** Whether keys that began while a pet was sent are still coming: the form takes none of them. */
  readonly isHeld: boolean
  /** Whether anything was typed that the form did not take. */
  readonly hasMissedKeys: boolean
  /** Whether a letter was typed just now, wherever the focus is. */
  readonly isAfterText: () => boolean
  /** For the two text fields. */
  readonly onKeyDown: (field: PetFormField, event: ReactKeyboardEvent) => void
}

/**
 * While `isBusy`, the form takes no keys.
 *
 * The keys of whoever adds one pet after another, or scans bar codes. Enter leads to the other field while that one is
 * empty, and one Enter sends at most once. A name is taken whole or not at all: no pet may get the end of what was typed
 * while another was sent, nor what is typed behind the name of one that was not added.
 */
export function useSerialEntry(
  { getValues, setFocus, setError }: UseFormReturn<PetFormValues, unknown, NewPet>,
  isBusy: boolean,
): SerialEntry {
  const { isHeld, hasMissedKeys, isAfterText } = useHeldKeys(isBusy)
  const lastEnter = useRef(-Infinity)
  const scanned = useRef({ keys: 0, at: -Infinity })

  const onKeyDown = (field: PetFormField, event: ReactKeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const { timeStamp } = event
    const isFast = timeStamp - scanned.current.at < SCANNED_KEY_MS
    if (event.key !== 'Enter') {
      // An Enter that follows another key is meant.
      lastEnter.current = -Infinity
      scanned.current = { keys: isFast ? scanned.current.keys + 1 : 1, at: timeStamp }
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
    const isScannedCategory = field === 'category' && isFast && scanned.current.keys >= SCANNED_KEYS
    // Where both are empty, sending says so.
    const isOtherNext = own.trim() !== '' && other.trim() === ''
    if (isRepeated || isOtherNext || isScannedCategory) event.preventDefault()
    if (isRepeated) return
    if (isScannedCategory) setError('category', { message: 'Check this category ID, then press Enter again' })
    else if (isOtherNext) setFocus(field === 'name' ? 'category' : 'name')
  }

  return { isHeld, hasMissedKeys, isAfterText, onKeyDown }
}

/** Wherever the focus is: it moves to Name when a pet was added. */
function useHeldKeys(isClosed: boolean) {
  const [isHeld, setIsHeld] = useState(false)
  const [hasMissedKeys, setHasMissedKeys] = useState(false)
  const isBusy = isClosed || isHeld
  const lastText = useRef(-Infinity)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hold = ({ key, timeStamp }: KeyboardEvent) => {
      const isText = Array.from(key).length === 1
      if (isText) lastText.current = timeStamp
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
    isAfterText: () => performance.now() - lastText.current < ONE_ENTER_MS,
  }
}
