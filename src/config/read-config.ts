import { configBlock } from './config-block.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { type ConfigResult, type ConfigSource, parseConfig } from './config.ts'

const FILE = `${BASE_PATH}config.json` as const

/** Shorter than that of other requests, because nothing is on the screen until then. */
const TIMEOUT_MS = 5000

const HOW_TO_FIX =
  'Put the configuration file next to index.html and make sure the server sends it unchanged (README, “Configuration”).'

/**
 * Reads the data block of index.html that `npm run deploy` writes, or else `config.json`: both belong to the deployment
 * and not to the build. Never throws. A block that is wrong is not replaced by the file.
 */
export async function readConfig(): Promise<ConfigResult> {
  const block = configBlock()
  return block === null ? readFile() : parse(block.textContent, 'index.html')
}

async function readFile(): Promise<ConfigResult> {
  let response: Response
  let text: string
  try {
    response = await fetch(FILE, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    text = await response.text()
  } catch {
    return failure(FILE, 'The file could not be loaded. Check your connection, then reload.')
  }
  if (!response.ok) return failure(FILE, `The file is missing (HTTP ${response.status}). ${HOW_TO_FIX}`)
  return parse(text, FILE)
}

function parse(text: string, source: ConfigSource): ConfigResult {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return failure(
      source,
      source === 'index.html'
        ? 'The configuration in this page is not JSON. Deploy the site again (README, “Configuration”).'
        : `The file is not JSON. ${HOW_TO_FIX}`,
    )
  }
  return parseConfig(json, source)
}

function failure(source: ConfigSource, problem: string): ConfigResult {
  return { ok: false, source, problems: [{ field: source, problem }] }
}
