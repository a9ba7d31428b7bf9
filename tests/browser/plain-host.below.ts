/**
 * In these tests, the app is below a path on a host that knows nothing of it. It serves
 * `index.html` for every address without a file, and does not redirect.
 */
import { createServer } from 'node:http'
import sirv from 'sirv'
import { close, listen } from '#tests/support/listen.ts'
import { BELOW, isInstalled } from './deployed-host.ts'
import { configFor, expect, heading, namesOf, signIn, test as base } from './fixtures.ts'

const test = base.extend({
  baseURL: async ({ petstore, production }, provide) => {
    base.skip(!isInstalled('nginx'), 'There is no build for a path.')
    const serveFile = sirv(BELOW.dist, { single: true })
    const config = JSON.stringify(configFor(petstore, production))
    const host = createServer((incoming, outgoing) => {
      const { url = '/' } = incoming
      if (url === `${BELOW.base}config.json`) {
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end(config)
        return
      }
      incoming.url = url.startsWith(BELOW.base) ? url.slice(BELOW.base.length - 1) : '/'
      serveFile(incoming, outgoing)
    })
    await provide(`http://127.0.0.1:${await listen(host)}`)
    await close(host)
  },
})

test('the path without its closing slash leads to the app', async ({ page, petstore, baseURL }) => {
  petstore.db.create({ name: 'Rex' })
  await signIn(page, BELOW.base.slice(0, -1))
  await expect(namesOf(page)).toHaveText(['Rex'])
  await expect(page).toHaveURL(`${baseURL}${BELOW.base}staging/pets`)
})

for (const address of ['/elsewhere?x=1', '/petstore-administration', `/${BELOW.base}staging/pets`]) {
  test(`${address} is "Page not found", and leads to the app`, async ({ page, baseURL }) => {
    await page.goto(`${baseURL}${address}`)
    await expect(heading(page)).toHaveText('Page not found')
    await expect(page.getByRole('main')).toContainText(address)
    await page.getByRole('link', { name: 'Go to pets' }).click()
    await expect(heading(page)).toHaveText('Sign in')
    await expect(page).toHaveURL(`${baseURL}${BELOW.base}staging/pets`)
  })
}
