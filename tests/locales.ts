/**
 * `npm run test:locales`: the unit and page tests in each locale and time zone. Arguments choose among them:
 * `npm run test:locales -- ar Kolkata`. With `--quick`, two locales once, and only what formats
 * and sorts.
 */
import { spawnSync } from 'node:child_process'
import { argv, env, exit } from 'node:process'

// English, Swedish (Ä after Z), Turkish (two letters I), Arabic (right to left, its own digits), Japanese.
const LOCALES = ['en_US', 'sv_SE', 'tr_TR', 'ar_EG', 'ja_JP']
// One behind, one with half an hour, one ahead.
const ZONES = ['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']

/** What formats and sorts. */
const QUICK = ['src/lib', 'src/pages/pet-list', 'src/pages/pet-detail', 'src/spreadsheet/read-csv']

const words = argv.slice(2).filter((word) => word !== '--quick')
const isQuick = argv.includes('--quick')

/** All, if no argument is about them. */
function chosen(all: readonly string[]): readonly string[] {
  const some = all.filter((name) => words.some((word) => name.includes(word)))
  return some.length === 0 ? all : some
}

const places = chosen(LOCALES)
  .flatMap((locale, index) =>
    chosen(ZONES)
      .filter((_zone, at) => !isQuick || at === index % ZONES.length)
      .map((zone) => ({ locale, zone })),
  )
  // The usual run is in English; these two differ from it the most.
  .filter(({ locale }) => !isQuick || locale === 'tr_TR' || locale === 'ar_EG')

const failed: string[] = []
for (const { locale, zone } of places) {
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
