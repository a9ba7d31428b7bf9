import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver'
import { childrenOf, commandLineOf, processes } from '#tests/support/processes.ts'
import { onFreePorts } from '#tests/support/listen.ts'

/** The window under test, which writes console messages to the file that is its first argument. */
const BROWSER = `exec gjs -m ${fileURLToPath(new URL('browser.js', import.meta.url))} "$@" >> "$0" 2>&1`

/**
 * The file with the console messages of all pages, for example `CONSOLE JS ERROR …`, in the folder
 * of the profile.
 */
export const CONSOLE = 'console.log'

export type Options = {
  /**
   * A folder for storage and downloads. A window that is started again with it has the storage of
   * the one before.
   */
  readonly profile: string
  /** The options of browser.js, for example `--block-storage`. */
  readonly flags?: readonly string[]
  /** Says whether `goto` returns before the page is loaded. */
  readonly isImpatient?: boolean
}

/** WebKitWebDriver with a display of its own, which drives one browser at a time. */
export type WebKitDriver = {
  /** Kills the browser with this profile, and all of its processes. */
  readonly kill: (profile: string) => void
  readonly open: (options: Options) => Promise<WebDriver>
  readonly close: () => void
}

/**
 * Starts a display and WebKitWebDriver.
 *
 * @throws {Error} if Xvfb or WebKitWebDriver is not installed
 */
export async function startWebKitDriver(): Promise<WebKitDriver> {
  // Xvfb writes the number of a free display to the file descriptor 3. With -noreset it does not
  // start anew when its last window is closed. Otherwise, a browser that came in that moment found
  // no display, and the session that waited for it never began.
  const display = start('Xvfb', '-displayfd 3 -screen 0 1400x1000x24 -nolisten tcp -noreset'.split(' '))
  const [number] = await Promise.race([
    once(createInterface({ input: display.stdio[3] as never }), 'line') as Promise<[string]>,
    once(display, 'exit').then(() => Promise.reject(new Error('Xvfb exited.'))),
  ])
  const env = {
    DISPLAY: `:${number}`,
    LANG: 'C.UTF-8',
    TZ: 'Europe/Berlin',
    FONTCONFIG_FILE: fileURLToPath(new URL('../browser/fonts.conf', import.meta.url)),
    // A container without a desktop has no settings daemon and no accessibility bus to talk to.
    GIO_USE_VFS: 'local',
    GSETTINGS_BACKEND: 'memory',
    NO_AT_BRIDGE: '1',
    // WebKit's sandbox needs user namespaces, which root in a container does not have.
    ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {}),
  }
  const { driver, url } = await onFreePorts(async ([port]) => {
    const started = start('WebKitWebDriver', [`--port=${port}`], env)
    const address = `http://127.0.0.1:${port}`
    await untilListening(address, started)
    return { driver: started, url: address }
  })
  return {
    open: async ({ profile, flags = [], isImpatient = false }) => {
      const args = ['-c', BROWSER, join(profile, CONSOLE), `--profile=${profile}`, ...flags]
      const capabilities = new Capabilities({
        browserName: 'Petstore Admin tests',
        pageLoadStrategy: isImpatient ? 'none' : 'normal',
        'webkitgtk:browserOptions': { binary: '/bin/sh', args },
      })
      return new Builder().usingServer(url).withCapabilities(capabilities).build()
    },
    kill: (profile) => {
      for (const pid of processes().filter((each) => commandLineOf(each).includes(`--profile=${profile}`))) {
        for (const each of [...childrenOf(pid), pid]) {
          try {
            process.kill(each, 'SIGKILL')
          } catch {
            // The process has exited in the meantime.
          }
        }
      }
    },
    close: () => {
      driver.kill()
      display.kill()
    },
  }
}

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  // The process is killed, so that it does not survive a test run that is interrupted.
  const kill = () => child.kill()
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

async function untilListening(url: string, driver: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200 && driver.exitCode === null; attempt += 1) {
    const response = await fetch(`${url}/status`).catch(() => undefined)
    if (response !== undefined) return
    await delay(50)
  }
  throw new Error('WebKitWebDriver does not respond, or its address is already in use.')
}
