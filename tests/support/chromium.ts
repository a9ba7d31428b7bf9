import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findOnPath, installIfMissing, run } from './system.ts'

/** The same engine without a browser UI, with which the suite takes half the time. */
const SHELL = 'chromium-headless-shell'
/** The arguments without which Chromium's sandbox refuses to run as root, as in a container. */
export const SANDBOX_ARGS = process.getuid?.() === 0 ? ['--no-sandbox'] : []

const FULL = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const firstThere = (paths: readonly (string | undefined)[]) =>
  paths.find((path) => path !== undefined && existsSync(path))

/**
 * Finds Chromium: first `CHROMIUM_PATH`, then the system's Chromium or Chrome, then Playwright's
 * Chromium.
 */
export function findChromium(): string | undefined {
  const { CHROMIUM_PATH = '' } = process.env
  if (CHROMIUM_PATH !== '') return CHROMIUM_PATH
  return firstThere([...[SHELL, ...FULL].map(findOnPath), chromium.executablePath()])
}

/**
 * Finds a full Chromium, because the headless shell has no back/forward cache.
 *
 * @throws {Error} if none is installed
 */
export function findFullChromium(): string {
  const { CHROMIUM_PATH } = process.env
  const configured = CHROMIUM_PATH?.endsWith(SHELL) === true ? undefined : CHROMIUM_PATH
  const found = firstThere([configured, ...FULL.map(findOnPath), chromium.executablePath()])
  if (found === undefined)
    throw new Error('No full Chromium is installed; the headless shell has no back/forward cache.')
  return found
}

function hasFullChromium(): boolean {
  try {
    return findFullChromium() !== ''
  } catch {
    return false
  }
}

/**
 * Finds Chromium, or installs it. In a Debian container it also installs the faster headless shell,
 * if possible.
 *
 * @throws {Error} with instructions if no Chromium can be installed
 */
export async function ensureChromium(): Promise<string> {
  if ((process.env['CHROMIUM_PATH'] ?? '') === '')
    installIfMissing(SHELL, [SHELL], () => findOnPath(SHELL) !== undefined)
  if (!installIfMissing('Chromium', ['chromium'], hasFullChromium))
    run('npx', ['playwright', 'install', 'chromium'])
  const path = findChromium()
  if (path === undefined) {
    throw new Error(
      'The browser tests need Chromium, and it could not be installed. Install Chromium or Google Chrome, or set CHROMIUM_PATH to the path of its executable.',
    )
  }
  return path
}
