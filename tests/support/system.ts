import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Folders in which servers are installed, and that are not on the PATH of many users. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin']

export function findOnPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...SYSTEM_FOLDERS]
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Says whether packages may be installed: only as root in a Debian container. On a machine with
 * systemd, a package would also start its server.
 */
const mayInstall = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && !existsSync('/run/systemd/system')

/**
 * Installs Debian packages if they are missing. It does so only in a container, and changes no
 * desktop machine.
 *
 * @returns whether the program is there now
 */
export function installIfMissing(what: string, packages: readonly string[], isThere: () => boolean): boolean {
  if (!isThere() && mayInstall()) {
    console.log(`Installing ${what} for the browser tests (once).`)
    // Package lists of months ago would install a browser of that time.
    run('apt-get', ['update'], 'ignore')
    run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], 'ignore')
  }
  return isThere()
}

/**
 * Runs a command.
 *
 * @returns whether it succeeded
 */
export function run(command: string, args: string[], stdio: 'inherit' | 'ignore' = 'inherit'): boolean {
  try {
    execFileSync(command, args, { stdio })
    return true
  } catch {
    return false
  }
}
