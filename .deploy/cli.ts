import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { Config } from '#src/config/config.ts'
import { basePathOf } from './base-path.ts'
import { type Deployment, readConfigText, validateAgainstConfig } from './deployment.ts'
import { isDemoBuild } from './headers.ts'

/** Prints the message and exits with 1. */
export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

/** Prints `help` when asked for it, and what is wrong with the options. */
export function readArgs<T extends ParseArgsConfig>(help: string, config: T) {
  if (process.argv.includes('--help')) {
    console.log(help)
    process.exit()
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return fail(`${file} is missing. Run npm run build first, or name the configuration with --config.`)
  }
}

type Build = { readonly html: string; readonly base: string; readonly config: Config }

/** The build in `dist/`, with the configuration of a file that fits it. */
export function readBuild(configFile: string, proxy?: Deployment['proxy']): Build {
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
