import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const BASE = ['http', 'ui', 'config', 'browser', 'lib']
const MODEL = ['session', 'pets', ...BASE]
const PAGES = ['find-pet', 'outbox', 'spreadsheet', ...MODEL]

/**
 * The folders of `src` that each folder may import, which are those below it, as src/README.md
 * draws them.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  browser: ['lib'],
  http: ['browser', 'lib'],
  config: ['lib'],
  ui: ['browser', 'lib'],
  pets: BASE,
  'find-pet': ['pets', ...BASE],
  session: ['pets', ...BASE],
  spreadsheet: ['pets', 'lib'],
  outbox: MODEL,
  pages: PAGES,
  app: ['pages', ...PAGES],
  bootstrap: ['app', 'pages', ...PAGES],
  mocks: ['lib'],
}

/**
 * Files with rules of their own. Code that is inlined into index.html imports neither components
 * nor queries.
 */
const EXCEPTIONS: readonly [file: string, specifier: string, isRefused: boolean][] = [
  ['src/pages/one/up.ts', '../two/x.ts', true],
  ['src/pages/pet-import/review/own.ts', '#src/pages/pet-import/rows/x.ts', false],
  ['src/pages/pet-import/review/other.ts', '#src/pages/pet-list/x.ts', true],
  ['src/pages/pet-import/review/label.ts', '#src/pages/labels/x.ts', true],
  ['src/pages/pet-import/review/app.ts', '#src/app/x.ts', true],
  ['src/pets/root.ts', '#src/pets/stock/x.ts', true],
  ['src/pets/beside.ts', './stock/x.ts', true],
  ['src/pets/queries/down.ts', '#src/pets/x.ts', false],
  ['src/pets/queries/up.ts', '#src/pets/stock/x.ts', true],
  ['src/pets/stock/down.ts', '#src/pets/queries/x.ts', false],
  ['src/pets/stock/up.ts', '#src/pets/one-pet/x.ts', true],
  ['src/pets/one-pet/down.ts', '#src/pets/stock/x.ts', false],
  ['src/pets/one-pet/beside.ts', '#src/pets/table/x.ts', true],
  ['src/pets/table/beside.ts', '#src/pets/queries/x.ts', true],
  ['src/pets/form/beside.ts', '#src/pets/table/x.ts', true],
  ['src/pets/labels/down.ts', '#src/pets/table/x.ts', false],
  ['src/pets/labels/beside.ts', '#src/pets/form/x.ts', true],
  ['src/mocks/pet.ts', '#src/pets/pet.ts', false],
  ['src/mocks/stock.ts', '#src/pets/stock/stock.ts', true],
  ['src/mocks/json.ts', '#src/http/json.ts', false],
  ['src/bootstrap/inline-script.ts', '#src/app/theme.ts', false],
  ['src/bootstrap/prerendered-list.ts', '#src/pages/pet-list/PetRows.tsx', true],
  ['src/bootstrap/interpolate.ts', '#src/pets/queries/list-query.ts', true],
]

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = Object.keys(MAY_IMPORT)
const copy = mkdtempSync(join(tmpdir(), 'petstore-admin-layers-'))
/** The files of the copy whose import the lint refuses. */
let refused: ReadonlySet<string>

/** Writes a file for each pair of folders, and lints it with the rules of the repository. */
beforeAll(() => {
  cpSync(join(ROOT, '.oxlintrc.json'), join(copy, '.oxlintrc.json'))
  const write = (file: string, specifier: string) => {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    writeFileSync(join(copy, file), `import { x } from '${specifier}'\nexport const y = x\n`)
  }
  for (const from of FOLDERS) {
    for (const to of FOLDERS)
      write(`src/${from}/${from === 'pages' ? 'one/' : ''}${to}.ts`, `#src/${to}/x.ts`)
    write(`src/${from}/${from === 'pages' ? 'one/' : ''}main.ts`, '#src/main.tsx')
  }
  for (const [file, specifier] of EXCEPTIONS) write(file, specifier)
  refused = filesRefusedIn(copy)
})
afterAll(() => rmSync(copy, { recursive: true }))

test('one module knows the path of the app, and the prefix of stored names', () => {
  const all = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  const others = all.filter((file) => /(?<!\.test)\.tsx?$/.test(file) && file !== join('lib', 'base-path.ts'))
  const telling = others.filter((file) =>
    /petstore-admin\.|env\.BASE_URL/.test(readFileSync(join(ROOT, 'src', file), 'utf8')),
  )
  expect(telling).toEqual([])
})

function filesRefusedIn(folder: string): ReadonlySet<string> {
  const oxlint = join(ROOT, 'node_modules/.bin/oxlint')
  let output: string
  try {
    output = execFileSync(oxlint, ['-f', 'json', '-c', '.oxlintrc.json'], { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    output = (error as { stdout: string }).stdout
  }
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] }
  return new Set(
    diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename),
  )
}

test('every folder of src has its place', () => {
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  expect(folders.toSorted()).toEqual(FOLDERS.toSorted())
})

test.each(FOLDERS)('%s imports the folders below it and nothing else', (from) => {
  const inside = `src/${from}/${from === 'pages' ? 'one/' : ''}`
  // Files of one folder import each other by a relative path, but no page imports a page.
  const allowed = FOLDERS.filter((to) => (to === from ? from !== 'pages' : !refused.has(`${inside}${to}.ts`)))
  expect(allowed.toSorted()).toEqual(
    [...(MAY_IMPORT[from] ?? []), ...(from === 'pages' ? [] : [from])].toSorted(),
  )
  expect(refused.has(`${inside}main.ts`)).toBe(true)
})

test.each(EXCEPTIONS)('%s, which imports %s, is refused: %s', (file, _specifier, isRefused) => {
  expect(refused.has(file)).toBe(isRefused)
})
