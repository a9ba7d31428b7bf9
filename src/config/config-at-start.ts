import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import {
  type Config,
  type Environment,
  isBaseUrl,
  isCategoryId,
  isEnvironmentId,
  isNotPets,
  KINDS,
  MAX_NAME_LENGTH,
} from './config.ts'

/**
 * The configuration in the page, for the inline script (src/bootstrap), in which each byte counts: the rules of
 * `parseConfig` without its words. A test holds them against each other.
 *
 * @returns `undefined` when anything is wrong; the app says what.
 */
export function configAtStart(text: string): Config | undefined {
  try {
    const json = JSON.parse(text) as { environments: Fields[]; categories?: Fields }
    const [first, ...others] = json.environments.map(environmentFrom)
    const { categories = {} } = json
    if (first === undefined || typeof categories !== 'object' || Array.isArray(categories)) return undefined
    const labels = Object.entries(categories).map(
      ([id, label]) => [only(id, isCategoryId), trimmed(label)] as const,
    )
    const all = [first, ...others] as const
    return new Set(all.map(({ id }) => id)).size === all.length
      ? { environments: all, categories: new Map(labels) }
      : undefined
  } catch {
    return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>

function environmentFrom({ id, name, baseUrl, kind = 'staging' }: Fields): Environment {
  return {
    id: only(
      id as string,
      (value) => typeof value === 'string' && isEnvironmentId(value) && isNotPets(value),
    ),
    name: bidiIsolate(only(trimmed(name), ({ length }) => length <= MAX_NAME_LENGTH)),
    baseUrl: only(trimmed(baseUrl), isBaseUrl).replace(/\/+$/, ''),
    kind: only(kind as Environment['kind'], (value) => KINDS.includes(value)),
  }
}

/** @throws when it is empty, or no text. */
function trimmed(value: unknown): string {
  return only((value as string).trim(), (text) => text !== '')
}

function only<T>(value: T, isRight: (value: T) => boolean): T {
  if (!isRight(value)) throw new TypeError()
  return value
}
