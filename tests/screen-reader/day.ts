import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { seedPets } from '#src/mocks/seed.ts'
import { isPetStatus } from '#src/pets/pet.ts'
import { startPetstoreService } from '#tests/browser/petstore-service.ts'
import { configFor } from '#tests/browser/services.ts'
import { startStaticSite } from '#tests/browser/static-site.ts'

/**
 * Writes down what Orca says in Firefox during the day of an employee who sees nothing; `tests/README.md` says how to
 * run it. One line for each key or text, then what was said until it was quiet.
 */

const KEY = 'key-of-the-day'
const QUIET_MS = 900
const HOME = mkdtempSync(join(tmpdir(), 'screen-reader-'))
const profile = join(HOME, 'profile')
const SPEECH = join(HOME, 'orca.log')
/** Firefox asks and tells nothing of its own. */
const PREFERENCES = `
user_pref('browser.aboutwelcome.enabled', false);
user_pref('browser.startup.homepage_override.mstone', 'ignore');
user_pref('datareporting.policy.dataSubmissionEnabled', false);
user_pref('permissions.default.persistent-storage', 2);
user_pref('signon.rememberSignons', false);
user_pref('termsofuse.bypassNotification', true);
`

const programs: ReturnType<typeof spawn>[] = []

async function start(command: string, args: string[], settleMs: number): Promise<void> {
  const env = { ...process.env, HOME, XDG_RUNTIME_DIR: HOME, GNOME_ACCESSIBILITY: '1', LANG: 'C.UTF-8' }
  programs.push(spawn(command, args, { env, stdio: 'ignore' }))
  await delay(settleMs)
}

const xdotool = (...args: string[]) => once(spawn('xdotool', args), 'close')

let lastSpoken = Date.now()
const firstPage = Promise.withResolvers<void>()

function onLine(line: string): void {
  const spoken = /SPEECH OUTPUT: '(.*)' ?\{/.exec(line)?.[1]
  // Letters and keys that are echoed tell nothing about the app.
  if (spoken === undefined || /^(.|tab|space|left (shift|control))? ?$/u.test(spoken)) return
  console.log(`    ${spoken}`)
  lastSpoken = Date.now()
  if (spoken.startsWith('API key')) firstPage.resolve()
}

/** Until something has been said, and then nothing more for a while. */
async function listen(longestMs = 2500): Promise<void> {
  const from = Date.now()
  const isOver = () =>
    lastSpoken > from ? Date.now() - lastSpoken > QUIET_MS : Date.now() - from > longestMs
  while (!isOver()) await delay(50)
}

const part = (title: string) => console.log(`\n## ${title}\n`)

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    console.log(`[${key}]`)
    await xdotool('key', key)
    await listen()
  }
}

async function type(text: string): Promise<void> {
  console.log(`"${text}"`)
  await xdotool('type', '--delay', '40', text)
  await delay(600)
}

async function wait(why: string, seconds: number): Promise<void> {
  console.log(`(${why})`)
  await delay(seconds * 1000)
}

const times = (count: number, key: string) => Array.from({ length: count }, () => key)

mkdirSync(profile)
writeFileSync(join(profile, 'user.js'), PREFERENCES)

const petstore = await startPetstoreService(KEY)
petstore.latency = 600
for (const { name, categoryId, status } of seedPets().slice(0, 30).toReversed()) {
  petstore.db.add({ name, categoryId, status: isPetStatus(status) ? status : undefined })
}
const site = await startStaticSite()
site.configure(configFor(petstore, petstore))
await start('openbox', [], 500)
await start('gsettings', ['set', 'org.gnome.desktop.interface', 'toolkit-accessibility', 'true'], 500)
await start('/usr/libexec/at-spi-bus-launcher', ['--launch-immediately'], 1000)
const log = spawn('tail', ['-n', '+1', '-F', SPEECH])
programs.push(log)
createInterface(log.stdout).on('line', onLine)
await start('orca', ['--replace', '--debug-file', SPEECH], 5000)
await start('firefox-esr', ['--no-remote', '--profile', profile, `${site.origin}/staging/pets`], 0)

/** By the address bar, wherever the focus is. */
async function visit(path: string): Promise<void> {
  await press('ctrl+l')
  await type(site.origin + path)
  await press('Return')
  await wait('the page comes', 4)
}

const goTo = async (place: number) => press('ctrl+Home', ...times(place, 'Tab'), 'Return')

async function add(name: string): Promise<void> {
  await type(name)
  await press('Tab')
  await type('1')
  await press('Return')
}

try {
  await firstPage.promise
  part('Sign in')
  await type('wrong')
  await press('Return')
  await wait('the key is checked', 2)
  await press('ctrl+a')
  await type(KEY)
  await press('Return')
  await wait('the list loads', 3)
  part('The list')
  await press('ctrl+Home', ...times(12, 'Down'))
  part('Add pets')
  await goTo(3)
  await press('Return')
  await add('Alpha')
  await wait('added', 3)
  petstore.respond({ method: 'POST' }, { status: 422, body: { code: 'name_taken', message: 'Name taken' } })
  petstore.latency = 3000
  await add('Bravo')
  await wait('rejected', 6)
  petstore.latency = 600
  petstore.dropConnection({ method: 'POST' }, 'after')
  await add('Charlie')
  await wait('unconfirmed, and looked for', 10)
  await press(...times(15, 'Tab'))
  part('Fix what was rejected')
  await visit('/staging/pets/new')
  await press(...times(9, 'Tab'))
  await press('Return')
  await wait('it is in the form', 1)
  await press('Tab')
  await press('Return')
  await wait('added', 3)
  part('Import')
  await visit('/staging/pets/import')
  await press('ctrl+Home', ...times(11, 'Tab'))
  for (const line of ['name,category', 'Delta,1', 'Echo,dgos']) {
    await type(line)
    await press('Return')
  }
  await wait('the rows are read', 3)
  await press(...times(8, 'Tab'))
  await press('ctrl+Home', ...times(24, 'Down'))
  part('Overview')
  await visit('/staging/overview')
  await press('ctrl+Home', ...times(24, 'Down'))
  part('A refresh that fails')
  await goTo(1)
  await wait('the list comes', 3)
  petstore.respond(
    { method: 'GET', times: 3 },
    { status: 500, body: { code: 'internal', message: 'Internal error' } },
  )
  await press('ctrl+Home', ...times(10, 'Tab'))
  await press('Return')
  await wait('it fails', 6)
  petstore.clearFaults()
  part('One pet')
  await visit('/staging/pets/1001')
  await press('ctrl+Home', ...times(24, 'Down'))
  part('Find, and sign out')
  await press('ctrl+k')
  await wait('the dialog opens', 3)
  await type('alpha')
  await wait('the stock is read', 3)
  await press('Return')
  await goTo(9)
} finally {
  for (const program of programs.toReversed()) program.kill()
  await Promise.all([petstore.close(), site.close()])
  rmSync(HOME, { recursive: true, force: true })
}
