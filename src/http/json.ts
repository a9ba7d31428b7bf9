/**
 * JSON in and out with exact integers: a whole number beyond ±(2^53 − 1) is a `bigint`, every other number a `number`.
 * Uses the JSON source text access of the platform; browsers without it (before Chrome 114, Firefox 135 and
 * Safari 18.4) load lossless-json instead.
 */

declare global {
  interface JSON {
    // Not in TypeScript's library yet (JSON.parse source text access, TC39 stage 4).
    rawJSON?: (text: string) => unknown
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

const isInteger = (source: string) => /^-?\d+$/.test(source)

function exactInteger(value: unknown, source: string | undefined): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return source !== undefined && isInteger(source) ? BigInt(source) : value
}

/** @throws {SyntaxError} when `text` is no JSON. */
export async function parseJson(text: string): Promise<unknown> {
  // Without a run of 16 digits no integer can be unsafe, and the plain parser is several times as fast.
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  if (hasSourceTextAccess()) {
    const reviver: Reviver = (_key, value, context) => exactInteger(value, context?.source)
    return JSON.parse(text, reviver)
  }
  const lossless = await import('lossless-json')
  return lossless.parse(text, undefined, {
    parseNumber: (source) => exactInteger(Number(source), source),
    // As JSON.parse has it.
    onDuplicateKey: ({ newValue }) => newValue,
  })
}

/** A `bigint` is written as a number with all its digits. */
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

function hasSourceTextAccess(): boolean {
  let seen: string | undefined
  const reviver: Reviver = (_key, value, context) => {
    seen = context?.source
    return value
  }
  JSON.parse('1', reviver)
  return seen === '1'
}
