import { versionText } from '#src/browser/build-version.ts'
import { configBlock } from '#src/config/config-block.ts'
import type { Environment } from '#src/config/config.ts'
import type { RequestRecord } from '#src/http/request-log.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { attemptsText, durationOf, outcomeOf } from './request-outcome.ts'

/** Where the app runs, for whoever helps. */
export type SupportContext = {
  readonly environment: Pick<Environment, 'name' | 'kind' | 'baseUrl'>
  readonly configSource: string
  readonly version: string
  readonly browser: string
  readonly timeZone: string
}

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

/** What an environment and a request were, as lines of text; never with the key. */
export function supportText(context: SupportContext, record?: RequestRecord): string {
  const { name, kind, baseUrl } = context.environment
  return lines([
    ['Petstore Admin', context.version],
    ['Environment', `${name} (${kind})`],
    ['Base URL', baseUrl],
    ['Configuration', context.configSource],
    ['Time zone', context.timeZone],
    ['Browser', context.browser],
    ...(record === undefined ? [] : requestLines(record)),
  ])
}

function requestLines(record: RequestRecord): [string, string | undefined][] {
  const { kind, text, code, message } = outcomeOf(record)
  const duration = durationOf(record)
  return [
    ['Request', `${record.method} ${record.address}`],
    ['Time', localIsoTime(new Date(record.attempts[0]?.at ?? 0))],
    ['Outcome', kind === 'succeeded' ? `${text} (succeeded)` : text],
    ['Attempts', attemptsText(record)],
    ['Code', code],
    ['Message', message],
    ['Duration', duration === undefined ? undefined : `${duration} ms`],
  ]
}

function lines(entries: readonly (readonly [string, string | undefined])[]): string {
  return entries
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${value?.replaceAll(/\s+/g, ' ')}`)
    .join('\n')
}

/** "2026-11-22T01:42:07.123+01:00": of the person's clock, and exact anywhere. */
export function localIsoTime(date: Date, minutesAhead = -date.getTimezoneOffset()): string {
  const local = new Date(date.getTime() + minutesAhead * 60_000).toISOString().slice(0, -1)
  const [hours, minutes] = [Math.trunc(Math.abs(minutesAhead) / 60), Math.abs(minutesAhead) % 60]
  return `${local}${minutesAhead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
