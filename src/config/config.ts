import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { int64FromText } from '#src/lib/int64.ts'

/** The kinds of environments, which .deploy/README.md explains (Configuration). */
export type EnvironmentKind = 'production' | 'staging' | 'demo'

export type Environment = {
  /** The part of the address that names the environment. */
  readonly id: string
  readonly name: string
  /** The base URL of the service, without a closing `/`. */
  readonly baseUrl: string
  readonly kind: EnvironmentKind
  /** A sentence that says how a person gets an API key, or the URL of a page that does. */
  readonly keyHelp?: string
}

export type Config = {
  readonly environments: readonly [Environment, ...Environment[]]
  /** The labels of categories. The keys are category IDs as decimal text. */
  readonly categories: ReadonlyMap<string, string>
}

export type ConfigProblem = {
  /**
   * The field, for example `environments[0].baseUrl`. A problem of the whole configuration names
   * its source, which is `index.html` or the file.
   */
  readonly field: string
  readonly problem: string
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly source: string; readonly problems: readonly ConfigProblem[] }

/** The longest name in characters. The name is part of most messages. */
const MAX_NAME_LENGTH = 100

/** The longest text of `keyHelp`, in characters. It stands in the form. */
const MAX_KEY_HELP_LENGTH = 300

/** The texts of all problems. .build/config-schema.ts has the same rules as JSON Schema. */
const PROBLEMS = {
  config: 'This must be an object with “environments”.',
  environments: 'List at least one environment, with id, name and baseUrl.',
  environment: 'This must be an object with id, name and baseUrl.',
  id: 'Use lower-case letters, digits and “-” only, such as "staging". “pets” and the ID of another environment are taken.',
  name: `Enter a display name of up to ${MAX_NAME_LENGTH} characters, such as "Staging".`,
  baseUrl:
    'Enter a full URL (https:// or http://) or a path such as "/v1". Do not include a user name, “?” or “#”.',
  kind: 'Use "production", "staging" or "demo", or leave it out.',
  categories:
    'This must be an object of labels by category ID, such as { "1": "Dogs" }. You can also leave it out.',
  keyHelp: `Enter a sentence of up to ${MAX_KEY_HELP_LENGTH} characters, or the URL of a page, or leave it out.`,
  label: 'Enter a numeric category ID and its label as text, such as "12": "Dogs".',
}

type Wrong = { readonly field: string; readonly what: keyof typeof PROBLEMS }

export function parseConfig(json: unknown, source = '/config.json'): ConfigResult {
  const { config, wrong } = readFields(json)
  const keyHelps = config === undefined ? [] : readKeyHelps(json)
  const wrongHelps = keyHelps.flatMap(({ keyHelp = 'none' }, index): Wrong[] =>
    keyHelp === '' ? [{ field: `environments[${index}].keyHelp`, what: 'keyHelp' }] : [],
  )
  if (config !== undefined && wrongHelps.length === 0) {
    config.environments.forEach((environment, index) => Object.assign(environment, keyHelps[index]))
    return { ok: true, config }
  }
  const problems = [...wrong, ...wrongHelps].map(({ field, what }) => ({
    field: field || source,
    problem: PROBLEMS[what],
  }))
  return { ok: false, source, problems }
}

/**
 * Reads the configuration like `parseConfig`, but without its texts. It is for the inline script
 * (src/bootstrap), in which each byte counts.
 */
export function readFields(json: unknown): { config?: Config; wrong: readonly Wrong[] } {
  const wrong: Wrong[] = []
  const textOf = (field: string, what: Wrong['what'], value: unknown, isRight = (_text: string) => true) => {
    const text = typeof value === 'string' ? value.trim() : ''
    if (text === '' || !isRight(text)) wrong.push({ field, what })
    return text
  }
  if (!isObject(json)) return { wrong: [{ field: '', what: 'config' }] }

  const { environments, categories = {} } = json
  const all: Environment[] = []
  for (const [index, value] of (Array.isArray(environments) ? environments : []).entries()) {
    const at = `environments[${index}]`
    if (!isObject(value)) {
      wrong.push({ field: at, what: 'environment' })
      continue
    }
    const { id, name, baseUrl, kind = 'staging' } = value
    const isFree = (text: string) => all.every((other) => other.id !== text)
    all.push({
      id: textOf(`${at}.id`, 'id', id, (text) => /^(?!pets$)[a-z0-9-]+$/.test(text) && isFree(text)),
      // The name is isolated because it is part of sentences.
      name: bidiIsolate(textOf(`${at}.name`, 'name', name, ({ length }) => length <= MAX_NAME_LENGTH)),
      baseUrl: textOf(`${at}.baseUrl`, 'baseUrl', baseUrl, isBaseUrl).replace(/\/+$/, ''),
      kind: textOf(`${at}.kind`, 'kind', kind, isKind) as EnvironmentKind,
    })
  }
  const [first, ...others] = all
  if (first === undefined && wrong.length === 0) wrong.push({ field: 'environments', what: 'environments' })

  if (!isObject(categories)) wrong.push({ field: 'categories', what: 'categories' })
  const labels = Object.entries(isObject(categories) ? categories : {}).map(([id, label]) => {
    const isId = int64FromText(id) === id
    return [id, textOf(`categories.${id}`, 'label', isId ? label : undefined)] as const
  })
  return first === undefined || wrong.length > 0
    ? { wrong }
    : { wrong, config: { environments: [first, ...others], categories: new Map(labels) } }
}

type KeyHelp = Pick<Environment, 'keyHelp'>

/**
 * Reads where to get a key in each environment, which the inline script does not need. The text is
 * '' where it is wrong.
 */
function readKeyHelps(json: unknown): readonly KeyHelp[] {
  const { environments } = json as { environments: readonly { keyHelp?: unknown }[] }
  return environments.map(({ keyHelp }) => {
    if (keyHelp === undefined) return {}
    const text = typeof keyHelp === 'string' ? keyHelp.trim() : ''
    return { keyHelp: text.length > MAX_KEY_HELP_LENGTH ? '' : text }
  })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isKind = (text: string) => /^(production|staging|demo)$/.test(text)

/**
 * Says whether a text is an absolute URL (http or https), or a path on the app's own origin. It
 * refuses anything that could mean another host.
 */
function isBaseUrl(value: string): boolean {
  // Browsers read a backslash as a slash ("/\host" means "//host"), and skip tabs and line breaks.
  if (/[\s\\?#]/.test(value) || !/^(?:https?:\/)?\/(?!\/)/i.test(value)) return false
  const origin = 'https://own.invalid'
  if (!URL.canParse(value, origin)) return false
  const { username, password } = new URL(value, origin)
  return username === '' && password === ''
}
