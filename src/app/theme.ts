import { readStored, writeStored } from '#src/browser/web-storage.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_NAME = `${OWN_PREFIX}theme`

export function storedTheme(): Theme {
  const stored = readStored('local', STORAGE_NAME)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

/** Call it before the first paint, or the page flashes in the other theme. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

export function chooseTheme(theme: Theme): void {
  writeStored('local', STORAGE_NAME, theme === 'system' ? null : theme)
  applyTheme(theme)
}
