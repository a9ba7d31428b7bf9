/**
 * `npm run check-site -- URL` checks a deployment from outside. It exits with 1 when something is
 * wrong.
 */
import { checkDeployment } from './check-deployment.ts'
import { fail } from './cli.ts'

const HELP = `npm run check-site -- URL

Checks a deployment from outside, with a made-up key: page, HTTPS, configuration, headers, assets, caching, and each
service. Exits with 1 when something is wrong. NODE_EXTRA_CA_CERTS: the CA bundle of an authority of your own.`
const LABELS = { ok: 'ok     ', wrong: 'WRONG  ', unknown: 'unknown' }

const [address = ''] = process.argv.slice(2)
if (address === '--help') {
  console.log(HELP)
  process.exit()
}
if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
  fail('Give the URL of the site: npm run check-site -- https://pets.example.com')
}
const findings = await checkDeployment(address)
for (const { verdict, check, messages } of findings) {
  console.log(`${LABELS[verdict]}  ${check}`)
  for (const message of messages) console.log(`           ${message}`)
}
const count = (verdict: keyof typeof LABELS) => findings.filter((found) => found.verdict === verdict).length
console.log(`\n${count('ok')} ok, ${count('wrong')} wrong, ${count('unknown')} unknown`)
if (count('wrong') > 0) process.exitCode = 1
