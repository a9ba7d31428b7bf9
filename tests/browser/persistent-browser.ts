import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { consoleErrors, expect, test as base } from './fixtures.ts'

/** Where a row stands when the browser dies. "Received by the service" is up to the service: `petstore.hold`. */
export type Point = 'before the fetch' | 'before the outcome is written' | 'after the outcome was written'

export const WAYS = ['reload', 'tab crash', 'SIGKILL'] as const
export type Way = (typeof WAYS)[number]

/** A browser whose storage is on disk, so that what survives it can be seen. */
export type BrowserOnDisk = {
  readonly page: Page
  /** Names of pets in the order in which the app called `fetch` for them, over all lives of the browser. */
  readonly sent: readonly string[]
  /** The run will stand still at this point of the row of this pet. @returns what resolves when it is there. */
  readonly stallAt: (point: Point, name: string) => Promise<{ reached: Promise<void> }>
  /** Ends the page in this way; `page` is then another one, without an address but after a reload. */
  readonly kill: (way: Way) => Promise<void>
}

/** A life of the browser, from launch to death. */
type Life = { context: BrowserContext; complaints: string[]; page: Page }

export const test = base.extend<{ disk: BrowserOnDisk }>({
  disk: async ({ baseURL, launchOptions, locale, viewport }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-admin-'))
    const sent: string[] = []
    const complaints: string[] = []
    let tellReached: (() => void) | undefined

    const begin = async (): Promise<Life> => {
      const context = await chromium.launchPersistentContext(folder, {
        ...launchOptions,
        viewport,
        ...(baseURL === undefined ? {} : { baseURL }),
        ...(locale === undefined ? {} : { locale }),
      })
      await context.exposeFunction('tellSent', (name: string) => void sent.push(name))
      await context.exposeFunction('tellReached', () => tellReached?.())
      await context.addInitScript(watch)
      const page = context.pages()[0] ?? (await context.newPage())
      return { context, complaints: consoleErrors(context), page }
    }
    let life = await begin()

    const crashTab = async () => {
      const crashed = life.page.waitForEvent('crash')
      const session = await life.context.newCDPSession(life.page)
      void session.send('Page.crash').catch(() => undefined)
      await crashed
      life.page = await life.context.newPage()
    }

    const killBrowser = async () => {
      const closed = life.context.waitForEvent('close')
      for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL')
      await closed
      await expect.poll(() => processesOf(folder)).toEqual([])
      for (const name of readdirSync(folder)) {
        if (name.startsWith('Singleton')) await rm(join(folder, name), { force: true })
      }
      complaints.push(...life.complaints)
      life = await begin()
    }

    await provide({
      get page() {
        return life.page
      },
      sent,
      stallAt: async (point, name) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        tellReached = resolve
        await life.page.evaluate((stall) => void Object.assign(window, { stall }), { point, name })
        return { reached: promise }
      },
      kill: async (way) => {
        if (way === 'tab crash') await crashTab()
        else if (way === 'SIGKILL') await killBrowser()
        else await life.page.reload()
      },
    })

    await life.context.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    expect([...complaints, ...life.complaints]).toEqual([])
  },
})

/** In the page, before the app: counts what is sent, and stands still where the test says. */
function watch() {
  type Step = { changes?: { position: number; outcome: { kind: string } }[] }
  const page = window as unknown as {
    stall?: { point: Point; name: string }
    tellSent: (name: string) => Promise<void>
    tellReached: () => Promise<void>
  }
  const isAt = (point: Point, name: string | undefined) =>
    page.stall?.point === point && page.stall.name === name

  const realFetch = window.fetch
  window.fetch = (input, init) => {
    if (init?.method !== 'POST') return realFetch(input, init)
    const { name } = JSON.parse(init.body as string) as { name: string }
    if (isAt('before the fetch', name)) {
      void page.tellReached()
      return new Promise(() => {})
    }
    void page.tellSent(name)
    return realFetch(input, init)
  }

  const realAdd = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'add')
    ?.value as typeof IDBObjectStore.prototype.add
  IDBObjectStore.prototype.add = function add(this: IDBObjectStore, value: Step, key?: IDBValidKey) {
    const request = realAdd.call(this, value, key)
    const added = value.changes?.find(({ outcome }) => outcome.kind === 'added')
    if (added === undefined) return request
    // The rows of these tests are called by their place, from 1.
    const name = `Pet ${added.position + 1}`
    if (isAt('before the outcome is written', name)) {
      // One request after the other, and no word of the end: the transaction never completes.
      this.transaction.commit = () => undefined
      const keepOpen = () => this.count().addEventListener('success', keepOpen)
      keepOpen()
      void page.tellReached()
    }
    if (isAt('after the outcome was written', name)) {
      this.transaction.addEventListener('complete', () => void page.tellReached())
    }
    return request
  }
}

/** Of the browser that has this folder, and of no other. */
function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandLineOf(pid).includes(`--user-data-dir=${folder}`))
}

/** The arguments of a process; none when it has ended. */
function commandLineOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
