/**
 * JSON in and out with exact integers: a whole number beyond ±(2^53 − 1) is a `bigint`, every other number a `number`.
 * Uses the JSON source text access of the platform; browsers without it (before Chrome 114, Firefox 135 and
 * Safari 18.4) load lossless-json instead.
 */

import { exactInteger, parseJsonNatively } from './native-json.ts'

declare global {
  interface JSON {
    // Not in TypeScript's library yet (JSON.parse source text access, TC39 stage 4).
    rawJSON?: (text: string) => unknown
  }
}

/** @throws {SyntaxError} when `text` is not JSON. */
export async function parseJson(text: string): Promise<unknown> {
  const native = parseJsonNatively(text)
  if (native !== undefined) return native.value
  const lossless = await import('lossless-json')
  return lossless.parse(text, undefined, {
    parseNumber: (source) => exactInteger(Number(source), source),
    // As JSON.parse does.
    onDuplicateKey: ({ newValue }) => newValue,
  })
}

/** Writes a `bigint` as a number with all its digits. */
export async function stringifyJson(value: unknown): Promise<string> {
  const { rawJSON } = JSON
  if (rawJSON !== undefined) {
    return JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'bigint' ? rawJSON(part.toString()) : part,
    )
  }
  const lossless = await import('lossless-json')
  return lossless.stringify(value) ?? 'null'
}
