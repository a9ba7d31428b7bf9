import { readFileSync } from 'node:fs'
import { type Config, parseConfig } from '#src/config/config.ts'

/** Ends the command with these words. */
export function fail(words: string): never {
  console.error(words)
  process.exit(1)
}

/** Reads a file, or ends the command. */
export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return fail(`${file} is missing. Run npm run build first, or name the configuration with --config.`)
  }
}

/** Reads a configuration, or ends the command with what to mend in it. */
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
