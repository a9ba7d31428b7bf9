import { existsSync, readdirSync } from 'node:fs'
import { findOnPath, installIfMissing } from './system.ts'

const PACKAGES = ['nginx', 'libnginx-mod-http-brotli-static', 'ca-certificates']

/**
 * Finds the installed nginx, if any, and whether its module for precompressed brotli files is
 * enabled.
 */
export function findNginx(): { readonly path: string; readonly hasBrotli: boolean } | undefined {
  const path = findOnPath('nginx')
  if (path === undefined) return undefined
  const modules = '/etc/nginx/modules-enabled'
  const hasBrotli = existsSync(modules) && readdirSync(modules).some((name) => /brotli-static/.test(name))
  return { path, hasBrotli }
}

/**
 * Installs nginx if it is missing and may be installed.
 *
 * @throws {Error} without nginx if NGINX_REQUIRED is 1
 */
export function ensureNginx(): void {
  installIfMissing('nginx', PACKAGES, () => findNginx()?.hasBrotli === true)
  if (findNginx() !== undefined) return
  if (process.env['NGINX_REQUIRED'] === '1') {
    throw new Error(`NGINX_REQUIRED is 1, but nginx is not installed. Install ${PACKAGES.join(', ')}.`)
  }
  console.log('Not tested, because nginx is not installed: its configuration, and the app below a path.')
}
