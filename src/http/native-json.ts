/** JSON with exact integers, as far as the browser alone can read it: by JSON.parse source text access. */

type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown

const isInteger = (source: string) => /^-?\d+$/.test(source)

/** A `bigint` for a whole number beyond ±(2^53 − 1), else the number. */
export function exactInteger(value: unknown, source = ''): unknown {
  return !Number.isSafeInteger(value) && isInteger(source) ? BigInt(source) : value
}

const exactly: Reviver = (_key, value, context) => exactInteger(value, context?.source)

/**
 * @returns `undefined` when this browser would round an integer of the text.
 * @throws {SyntaxError} when `text` is not JSON.
 */
export function parseJsonNatively(text: string): { readonly value: unknown } | undefined {
  // Without 16 digits in a row every integer is safe, and parsing without a reviver is several times as fast.
  if (!/\d{16}/.test(text)) return { value: JSON.parse(text) }
  if (!hasSourceTextAccess()) return undefined
  return { value: JSON.parse(text, exactly) }
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
