import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import { importPath, newPetPath, overviewPath, petListPath, servicePath } from '#src/lib/paths.ts'
import { FIND_KEYS, isMac } from '#src/browser/find-keys.ts'
import { notePressedKey } from '#src/browser/keyboard-use.ts'
import { isTypingInField } from '#src/browser/text-field.ts'
import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { openModals } from '#src/ui/open-modals.ts'

const STORAGE_NAME = `${OWN_PREFIX}shortcuts`

/**
 * Single-key shortcuts get in the way of speech input, so they can be switched off (WCAG 2.1.4).
 */
export function shortcutsAreOn(): boolean {
  return readStored('local', STORAGE_NAME) !== 'off'
}

export function switchShortcuts(on: boolean): void {
  writeStored('local', STORAGE_NAME, on ? null : 'off')
}

type Shortcut = {
  /** One key, or two keys that are pressed one after the other. */
  readonly keys: string
  readonly does: string
  /** Returns the path of the page to open. */
  readonly pathIn?: (environmentId: string) => string
  /**
   * A selector for an element of the page: a field that gets the focus, or a control that is
   * pressed.
   */
  readonly target?: string
}

/** The shortcuts in the order in which the dialog "Help" lists them. */
export const SHORTCUTS: readonly Shortcut[] = [
  { keys: FIND_KEYS, does: 'Find a pet' },
  { keys: '/', does: 'Search these pets', target: 'main input[type="search"]' },
  { keys: 'n', does: 'Add a pet', pathIn: newPetPath },
  { keys: 'g p', does: 'Go to pets', pathIn: petListPath },
  { keys: 'g o', does: 'Go to overview', pathIn: overviewPath },
  { keys: 'g i', does: 'Go to import', pathIn: importPath },
  { keys: 'g s', does: 'Go to service', pathIn: servicePath },
  {
    keys: 'p',
    does: 'Print the label of this pet, or these labels',
    target: 'main [aria-keyshortcuts="p"]',
  },
  { keys: '?', does: 'Help' },
]

/** The place of a page that is not there yet. What is typed meanwhile is meant for it. */
const COMING = 'main > [aria-busy]:not(:has(h1))'

/** The longest pause between the two keys of a shortcut, in milliseconds. */
const SEQUENCE_TIMEOUT_MS = 1000

export function useShortcuts(
  environmentId: string,
  showHelp: () => void,
  openFind: (() => void) | undefined,
): void {
  const navigate = useNavigate()
  const lastG = useRef(-Infinity)

  function run({ keys, pathIn, target: selector }: Shortcut, event: KeyboardEvent): void {
    const target = selector === undefined ? undefined : document.querySelector<HTMLElement>(selector)
    // A shortcut that leads nowhere leaves the key to the browser; for example, "/" searches the
    // page in Firefox.
    if (target === null) return
    event.preventDefault()
    if (keys === '?') showHelp()
    if (target !== undefined) focusOrClick(target)
    if (pathIn !== undefined) void navigate(pathIn(environmentId))
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isTyping()) notePressedKey()
    if (isComposing(event) || event.defaultPrevented || !shortcutsAreOn()) return
    if (isFindShortcut(event) && openFind !== undefined) {
      event.preventDefault()
      if (!isInDialog()) openFind()
      return
    }
    if (hasModifier(event) || isTyping() || isInDialog()) return
    const isAfterG = event.timeStamp - lastG.current < SEQUENCE_TIMEOUT_MS
    const key = latinKey(event)
    lastG.current = key === 'g' ? event.timeStamp : -Infinity
    const keys = isAfterG ? `g ${key}` : key
    const shortcut = SHORTCUTS.find((candidate) => candidate.keys === keys)
    if (shortcut !== undefined) run(shortcut, event)
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Says whether the page cannot be used, or keys are meant for a dialog beside it. */
function isInDialog(): boolean {
  return openModals.get() > 0 || (document.activeElement?.closest('dialog') ?? null) !== null
}

/** Says whether keys are text: for a field that has the focus, or for a page that is coming. */
function isTyping(): boolean {
  return isTypingInField() || document.querySelector(COMING) !== null
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}

function focusOrClick(target: HTMLElement): void {
  if (target instanceof HTMLInputElement) {
    target.focus()
    target.select()
  } else target.click()
}

function isFindShortcut(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  const [wanted, other] = isMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  return latinKey(event) === 'k' && wanted && !other && !altKey && !shiftKey
}

/**
 * Matches a character of another script than Latin. Greek is the first of them, and comes after
 * everything on Latin keyboards.
 */
const OTHER_SCRIPT = /^(?!\p{Script=Latin})[\u{370}-\u{10FFFF}]/u

/**
 * Returns what a key stands for, whatever the keyboard layout and Caps Lock: a letter is small
 * without Shift and large with it.
 *
 * A key of another script stands for what an English keyboard has in its place. On a Latin layout
 * (AZERTY, Dvorak), the letters of its own keys count.
 */
function latinKey({ key, code, shiftKey }: KeyboardEvent): string {
  const latin = OTHER_SCRIPT.test(key) ? englishKey(code, shiftKey) : key
  return shiftKey ? latin.toUpperCase() : latin.toLowerCase()
}

/**
 * Returns the letter that an English keyboard has in this place, or one of the two signs among the
 * shortcuts.
 */
function englishKey(code: string, shiftKey: boolean): string {
  if (code === 'Slash') return shiftKey ? '?' : '/'
  return code.replace(/^Key/, '')
}
