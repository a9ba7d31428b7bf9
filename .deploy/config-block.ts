import { createHash } from 'node:crypto'

/**
 * Returns the hash of a configuration (JSON). It tells tabs that are open which configuration the
 * site has now.
 */
export function configHash(json: string): string {
  return createHash('sha256')
    .update(JSON.stringify(JSON.parse(json)))
    .digest('hex')
    .slice(0, 12)
}

/**
 * Puts a configuration (JSON) into index.html as the data block that the app reads
 * (src/config/read-config.ts), which spares it a round trip.
 */
export function withConfigBlock(html: string, json: string): string {
  // These characters could end the block. JSON has them in strings only, where they may be escaped.
  const escaped = JSON.stringify(JSON.parse(json)).replaceAll(
    /[<>&]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )
  // The block comes before the inline script, which reads it.
  return html.replace(
    '</title>',
    (end) =>
      `${end}\n    <script type="application/json" id="config" data-hash="${configHash(json)}">${escaped}</script>`,
  )
}

/**
 * Finds the data block in a page as the app finds it.
 *
 * @returns its JSON, or `undefined` when there is none
 */
export function configBlockOf(html: string): string | undefined {
  return /<script\b[^>]*\sid="?config"?[\s>][^]*?<\/script>/
    .exec(html)?.[0]
    .replaceAll(/^[^>]*>|<\/script>$/g, '')
}
