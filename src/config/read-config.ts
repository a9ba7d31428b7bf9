import { configBlock } from './config-block.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { type ConfigResult, type ConfigSource, parseConfig } from './config.ts'

const FILE = `${BASE_PATH}config.json` as const

/** Shorter than that of other requests, because nothing is on the screen until then. */
const TIMEOUT_MS = 5000

const PUT_FILE =
  'Put the configuration file next to index.html and make sure the server sends it unchanged (README, “Configuration”).'

/**
 * Reads the data block of index.html that `npm run deploy` writes, or else `config.json`: both belong to the deployment
 * and not to the build. Never throws. A block that is wrong is not replaced by the file.
 */
export async function readConfig(): Promise<ConfigResult> {
  const block = configBlock()
  if (block !== null)
    return parse(
      block.textContent,
      'index.html',
      'The configuration in this page is not JSON. Deploy the site again (README, “Configuration”).',
    )
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(FILE, { cache: 'no-store', credentials: 'omit', signal })
    const text = await response.text()
    return response.ok
      ? parse(text, FILE, `The file is not JSON. ${PUT_FILE}`)
      : failure(FILE, `The file is missing (HTTP ${response.status}). ${PUT_FILE}`)
  } catch {
    return failure(FILE, 'The file could not be loaded. Check your connection, then reload.')
  }
}

function parse(text: string, source: ConfigSource, notJson: string): ConfigResult {
  try {
    return parseConfig(JSON.parse(text), source)
  } catch {
    return failure(source, notJson)
  }
}

function failure(source: ConfigSource, problem: string): ConfigResult {
  return { ok: false, source, problems: [{ field: source, problem }] }
}
