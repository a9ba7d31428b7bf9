import { readFileSync } from 'node:fs'
import { type Config, parseConfig } from '#src/config/config.ts'

/** Prints the message and exits with 1. */
export function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return fail(`${file} is missing. Run npm run build first, or name the configuration with --config.`)
  }
}

export function readConfigFile(file: string): Config {
  let json: unknown
  try {
    json = JSON.parse(read(file))
  } catch (error) {
    return fail(`${file} is not JSON: ${String(error)}`)
  }
  const result = parseConfig(json)
  if (result.ok) return result.config
  return fail(result.problems.map(({ field, problem }) => `${file}, ${field}: ${problem}`).join('\n'))
}
