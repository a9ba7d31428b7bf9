import { BUDGET } from './budget.ts'
import { measureBuild, totalOf } from './measure.ts'

const files = measureBuild('dist')
const row = (label: string, bytes: number, note = '') =>
  console.log(`${label.padEnd(48)} ${bytes.toLocaleString('en').padStart(9)} ${note}`)

console.log('Production build, bytes after brotli compression')
for (const initial of [true, false]) {
  console.log(initial ? '\nBefore the first pet row' : '\nLoaded later, on demand')
  for (const file of files.filter((candidate) => candidate.initial === initial)) row(file.path, file.brotli)
}
console.log()
const totals = { js: totalOf(files, '.js'), css: totalOf(files, '.css'), html: totalOf(files, '.html') }
for (const kind of ['js', 'css', 'html'] as const) {
  row(`${kind} before the first pet row`, totals[kind], `of ${BUDGET[kind].toLocaleString('en')}`)
}
if (totals.js > BUDGET.js || totals.css > BUDGET.css || totals.html > BUDGET.html) {
  console.error(
    '\nOver budget (tests/bundle-size/budget.ts). Load code on demand if the first row does not need it.',
  )
  process.exitCode = 1
}
