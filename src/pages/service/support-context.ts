import { versionText } from '#src/browser/build-version.ts'
import type { Environment } from '#src/config/config.ts'
import { configBlock } from '#src/config/config-block.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import type { SupportContext } from './support-text.ts'

/** What this tab knows of itself. */
export function supportContext(environment: Environment): SupportContext {
  return {
    environment,
    configSource: configBlock() === null ? `${BASE_PATH}config.json` : 'index.html',
    version: versionText(),
    browser: navigator.userAgent,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
