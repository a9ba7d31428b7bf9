/** `npm run check-site -- URL`: checks a deployment from outside. Exits with 1 when something is wrong. */
import { parseArgs } from 'node:util'
import { checkDeployment } from './check-deployment.ts'
import type { Finding } from './finding.ts'
import { fail } from './cli.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
})
if (values.help) {
  console.log(`npm run check-site -- URL

Checks a deployment from outside, with a made-up key: page, HTTPS, configuration, headers, assets, caching, and each
service. Exits with 1 when something is wrong. NODE_EXTRA_CA_CERTS: the CA bundle of an authority of your own.`)
  process.exit()
}
const [address] = positionals
if (address === undefined || !/^https?:\/\//.test(address) || !URL.canParse(address)) {
  fail('Give the URL of the site: npm run check-site -- https://pets.example.com')
}

const LABEL: Record<Finding['verdict'], string> = { ok: 'ok     ', wrong: 'WRONG  ', unknown: 'unknown' }

const findings = await checkDeployment(address)
for (const { verdict, check, messages } of findings) {
  console.log(`${LABEL[verdict]}  ${check}`)
  for (const message of messages) console.log(`           ${message}`)
}
const count = (verdict: Finding['verdict']) => findings.filter((found) => found.verdict === verdict).length
console.log(`\n${count('ok')} ok, ${count('wrong')} wrong, ${count('unknown')} unknown`)
if (count('wrong') > 0) process.exitCode = 1
