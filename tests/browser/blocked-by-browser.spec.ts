/**
 * These tests show what Chromium itself blocks: a site on https, as on the internet, with names
 * that lead to this machine.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import type { Page } from '@playwright/test'
import { listen } from '#tests/support/listen.ts'
import { findOnPath } from '#tests/support/system.ts'
import { alerts, expect, KEY, test as base } from './fixtures.ts'

/** A page of the site in a browser to which the site is one of the internet. */
const test = base.extend<{ sitePage: Page; siteOrigin: string }>({
  siteOrigin: async ({ site }, provide) => {
    base.skip(findOnPath('openssl') === undefined, 'There is no openssl to make a certificate.')
    const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    const what = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=pets.example'
    execFileSync('openssl', [...what.split(' '), '-out', certificate, '-keyout', key], { stdio: 'ignore' })
    const tls = { key: await readFile(key), cert: await readFile(certificate) }
    const server = createServer(tls, (socket) => {
      const inner = connect(Number(new URL(site.origin).port), '127.0.0.1')
      socket.on('error', () => inner.destroy())
      inner.on('error', () => socket.destroy())
      socket.pipe(inner).pipe(socket)
    })
    await provide(`https://pets.example:${await listen(server)}`)
    server.close()
    await rm(folder, { recursive: true })
  },
  sitePage: async ({ playwright, launchOptions, siteOrigin }, provide) => {
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--host-resolver-rules=MAP *.example 127.0.0.1',
        `--ip-address-space-overrides=127.0.0.1:${new URL(siteOrigin).port}=public`,
      ],
    })
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    await provide(await context.newPage())
    await browser.close()
  },
})

async function signInTo(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('API key').fill(KEY)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a page on https says that the browser blocks a service on http', async ({
  sitePage: page,
  siteOrigin,
  site,
  petstore,
}) => {
  const baseUrl = petstore.baseUrl.replace('127.0.0.1', 'api.example')
  site.configure({ environments: [{ id: 'staging', name: 'Staging', baseUrl }] })
  await signInTo(page, `${siteOrigin}/staging/pets`)
  await expect(alerts(page)).toContainText('Your browser blocks Staging: this page is encrypted (https)')
  expect(petstore.requestLines()).toEqual([])
})

test('a page says that the local network is not allowed, and works once it is', async ({
  sitePage: page,
  siteOrigin,
  petstore,
}) => {
  await signInTo(page, `${siteOrigin}/staging/pets`)
  await expect(alerts(page)).toContainText(
    'Staging did not respond. Your browser may keep this site from the local network',
  )
  expect(petstore.requestLines()).toEqual([])
  await page.context().grantPermissions(['local-network-access'])
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('No pets in Staging yet')).toBeVisible()
})
