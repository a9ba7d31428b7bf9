import { versionText } from '#src/browser/build-version.ts'
import { configBlock } from '#src/config/config-block.ts'
import type { Environment } from '#src/config/config.ts'
import type { RequestRecord } from '#src/http/request-log.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { attemptsText, durationText, outcomeOf } from './request-outcome.ts'

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

/** Each fact in a line; never with the key. */
export function supportText(site: ReturnType<typeof siteFacts>, record?: RequestRecord): string {
  const facts: [name: string, value: string | undefined][] = [...site]
  if (record !== undefined) {
    const { kind, text, code, message } = outcomeOf(record)
    facts.push(
      ['Request', `${record.method} ${record.address}`],
      ['Time', new Date(record.attempts[0]?.at ?? 0).toISOString()],
      ['Outcome', kind === 'succeeded' ? `${text} (succeeded)` : text],
      ['Attempts', attemptsText(record)],
      ['Code', code],
      ['Message', message],
      ['Duration', durationText(record)],
    )
  }
  return facts
    .flatMap(([name, value]) => (value ? `${name}: ${value.replaceAll(/\s+/g, ' ')}` : []))
    .join('\n')
}
