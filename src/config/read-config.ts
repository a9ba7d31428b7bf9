import { configBlock } from './config-block.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { type ConfigResult, parseConfig } from './config.ts'

const FILE = `${BASE_PATH}config.json` as const

/** Shorter than that of other requests, because nothing is on the screen until then. */
const TIMEOUT_MS = 5000

const README = 'README, “Configuration”'

/**
 * Reads the data block of index.html that `npm run deploy` writes, or else `config.json`: both belong to the deployment
 * and not to the build. Never throws. A block that is wrong is not replaced by the file.
 */
export async function readConfig(): Promise<ConfigResult> {
  const block = configBlock()
  const source = block === null ? FILE : 'index.html'
  const failure = (problem: string) =>
    ({ ok: false, source, problems: [{ field: source, problem }] }) as const
  let text = block?.textContent
  try {
    if (text === undefined) {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await fetch(FILE, { cache: 'no-store', credentials: 'omit', signal })
      if (!response.ok)
        return failure(
          `The file is missing (HTTP ${response.status}). Put it next to index.html (${README}).`,
        )
      text = await response.text()
    }
  } catch {
    return failure('The file could not be loaded. Check your connection, then reload.')
  }
  try {
    return parseConfig(JSON.parse(text), source)
  } catch {
    return failure(`This is not JSON. Make sure that the server sends it unchanged (${README}).`)
  }
}
