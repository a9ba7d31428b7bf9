/** `npm run check-site -- URL`: checks a deployment from outside, and says what to mend. Ends with 1 when something is wrong. */
import { parseArgs } from 'node:util'
import { checkDeployment } from './check-deployment.ts'
import type { Finding } from './finding.ts'
import { fail } from './cli.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const [address] = positionals
if (address === undefined || !/^https?:\/\//.test(address) || !URL.canParse(address)) {
  fail('Name the address of the site: npm run check-site -- https://pets.example.com')
}

const MARK: Record<Finding['verdict'], string> = { ok: 'ok   ', wrong: 'WRONG', 'could not be told': '?    ' }

const findings = await checkDeployment(address)
for (const { verdict, what, words } of findings) {
  console.log(`${MARK[verdict]}  ${what}`)
  for (const word of words) console.log(`         ${word}`)
}
const count = (verdict: Finding['verdict']) => findings.filter((found) => found.verdict === verdict).length
console.log(`\n${count('ok')} ok, ${count('wrong')} wrong, ${count('could not be told')} could not be told`)
if (count('wrong') > 0) process.exitCode = 1
