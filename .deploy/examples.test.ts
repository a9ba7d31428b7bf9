import { expect, test } from 'vitest'
import { type Deployment, SYSTEM_CA } from './deployment.ts'
import { siteHeaders } from './headers.ts'
import { hostConfigFor } from './host-configs.ts'

/** The deployment of the examples, that of the README with a service which the site forwards. */
const EXAMPLE: Deployment = {
  root: '/srv/petstore-admin/site',
  base: '/',
  // The policy is the one header that depends on the build and on config.json.
  headers: siteHeaders('', { environments: [] }).map(([name, value]) => [
    name,
    name === 'Content-Security-Policy' ? '{{content_security_policy}}' : value,
  ]),
  serverName: 'pets.example.com',
  listen: '443',
  tls: { certificate: '/etc/ssl/pets.pem', key: '/etc/ssl/pets.key', listenHttp: '80' },
  proxy: { origin: 'https://api.example.com', ca: SYSTEM_CA },
  brotli: true,
}

const NOTE = `# An example to read or to copy: what "npm run deploy" writes for https://pets.example.com, which forwards /v1 to the
# service https://api.example.com. Replace names and paths by your own, and {{content_security_policy}} by what
# "npm run deploy:headers" prints, again after each build and each change of config.json.

`

/** Matches the comment with which a file begins that was written for one deployment. */
const OPENING_COMMENT = /^(#.*\n)+\n/

// After a change of a template, "npm run test:unit -- .deploy/examples -u" writes the examples
// anew.
test.each([
  ['nginx', 'petstore-admin.conf'],
  ['caddy', 'Caddyfile'],
] as const)('The example for %s is what "npm run deploy" writes', async (host, file) => {
  const written = hostConfigFor(host, { ...EXAMPLE, logs: `/var/log/${host}` }).get(file) ?? ''
  await expect(written.replace(OPENING_COMMENT, NOTE)).toMatchFileSnapshot(`examples/${file}`)
})
