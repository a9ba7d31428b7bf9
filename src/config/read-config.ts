import { configBlock } from './config-block.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { type ConfigResult, parseConfig } from './config.ts'
import { fetchFromSite } from './fetch-from-site.ts'

const FILE = `${BASE_PATH}config.json` as const

/**
 * The time limit in milliseconds. It is shorter than that of other requests, because nothing is on
 * the screen until then.
 */
const TIMEOUT_MS = 5000

const README = 'README, “Configuration”'

/**
 * Reads the data block of index.html that `npm run deploy` writes, or else `config.json`, because
 * both belong to the deployment and not to the build. It never throws. A block that is wrong is not
 * replaced by the file.
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
      const response = await fetchFromSite('config.json', signal)
      if (!response.ok) return failure(statusText(response.status))
      text = await response.text()
    }
  } catch {
    return failure('The file could not be loaded. Check your network or sign in to it, then reload.')
  }
  try {
    return parseConfig(JSON.parse(text), source)
  } catch {
    return failure(
      `This is not JSON. Make sure that the server sends it unchanged, and no login page instead (${README}).`,
    )
  }
}

/**
 * Says what a status means. Only a 404 proves that there is no such file, because a login or a
 * proxy in front of the site may send any other status.
 */
function statusText(status: number): string {
  if (status === 404) return `The file is missing (HTTP 404). Put it next to index.html (${README}).`
  return `Something between you and this site may have answered (HTTP ${status}). Check your network or sign in to it, then reload.`
}
