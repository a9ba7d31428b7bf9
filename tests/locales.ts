/**
 * `npm run test:locales` runs the unit and page tests in each locale and time zone. With `--quick`,
 * it runs only the tests of formatting and sorting, once in two locales.
 */
import { spawnSync } from 'node:child_process'
import { argv, env, exit } from 'node:process'

// These are English, Swedish (Ä after Z), Turkish (two letters I), Arabic (right to left, its own
// digits) and Japanese.
const LOCALES = ['en_US', 'sv_SE', 'tr_TR', 'ar_EG', 'ja_JP']
// One zone is behind, one has half an hour, and one is ahead.
const ZONES = ['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']

/** The folders and files that format and sort. */
const QUICK = ['src/lib', 'src/pages/pet-list', 'src/pages/pet-detail', 'src/spreadsheet/read-csv']

const isQuick = argv.includes('--quick')
const places = isQuick
  ? // The usual run is in English; these two differ from it the most.
    [
      ['tr_TR', 'Pacific/Auckland'],
      ['ar_EG', 'America/Los_Angeles'],
    ]
  : LOCALES.flatMap((locale) => ZONES.map((zone) => [locale, zone]))

const failed: string[] = []
for (const [locale, zone] of places) {
  console.log(`\n── ${locale}, ${zone}`)
  const { status } = spawnSync(`vitest run --reporter=dot ${isQuick ? QUICK.join(' ') : ''}`, {
    shell: true,
    stdio: 'inherit',
    env: { ...env, TEST_LOCALE: `${locale}.UTF-8`, TEST_TIME_ZONE: zone },
  })
  if (status !== 0) failed.push(`${locale}, ${zone}`)
}
console.log(failed.length === 0 ? '\nPassed in all places' : `\nFailed in: ${failed.join('; ')}`)
exit(failed.length === 0 ? 0 : 1)
