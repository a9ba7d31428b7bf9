import { versionText } from '#src/browser/build-version.ts'
import { configBlock } from '#src/config/config-block.ts'
import type { Environment } from '#src/config/config.ts'
import type { RequestRecord } from '#src/http/request-log.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { attemptsText, durationText, outcomeOf } from './request-outcome.ts'

/** `undefined`: there is none. */
type Fact = readonly [name: string, value: string | undefined]

/** Where the app runs, and what this tab knows of itself. */
export function siteFacts({ name, kind, baseUrl }: Environment): [name: string, value: string][] {
  return [
    ['Petstore Admin version', versionText()],
    ['Environment', `${name} (${kind})`],
    ['Base URL', baseUrl],
    ['Configuration', configBlock() === null ? `${BASE_PATH}config.json` : 'index.html'],
    ['Time zone', Intl.DateTimeFormat().resolvedOptions().timeZone],
    ['Browser', navigator.userAgent],
  ]
}

function requestFacts(record: RequestRecord): Fact[] {
  const { kind, text, code, message } = outcomeOf(record)
  return [
    ['Request', `${record.method} ${record.address}`],
    ['Time', new Date(record.attempts[0]?.at ?? 0).toISOString()],
    ['Outcome', kind === 'succeeded' ? `${text} (succeeded)` : text],
    ['Attempts', attemptsText(record)],
    ['Code', code],
    ['Message', message],
    ['Duration', durationText(record)],
  ]
}

/** Each fact in a line; never with the key. */
export function supportText(site: readonly Fact[], record?: RequestRecord): string {
  return [...site, ...(record === undefined ? [] : requestFacts(record))]
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${value?.replaceAll(/\s+/g, ' ')}`)
    .join('\n')
}
