import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Deployment, readConfigText, validateAgainstConfig, VALUES } from './deployment.ts'
import { basePathOf, isDemoBuild } from './headers.ts'

/** Prints the message and exits with 1. */
export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

/**
 * The options. Each has the word that stands for its value in the help (nothing for a flag), and a
 * line of help.
 */
type Options<Name extends string> = Readonly<Record<Name, readonly [value: string, help: string]>>

/**
 * Reads the options of the command line. It prints the help when asked for it, or the problems of
 * the options. A flag that is given is `'true'`.
 */
export function readOptions<Name extends string>(help: string, options: Options<Name>) {
  const rows = Object.entries<Options<Name>[Name]>(options)
  if (process.argv.includes('--help')) {
    const lines = rows.map(([name, [value, text]]) => `  --${name} ${value}`.padEnd(29) + text)
    console.log([help, '', ...lines].join('\n'))
    process.exit()
  }
  const given: Partial<Record<string, string>> = {}
  try {
    const types = rows.map(
      ([name, [value]]) => [name, { type: value === '' ? 'boolean' : 'string' }] as const,
    )
    const { values } = parseArgs({ options: Object.fromEntries(types) })
    for (const [name, value] of Object.entries(values)) given[name] = String(value)
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
  for (const [name, [kind]] of rows) {
    const [pattern, what] = VALUES[kind] ?? []
    const value = given[name]
    if (value === undefined || pattern === undefined) continue
    given[name] = kind === 'PATH' ? resolve(value) : value
    if (!pattern.test(given[name])) fail(`--${name} must be ${what}, not ${value}`)
  }
  return given as Partial<Record<Name, string>>
}

export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return fail(`${file} is missing. Run npm run build first, or name the configuration with --config.`)
  }
}

/** Reads the build in `dist/`, and a configuration file that fits it. */
export function readBuild(configFile: string, proxy?: Deployment['proxy']) {
  const html = read('dist/index.html')
  const base = basePathOf(html) ?? '/'
  const { config, problems } = readConfigText(read(configFile), isDemoBuild(html))
  const conflicts = config === undefined ? [] : validateAgainstConfig(config, { base, proxy })
  const all = [...problems, ...conflicts]
  if (config === undefined || all.length > 0) {
    return fail(all.map((problem) => `${configFile}: ${problem}`).join('\n'))
  }
  return { html, base, config }
}
