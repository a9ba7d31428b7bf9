import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { commandLineOf, processes } from '#tests/support/processes.ts'
import { collectConsoleErrors, expect, test as base } from './fixtures.ts'

/**
 * The progress of a row when the browser is killed. `petstore.hold` covers "received by the
 * service".
 */
type StallPoint = 'before the fetch' | 'before the outcome is written' | 'after the outcome was written'

export type KillMethod = 'reload' | 'tab crash' | 'SIGKILL'

/** A browser whose profile is on disk and survives a crash. */
export type PersistentBrowser = {
  readonly page: Page
  /** The names of the pets for which the app called `fetch`, in order, across all restarts. */
  readonly sent: readonly string[]
  /** Blocks at this point of this pet, once. `reached` resolves when it is blocked. */
  readonly stallAt: (point: StallPoint, name: string) => Promise<{ reached: Promise<void> }>
  /** Kills the page. `page` is then a new blank one, except after a reload. */
  readonly kill: (method: KillMethod) => Promise<void>
}

export const test = base.extend<{ persistent: PersistentBrowser }>({
  persistent: async ({ playwright, baseURL, launchOptions, locale, viewport }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
    const sent: string[] = []
    const errors: string[][] = []
    let notifyReached: (() => void) | undefined

    const launch = async (): Promise<{ context: BrowserContext; page: Page }> => {
      const context = await playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        viewport,
        ...(baseURL === undefined ? {} : { baseURL }),
        ...(locale === undefined ? {} : { locale }),
      })
      await context.exposeFunction('notifySent', (name: string) => void sent.push(name))
      await context.exposeFunction('notifyReached', () => notifyReached?.())
      await context.addInitScript(instrumentPage)
      const page = context.pages()[0] ?? (await context.newPage())
      errors.push(collectConsoleErrors(context))
      return { context, page }
    }
    let session = await launch()

    const crashTab = async () => {
      const crashed = session.page.waitForEvent('crash')
      const cdp = await session.context.newCDPSession(session.page)
      void cdp.send('Page.crash').catch(() => undefined)
      await crashed
      session.page = await session.context.newPage()
    }

    const killBrowser = async () => {
      const closed = session.context.waitForEvent('close')
      for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL')
      await closed
      await expect.poll(() => processesOf(folder)).toEqual([])
      for (const name of readdirSync(folder)) {
        if (name.startsWith('Singleton')) await rm(join(folder, name), { force: true })
      }
      session = await launch()
    }

    await provide({
      get page() {
        return session.page
      },
      sent,
      stallAt: async (point, name) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        notifyReached = resolve
        await session.page.evaluate((stall) => void Object.assign(window, { stall }), { point, name })
        return { reached: promise }
      },
      kill: async (method) => {
        if (method === 'tab crash') await crashTab()
        else if (method === 'SIGKILL') await killBrowser()
        else await session.page.reload()
      },
    })

    await session.context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    expect(errors.flat()).toEqual([])
  },
})

/** Reports each POST, and blocks at the requested point. It runs in the page before the app. */
function instrumentPage() {
  const page = window as unknown as {
    stall?: { point: StallPoint; name: string }
    notifySent: (name: string) => Promise<void>
    notifyReached: () => Promise<void>
  }
  /** Says whether the response is there, after which the next write is the outcome. */
  let isAnswered = false

  const realFetch = window.fetch
  window.fetch = async (input, init) => {
    if (init?.method !== 'POST') return realFetch(input, init)
    const { name } = JSON.parse(init.body as string) as { name: string }
    const isHere = page.stall?.name === name
    if (isHere && page.stall?.point === 'before the fetch') {
      void page.notifyReached()
      return new Promise(() => {})
    }
    void page.notifySent(name)
    const response = await realFetch(input, init)
    isAnswered = isHere
    return response
  }

  const realPut = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')
    ?.value as typeof IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function put(this: IDBObjectStore, ...parameters) {
    const request = realPut.apply(this, parameters)
    if (!isAnswered) return request
    isAnswered = false
    if (page.stall?.point === 'after the outcome was written') {
      this.transaction.addEventListener('complete', () => void page.notifyReached())
    } else {
      // An endless chain of requests keeps the transaction from completing.
      const keepOpen = () => this.count().addEventListener('success', keepOpen)
      keepOpen()
      void page.notifyReached()
    }
    return request
  }
}

/** Returns the processes of the browser with this profile folder. */
function processesOf(folder: string): number[] {
  return processes().filter((pid) => commandLineOf(pid).some((argument) => argument.endsWith(folder)))
}
