import { requestConfig } from './config-request.ts'
import { type ConfigResult, parseConfig } from './config.ts'

const MEND =
  'Put the configuration file next to index.html and see that the server sends it as it is (README, “Configuration”).'

/**
 * Reads `/config.json`, which belongs to the deployment and is never part of the build. Never throws.
 *
 * @param request what was asked already (config-request.ts).
 */
export async function readConfig(request = requestConfig()): Promise<ConfigResult> {
  let response: Response
  let text: string
  try {
    response = await request
    text = await response.text()
  } catch {
    return wholeFile('The file did not arrive. Check the connection and reload the page.')
  }
  if (!response.ok) return wholeFile(`The file is missing (HTTP ${response.status}). ${MEND}`)
  try {
    return parseConfig(JSON.parse(text))
  } catch {
    return wholeFile(`The file is not JSON. ${MEND}`)
  }
}

function wholeFile(problem: string): ConfigResult {
  return { ok: false, problems: [{ field: '/config.json', problem }] }
}
