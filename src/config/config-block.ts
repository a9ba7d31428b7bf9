/**
 * Returns the data block of index.html that `npm run deploy` writes, or `null` when the app reads
 * `/config.json`.
 */
export function configBlock(): Element | null {
  return document.querySelector('script#config')
}
