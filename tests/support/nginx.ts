import { existsSync, readdirSync } from 'node:fs'
import { findOnPath, installQuietly, mayUseApt } from './system.ts'

const PACKAGES = ['nginx', 'libnginx-mod-http-brotli-static', 'ca-certificates']

export type Nginx = {
  /** Where it is. */
  readonly path: string
  /** Whether it has the module for brotli. */
  readonly hasBrotli: boolean
}

/** The nginx of this machine, if there is one. */
export function findNginx(): Nginx | undefined {
  const path = findOnPath('nginx')
  if (path === undefined) return undefined
  const modules = '/etc/nginx/modules-enabled'
  const hasBrotli = existsSync(modules) && readdirSync(modules).some((name) => /brotli-static/.test(name))
  return { path, hasBrotli }
}

/**
 * Installs nginx where there is none and that does no harm: Debian's package starts it on port 80 where a system runs, but
 * not in a container. Says in one line what is left out without it. @throws {Error} when there is none and NGINX_REQUIRED is 1.
 */
export function ensureNginx(): void {
  if (findNginx()?.hasBrotli !== true && mayUseApt() && !existsSync('/run/systemd/system')) {
    console.log('Installing nginx for the tests of the deployment (once).')
    installQuietly(PACKAGES)
  }
  if (findNginx() !== undefined) return
  if (process.env['NGINX_REQUIRED'] === '1') {
    throw new Error(`There is no nginx, and NGINX_REQUIRED is 1. Install ${PACKAGES.join(', ')}.`)
  }
  console.log(
    'There is no nginx: the browser tests run on a server of their own, and those of the nginx recipe are left out.',
  )
}
