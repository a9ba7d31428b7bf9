import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { isComposing } from '#src/lib/is-composing.ts'
import { readStored, writeStored } from '#src/browser/web-storage.ts'

const STORAGE_NAME = `${OWN_PREFIX}shortcuts`

/** Single-key shortcuts get in the way of speech input, so they can be switched off (WCAG 2.1.4). */
export function shortcutsAreOn(): boolean {
  return readStored('local', STORAGE_NAME) !== 'off'
}

export function switchShortcuts(on: boolean): void {
  writeStored('local', STORAGE_NAME, on ? null : 'off')
}

/** After `g`. */
const PAGES: Readonly<Record<string, string>> = { p: 'pets', o: 'overview', i: 'pets/import', s: 'service' }

/** The longest pause between `g` and one of them. */
const SEQUENCE_TIMEOUT_MS = 1000

export function useShortcuts(
  environmentId: string,
  showHelp: () => void,
  openFind: (() => void) | undefined,
): void {
  const navigate = useNavigate()
  const lastG = useRef(-Infinity)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isComposing(event) || event.defaultPrevented || !shortcutsAreOn()) return
      if (isFindShortcut(event) && openFind !== undefined) {
        event.preventDefault()
        if (document.querySelector('dialog[open]') === null) openFind()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return
      const afterG = event.timeStamp - lastG.current < SEQUENCE_TIMEOUT_MS
      lastG.current = event.key === 'g' ? event.timeStamp : -Infinity
      if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('main input[type="search"]')
        search?.focus()
        search?.select()
        if (search !== null) event.preventDefault()
      } else if (event.key === 'n') {
        event.preventDefault()
        void navigate(`/${environmentId}/pets/new`)
      } else if (afterG && event.key in PAGES) {
        void navigate(`/${environmentId}/${PAGES[event.key]}`)
      } else if (event.key === 'p') {
        document.querySelector<HTMLElement>('main [aria-keyshortcuts="p"]')?.click()
      } else if (event.key === '?') {
        showHelp()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [environmentId, navigate, showHelp, openFind])
}

/** Ctrl+K; on a Mac ⌘K, because Ctrl+K deletes to the end of the line there. */
export function findShortcut(): string {
  return isMac() ? '⌘ K' : 'Ctrl K'
}

function isFindShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const [wanted, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  return key.toLowerCase() === 'k' && wanted && !other && !altKey && !shiftKey
}

function isMac(): boolean {
  return /^(Mac|iP)/.test(navigator.platform)
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select'))
  )
}
