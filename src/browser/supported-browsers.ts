/**
 * The oldest versions in which the app works: what the build compiles for (vite.config.ts), and what is said to users of
 * older ones. Each follows from `isBrowserSupported`; README names them, too.
 */
export const OLDEST_BROWSERS = { chrome: '123', edge: '123', firefox: '135', safari: '18.4' } as const

/**
 * Whether the browser has the newest features that the app cannot do without. Firefox 135 and Safari 18.4 are the first to
 * read and write all digits of a number (`JSON.rawJSON`), which Chrome and Edge do from 114; these lack `light-dark()`, and
 * with it all colours, until 123. Whoever has both also has whatever else the app uses.
 */
export function isBrowserSupported(): boolean {
  return 'rawJSON' in JSON && CSS.supports('color', 'light-dark(red, red)')
}
