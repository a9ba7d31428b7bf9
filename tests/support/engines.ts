import { existsSync } from 'node:fs'
import { findOnPath, installQuietly, mayUseApt } from './system.ts'

const FIREFOX = ['firefox-esr', 'firefox']
const WEBKIT = ['WebKitWebDriver', 'gjs', 'Xvfb']

/** Debian's packages for the programs above; the introspection files are for gjs. */
const PACKAGES = {
  Firefox: ['firefox-esr'],
  WebKit: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb'],
} as const

export type Engine = keyof typeof PACKAGES

export function findFirefox(): string | undefined {
  return FIREFOX.map(findOnPath).find((path) => path !== undefined)
}

const isInstalled: Record<Engine, () => boolean> = {
  Firefox: () => findFirefox() !== undefined,
  WebKit: () => WEBKIT.every((program) => findOnPath(program) !== undefined),
}

/**
 * Installs Firefox and WebKitGTK where they are missing, but only in a Debian container: a desk is not changed.
 * @returns those that can be tested; the others are named in a line.
 */
export function ensureEngines(): Engine[] {
  const engines = Object.keys(PACKAGES) as Engine[]
  for (const engine of engines) {
    if (isInstalled[engine]() || !mayUseApt() || existsSync('/run/systemd/system')) continue
    console.log(`Installing ${engine} for the browser tests (once).`)
    installQuietly(PACKAGES[engine])
  }
  const missing = engines.filter((engine) => !isInstalled[engine]())
  if (missing.length > 0) {
    const packages = missing.flatMap((engine) => PACKAGES[engine])
    console.log(
      `Not tested, because it is not installed: ${missing.join(' and ')} (on Debian: ${packages.join(', ')}).`,
    )
  }
  return engines.filter((engine) => isInstalled[engine]())
}
