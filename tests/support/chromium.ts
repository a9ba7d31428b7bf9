import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findOnPath, installQuietly, mayUseApt, run } from './system.ts'

/** The same engine without a browser UI: the suite takes half the time. */
const SHELL = 'chromium-headless-shell'
/** Chromium's sandbox refuses to run as root, as in a container. */
export const SANDBOX_ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : []

const SYSTEM_NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Lookup order: `CHROMIUM_PATH`, the system's Chromium or Chrome, Playwright's Chromium. */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH !== undefined && CHROMIUM_PATH !== '') return CHROMIUM_PATH
  for (const name of SYSTEM_NAMES) {
    const path = findOnPath(name)
    if (path !== undefined) return path
  }
  const bundled = chromium.executablePath()
  return existsSync(bundled) ? bundled : undefined
}

/** A full Chromium, because the headless shell has no back/forward cache. @throws {Error} if none is installed. */
export function findFullChromium(): string {
  const { CHROMIUM_PATH = '' } = process.env
  const configured = CHROMIUM_PATH === '' || CHROMIUM_PATH.endsWith(SHELL) ? undefined : CHROMIUM_PATH
  const named = SYSTEM_NAMES.filter((name) => name !== SHELL).map((name) => findOnPath(name))
  const found = [configured, ...named, chromium.executablePath()].find(
    (path) => path !== undefined && existsSync(path),
  )
  if (found === undefined)
    throw new Error('No full Chromium is installed; the headless shell has no back/forward cache.')
  return found
}

/** @throws {Error} with instructions if the installation fails. */
function installChromium(): string {
  console.log('No Chromium found. Installing one for the browser tests (once).')
  const hasInstalled =
    run('npx', ['playwright', 'install', 'chromium']) ||
    (mayUseApt() && run('apt-get', ['update']) && run('apt-get', ['install', '-y', 'chromium']))
  const path = hasInstalled ? findChromium() : undefined
  if (path === undefined) {
    throw new Error(
      'The browser tests need Chromium, and it could not be installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH to the path of its executable.',
    )
  }
  return path
}

/**
 * Finds Chromium, or installs it. In a Debian container it also installs the faster headless shell, if possible.
 * @throws {Error} with instructions if no Chromium can be installed.
 */
export async function ensureChromium(): Promise<string> {
  const isConfigured = (process.env['CHROMIUM_PATH'] ?? '') !== ''
  if (!isConfigured && mayUseApt() && findOnPath(SHELL) === undefined) {
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
