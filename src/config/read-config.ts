import { fetchConfig } from './config-request.ts'
import { type ConfigResult, parseConfig } from './config.ts'

const HOW_TO_FIX =
  'Put the configuration file next to index.html and make sure the server sends it unchanged (README, “Configuration”).'

/**
 * Reads `/config.json`, which belongs to the deployment and not to the build. Never throws.
 *
 * @param request may have been requested earlier.
 */
export async function readConfig(request = fetchConfig()): Promise<ConfigResult> {
  let response: Response
  let text: string
  try {
    response = await request
    text = await response.text()
  } catch {
    return fileProblem('The file could not be loaded. Check your connection, then reload.')
  }
  if (!response.ok) return fileProblem(`The file is missing (HTTP ${response.status}). ${HOW_TO_FIX}`)
  try {
    return parseConfig(JSON.parse(text))
  } catch {
    return fileProblem(`The file is not JSON. ${HOW_TO_FIX}`)
  }
}

function fileProblem(problem: string): ConfigResult {
  return { ok: false, problems: [{ field: '/config.json', problem }] }
}
