import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/**
 * The most characters of a line of a comment. oxfmt leaves comments alone, and oxlint has no rule.
 */
const MAX_WIDTH = 100

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Returns the numbers (from 1) of the lines of comments that are too wide. */
function wideCommentLines(source: string): readonly number[] {
  const wide: number[] = []
  let isInBlock = false
  for (const [index, line] of source.split('\n').entries()) {
    const beginsBlock = /^\s*\{?\/\*/.test(line)
    const isComment = isInBlock || beginsBlock || /^\s*\/\//.test(line)
    if (isComment && line.length > MAX_WIDTH) wide.push(index + 1)
    isInBlock = (isInBlock || beginsBlock) && !line.includes('*/')
  }
  return wide
}

const WORDS = 'words '.repeat(20)

test.each([
  ['a comment of one line', [1], `// ${WORDS}`],
  ['a comment in code', [2], `function f() {\n  // ${WORDS}\n}`],
  ['a docstring', [3], `/**\n * Returns it.\n * ${WORDS}\n */\nconst x = 1`],
  ['a comment in JSX', [3], `<p>\n  {/* It is short.\n  ${WORDS} */}\n</p>`],
  ['code', [], `const x = '${WORDS}' // It is short.`],
  ['code after a comment', [], `/* It is short. */\nconst x = '${WORDS}'`],
])('In %s, these lines are too wide: %j', (_what, lines, source) => {
  expect(wideCommentLines(source)).toEqual(lines)
})

test('Comments are at most 100 characters wide', () => {
  const files = globSync('{src,tests,.build,.deploy}/**/*.{ts,tsx,js,css}', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(500)
  const places = files
    .toSorted()
    .flatMap((file) =>
      wideCommentLines(readFileSync(`${ROOT}${file}`, 'utf8')).map((line) => `${file}:${line}`),
    )
  expect(places).toEqual([])
})
