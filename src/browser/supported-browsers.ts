/**
 * The oldest versions in which the app works. The build compiles for them (vite.config.ts), and
 * users of older ones are told about them. Each follows from `isBrowserSupported`, and the README
 * names them, too.
 */
export const OLDEST_BROWSERS = { chrome: '123', edge: '123', firefox: '135', safari: '18.4' } as const

/**
 * Says whether the browser has the newest features that the app cannot do without. Firefox 135 and
 * Safari 18.4 are the first to read and write all digits of a number (`JSON.rawJSON`). Chrome and
 * Edge do so from 114, but lack `light-dark()`, and with it all colours, until 123. A browser with
 * both features also has whatever else the app uses.
 */
export function isBrowserSupported(): boolean {
  return 'rawJSON' in JSON && CSS.supports('color', 'light-dark(red, red)')
}
