import * as v from 'valibot'
import { int64FromText } from '#src/lib/int64.ts'
import { isolate } from '#src/lib/isolate.ts'

/** The shape of `/config.json` (app-contract, "Configuration"). */
export type EnvironmentKind = 'production' | 'staging' | 'demo'

export type Environment = {
  /** Part of the address. */
  readonly id: string
  /** As people call it. */
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

/** What is wrong with one field, and how to mend it. */
export type ConfigProblem = {
  /** For example `environments[0].baseUrl`; `/config.json` when it is the whole file. */
  readonly field: string
  readonly problem: string
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] }

/** The name stands in most sentences. Characters. */
const LONGEST_NAME = 100

const text = (what: string) => v.pipe(v.string(what), v.trim(), v.nonEmpty(what))

// A field that is missing takes a default that its own check refuses: it is told with its own words, not with those
// of the object around it.
const environment = v.object(
  {
    id: v.optional(
      v.pipe(
        v.string('Enter an id of lower-case letters, digits and “-”, like "staging".'),
        v.regex(/^[a-z0-9-]+$/, 'Use lower-case letters, digits and “-” only, like "staging".'),
        v.notValue('pets', 'Choose another id: “pets” is part of the app’s own addresses.'),
      ),
      '',
    ),
    name: v.optional(
      v.pipe(
        text('Enter the name that people know it by, like "Staging".'),
        v.maxLength(
          LONGEST_NAME,
          `Choose a shorter name: more than ${LONGEST_NAME} characters fit no sentence.`,
        ),
        // Of all that comes from outside, this alone goes into the middle of sentences.
        v.transform(isolate),
      ),
      '',
    ),
    baseUrl: v.optional(
      v.pipe(
        v.string('Enter the address of the service, like "https://api.example.com/v1".'),
        v.trim(),
        v.check(
          isBaseUrl,
          'Enter an absolute address that starts with https:// or http://, like "https://api.example.com/v1", or a path on this site, like "/v1". Leave out user names, “?” and “#”.',
        ),
        v.transform((url) => url.replace(/\/+$/, '')),
      ),
      '',
    ),
    kind: v.optional(
      v.picklist(
        ['production', 'staging', 'demo'],
        'Use "production", "staging" or "demo", or leave it out.',
      ),
      'staging',
    ),
  },
  'Make it an object with id, name and baseUrl.',
)

const categories = v.pipe(
  // Not a record at once: a list passes for a record of its indexes.
  v.custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'Make it an object of labels by category id, like { "1": "Dogs" }, or leave it out.',
  ),
  v.record(
    v.pipe(
      v.string(),
      v.check((key) => int64FromText(key) === key, 'Use the category id in digits as the key, like "12".'),
    ),
    text('Enter the label as text, like "Dogs".'),
  ),
)

const config = v.object(
  {
    environments: v.optional(
      v.pipe(
        v.array(environment, 'Make it a list of environments, each with id, name and baseUrl.'),
        v.minLength(1, 'List at least one environment, with id, name and baseUrl.'),
        v.checkItems(
          (item, index, all) => all.findIndex(({ id }) => id === item.id) === index,
          'Give it an id of its own: another environment before it has the same.',
        ),
      ),
      [],
    ),
    categories: v.optional(categories, {}),
  },
  'Make the file an object with “environments”.',
)

/** Reads what `/config.json` holds. */
export function parseConfig(json: unknown): ConfigResult {
  const result = v.safeParse(config, json)
  if (!result.success) {
    return {
      ok: false,
      problems: result.issues.map((issue) => ({ field: fieldOf(issue.path), problem: issue.message })),
    }
  }
  const [first, ...others] = result.output.environments
  if (first === undefined) throw new Error('minLength(1) let an empty list pass')
  return {
    ok: true,
    config: {
      environments: [first, ...others],
      categories: new Map(Object.entries(result.output.categories)),
    },
  }
}

/** Absolute (http or https), or a path on the app's own origin; nothing that could mean another host than it seems to. */
function isBaseUrl(value: string): boolean {
  const isPath = value.startsWith('/')
  // Browsers read a backslash as a slash, so "/\host" would leave the origin as "//host" does.
  if (isPath ? /^\/[/\\]/.test(value) : !/^https?:\/\/[^/\\]/i.test(value)) return false
  if (/[\s\\?#]/.test(value)) return false
  const origin = 'https://own.invalid'
  if (!URL.canParse(value, origin)) return false
  const url = new URL(value, origin)
  return url.username === '' && url.password === '' && (!isPath || url.origin === origin)
}

function fieldOf(path: readonly { key?: unknown }[] | undefined): string {
  if (path === undefined || path.length === 0) return '/config.json'
  return path
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}
