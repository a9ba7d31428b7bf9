import * as v from 'valibot'
import { int64FromText } from '#src/lib/int64.ts'
import { bidiIsolate } from '#src/lib/bidi-isolate.ts'

/** See .deploy/README.md, Configuration. */
export type EnvironmentKind = 'production' | 'staging' | 'demo'

export type Environment = {
  /** Part of the address. */
  readonly id: string
  /** As users call it. */
  readonly name: string
  /** Without a closing `/`. */
  readonly baseUrl: string
  readonly kind: EnvironmentKind
}

export type Config = {
  readonly environments: readonly [Environment, ...Environment[]]
  /** Labels by the category id as decimal text. */
  readonly categories: ReadonlyMap<string, string>
}

/** Where the configuration was read: a data block of index.html, or the file beside it. */
export type ConfigSource = 'index.html' | `${string}config.json`

/** What is wrong with one field, and how to fix it. */
export type ConfigProblem = {
  /** For example `environments[0].baseUrl`; the source for the whole configuration. */
  readonly field: string
  readonly problem: string
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly source: ConfigSource; readonly problems: readonly ConfigProblem[] }

/** The name is part of most messages. Characters. */
export const MAX_NAME_LENGTH = 100

export const KINDS: readonly EnvironmentKind[] = ['production', 'staging', 'demo']

const ENVIRONMENT_ID = /^[a-z0-9-]+$/

const text = (what: string) => v.pipe(v.string(what), v.trim(), v.check(isNotBlank, what))

// A missing field gets a default that its own check rejects, so that its message is shown instead of the object's.
const environment = v.object(
  {
    id: v.optional(
      v.pipe(
        v.string('Enter an ID of lower-case letters, digits and “-”, such as "staging".'),
        v.regex(ENVIRONMENT_ID, 'Use lower-case letters, digits and “-” only, such as "staging".'),
        v.check(isNotPets, 'Choose another ID. The app uses “pets” in its own URLs.'),
      ),
      '',
    ),
    name: v.optional(
      v.pipe(
        text('Enter a display name, for example "Staging".'),
        v.maxLength(MAX_NAME_LENGTH, `Use ${MAX_NAME_LENGTH} characters or fewer.`),
        // It is part of sentences.
        v.transform(bidiIsolate),
      ),
      '',
    ),
    baseUrl: v.optional(
      v.pipe(
        v.string('Enter the URL of the service, such as "https://api.example.com/v1".'),
        v.trim(),
        v.check(
          isBaseUrl,
          'Enter a full URL (https:// or http://) or a path such as "/v1". Do not include a user name, “?” or “#”.',
        ),
        v.transform((url) => url.replace(/\/+$/, '')),
      ),
      '',
    ),
    kind: v.optional(v.picklist(KINDS, 'Use "production", "staging" or "demo", or leave it out.'), 'staging'),
  },
  'This must be an object with id, name and baseUrl.',
)

export const categoryLabels = v.record(
  v.pipe(v.string(), v.check(isCategoryId, 'Use the numeric category ID as the key, such as "12".')),
  text('Enter the label as text, such as "Dogs".'),
)

const categories = v.pipe(
  // v.record() alone would accept an array, as a record of its indexes.
  v.custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'This must be an object of labels by category ID, such as { "1": "Dogs" }. You can also leave it out.',
  ),
  categoryLabels,
)

/** Also the source of the JSON Schema (.build/config-schema.ts). */
export const config = v.object(
  {
    environments: v.optional(
      v.pipe(
        v.array(environment, 'This must be a list of environments, each with id, name and baseUrl.'),
        v.minLength(1, 'List at least one environment, with id, name and baseUrl.'),
        v.checkItems(
          (item, index, all) => all.findIndex(({ id }) => id === item.id) === index,
          'Use a unique ID. Another environment already has this one.',
        ),
      ),
      [],
    ),
    categories: v.optional(categories, {}),
  },
  'This must be an object with “environments”.',
)

export function parseConfig(json: unknown, source: ConfigSource = '/config.json'): ConfigResult {
  const result = v.safeParse(config, json)
  if (!result.success) {
    return {
      ok: false,
      source,
      problems: result.issues.map(({ path, message }) => ({
        field: fieldOf(path) ?? source,
        problem: message,
      })),
    }
  }
  const [first, ...others] = result.output.environments
  if (first === undefined) throw new Error('the check let an empty list pass')
  return {
    ok: true,
    config: {
      environments: [first, ...others],
      categories: new Map(Object.entries(result.output.categories)),
    },
  }
}

export function isNotBlank(value: string): boolean {
  return value !== ''
}

export function isEnvironmentId(id: string): boolean {
  return ENVIRONMENT_ID.test(id)
}

export function isNotPets(id: string): boolean {
  return id !== 'pets'
}

export function isCategoryId(key: string): boolean {
  return int64FromText(key) === key
}

/** Absolute (http or https), or a path on the app's own origin; nothing that could mean another host. */
export function isBaseUrl(value: string): boolean {
  const isPath = value.startsWith('/')
  // Browsers read a backslash as a slash: "/\host" means "//host".
  if (isPath ? /^\/[/\\]/.test(value) : !/^https?:\/\/[^/\\]/i.test(value)) return false
  if (/[\s\\?#]/.test(value)) return false
  const origin = 'https://own.invalid'
  if (!URL.canParse(value, origin)) return false
  const url = new URL(value, origin)
  return url.username === '' && url.password === '' && (!isPath || url.origin === origin)
}

/** @returns `undefined` for the whole configuration. */
function fieldOf(path: readonly { key?: unknown }[] | undefined): string | undefined {
  return path
    ?.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}
