import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findOnPath, installQuietly, mayUseApt, run } from './system.ts'

/** Chromium without the windows around its pages: the same engine, and the suite takes half the time. */
const SHELL = 'chromium-headless-shell'
const SYSTEM_NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** What the browser tests run in: `CHROMIUM_PATH`, else the system's, else Playwright's own. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') return CHROMIUM_PATH
  for (const name of SYSTEM_NAMES) {
    const path = findOnPath(name)
    if (path !== undefined) return path
  }
  const own = chromium.executablePath()
  return existsSync(own) ? own : undefined
}

/** For what the headless shell does not have: the back/forward cache. @throws {Error} when there is none. */
export function findFullChromium(): string {
  const { CHROMIUM_PATH = '' } = process.env
  const chosen = CHROMIUM_PATH === '' || CHROMIUM_PATH.endsWith(SHELL) ? undefined : CHROMIUM_PATH
  const named = SYSTEM_NAMES.filter((name) => name !== SHELL).map((name) => findOnPath(name))
  const found = [chosen, ...named, chromium.executablePath()].find(
    (path) => path !== undefined && existsSync(path),
  )
  if (found === undefined) throw new Error('This needs a whole Chromium, not its headless shell alone.')
  return found
}

/** @throws {Error} that says what to do, when there is none and none can be installed. */
export function installChromium(): string {
  console.log('There is no Chromium for the browser tests yet; installing one (once).')
  const hasInstalled =
    run('npx', ['playwright', 'install', 'chromium']) ||
    (mayUseApt() && run('apt-get', ['update']) && run('apt-get', ['install', '-y', 'chromium']))
  const path = hasInstalled ? findChromium() : undefined
  if (path === undefined) {
    throw new Error(
      'The browser tests need Chromium, and it could not be installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH to where it is.',
    )
  }
  return path
}

/**
 * Finds Chromium, and installs it where there is none. In a Debian container the fast one is added to a slow one; where
 * that cannot be had, the slow one does. @throws what `installChromium` throws.
 */
export async function ensureChromium(): Promise<string> {
  const isChosen = (process.env['CHROMIUM_PATH'] ?? '') !== ''
  if (!isChosen && mayUseApt() && findOnPath(SHELL) === undefined) {
    console.log(`Installing ${SHELL} for the browser tests (once).`)
    installQuietly([SHELL])
  }
  try {
    findFullChromium()
  } catch {
    return installChromium()
  }
  return findChromium() ?? installChromium()
}
