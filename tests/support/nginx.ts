import { existsSync, readdirSync } from 'node:fs'
import { findOnPath, installQuietly, mayUseApt } from './system.ts'

const PACKAGES = ['nginx', 'libnginx-mod-http-brotli-static', 'ca-certificates']

type Nginx = {
  /** The executable. */
  readonly path: string
  /** Whether the module for precompressed brotli files is enabled. */
  readonly hasBrotli: boolean
}

/** The installed nginx, if any. */
export function findNginx(): Nginx | undefined {
  const path = findOnPath('nginx')
  if (path === undefined) return undefined
  const modules = '/etc/nginx/modules-enabled'
  const hasBrotli = existsSync(modules) && readdirSync(modules).some((name) => /brotli-static/.test(name))
  return { path, hasBrotli }
}

/**
 * Installs nginx if it is missing, but only in a Debian container: on a machine with systemd the package would start it on
 * port 80. Without nginx, prints which tests are skipped. @throws {Error} without nginx if NGINX_REQUIRED is 1.
 */
export function ensureNginx(): void {
  if (findNginx()?.hasBrotli !== true && mayUseApt() && !existsSync('/run/systemd/system')) {
    console.log('Installing nginx for the deployment tests (once).')
    installQuietly(PACKAGES)
  }
  if (findNginx() !== undefined) return
  if (process.env['NGINX_REQUIRED'] === '1') {
    throw new Error(`NGINX_REQUIRED is 1, but nginx is not installed. Install ${PACKAGES.join(', ')}.`)
  }
  console.log(
    'nginx is not installed: the core browser tests run on a test server, and those of the nginx configuration are skipped.',
  )
}
