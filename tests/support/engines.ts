import { findOnPath, installIfMissing } from './system.ts'

export const findFirefox = () => findOnPath('firefox-esr') ?? findOnPath('firefox')

/**
 * The other engines, with their tests and Debian's packages. The introspection files are for gjs.
 */
export const ENGINES = {
  Firefox: {
    config: 'tests/browser/firefox.config.ts',
    packages: ['firefox-esr'],
    isThere: () => findFirefox() !== undefined,
  },
  WebKit: {
    config: 'tests/webkit/playwright.config.ts',
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb'],
    isThere: () => ['WebKitWebDriver', 'gjs', 'Xvfb'].every((program) => findOnPath(program) !== undefined),
  },
} as const

export type Engine = keyof typeof ENGINES

/**
 * Installs Firefox and WebKitGTK if they are missing and may be installed.
 *
 * @returns the engines that can be tested
 */
export function ensureEngines(): Engine[] {
  return (Object.keys(ENGINES) as Engine[]).filter((engine) => {
    const { packages, isThere } = ENGINES[engine]
    const isInstalled = installIfMissing(engine, packages, isThere)
    if (!isInstalled)
      console.log(`Not tested, because it is not installed: ${engine} (on Debian: ${packages.join(', ')}).`)
    return isInstalled
  })
}
