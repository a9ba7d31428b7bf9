/** What the page under measurement notes about itself. Times in milliseconds since the navigation began. */
export type PageWatch = {
  /** The frame with the first pet's row is painted. */
  firstRow: number
  /** The first press of a status that was answered: the service was asked for its pets, or they were shown. */
  usable: number
  readonly paints: { readonly name: string; readonly at: number }[]
  /** Tasks of 50 ms and more. */
  readonly longTasks: { readonly at: number; readonly duration: number }[]
  readonly shifts: { readonly at: number; readonly value: number }[]
  /** The statuses that the service was asked for. */
  readonly asked: string[]
  /** Shows the pets of a status ('' is all) by a press of its radio button. */
  readonly switchTo: (list: ExpectedList) => Promise<FilterSwitch>
}

export type ExpectedList = { readonly status: string; readonly firstId: string; readonly rows: number }

/** `rows` undefined: any number of them. */
type Rows = { readonly firstId: string; readonly rows: number | undefined }

export type FilterSwitch = {
  /** From the press until the frame with the rows is painted. Milliseconds. */
  readonly milliseconds: number
  /** Which frame after the press had the rows: 1 is the next to be painted. */
  readonly frames: number
}

declare global {
  interface Window {
    /** Exposed by the bench; called once a press was answered. */
    benchIsUsable?: () => void
    benchWatch?: PageWatch
  }
}

/**
 * Runs in the page before its own scripts; everything that it needs is inside. A row counts when the ID of the first
 * pet stands in a visible cell of the first row of a table's body, so that neither a skeleton nor a `<template>` does,
 * and rows that are drawn early do, even where the app later puts its own in their place. From the first row on a
 * status is pressed each 50 ms, each time another one, where a pointer would reach it (so not in an inert part), until
 * one is answered.
 */
export function watchPage(lists: readonly ExpectedList[]): void {
  const PAUSE = 50
  const look = {
    at: (type: string, note: (entry: PerformanceEntry) => void): void => {
      const take = (entries: PerformanceObserverEntryList) => entries.getEntries().forEach(note)
      new PerformanceObserver(take).observe({ type, buffered: true })
    },
    firstCell: (id: string): Element | undefined => {
      const cells = document.querySelectorAll('tbody > tr:first-child > :first-child')
      return [...cells].find((cell) => cell.textContent.includes(id))
    },
    radioOf: (status: string): HTMLInputElement | undefined => {
      const radios = document.querySelectorAll<HTMLInputElement>('input[type=radio]')
      return [...radios].find(({ value }) => value === status || (status === '' && value === 'all'))
    },
    /** A message that is sent in a frame arrives once the frame is painted. */
    afterPaint: (): Promise<void> =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve())
        port1.start()
        port2.postMessage(null)
      }),
  }
  const presses: { readonly status: string; readonly at: number }[] = []
  const watch: PageWatch = {
    firstRow: Number.NaN,
    usable: Number.NaN,
    paints: [],
    longTasks: [],
    shifts: [],
    asked: [],
    switchTo,
  }
  window.benchWatch = watch

  look.at('paint', ({ name, startTime }) => watch.paints.push({ name, at: startTime }))
  look.at('longtask', ({ startTime, duration }) => watch.longTasks.push({ at: startTime, duration }))
  look.at('layout-shift', (entry) => {
    const { value } = entry as PerformanceEntry & { readonly value: number }
    watch.shifts.push({ at: entry.startTime, value })
  })

  // The moment at which a request leaves is told by nothing else in the page.
  const fetch = window.fetch.bind(window)
  window.fetch = (input, init) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input, location.href)
    const status = searchParams.get('status')
    if (status !== null) {
      watch.asked.push(status)
      noteAnswer(status)
    }
    return fetch(input, init)
  }

  const all = lists.find(({ status }) => status === '')
  const observer = new MutationObserver(() => {
    if (all === undefined || look.firstCell(all.firstId) === undefined) return
    observer.disconnect()
    void noteFirstRow(all)
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })

  async function noteFirstRow({ firstId }: ExpectedList): Promise<void> {
    // However many rows are drawn first.
    await rowsPainted({ firstId, rows: undefined })
    watch.firstRow = performance.now()
    press()
  }

  function isShown({ firstId, rows }: Rows): boolean {
    const cell = look.firstCell(firstId)
    if (cell?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) !== true) return false
    return rows === undefined || cell.closest('tbody')?.rows.length === rows
  }

  /** @returns in which frame they were there. */
  async function rowsPainted(list: Rows): Promise<number> {
    for (let frame = 1; ; frame++) {
      await new Promise(requestAnimationFrame)
      if (isShown(list)) {
        await look.afterPaint()
        return frame
      }
    }
  }

  function press(): void {
    const shown = presses.find(({ status }) => lists.some((list) => list.status === status && isShown(list)))
    if (shown !== undefined) noteAnswer(shown.status)
    if (!Number.isNaN(watch.usable)) return
    setTimeout(press, PAUSE)
    const statuses = lists.map(({ status }) => status).filter((status) => status !== '')
    const status = statuses[presses.length % statuses.length] ?? ''
    const radio = look.radioOf(status)
    const label = radio?.closest('label') ?? radio
    if (radio === undefined || label === undefined) return
    const { x, y, width, height } = label.getBoundingClientRect()
    const reached = document.elementFromPoint(x + width / 2, y + height / 2)
    if (reached === null || !label.contains(reached)) return
    presses.push({ status, at: performance.now() })
    radio.click()
  }

  function noteAnswer(status: string): void {
    const pressed = presses.findLast((candidate) => candidate.status === status)
    if (pressed === undefined || !Number.isNaN(watch.usable)) return
    watch.usable = pressed.at
    void tellOnceShown(presses.at(-1)?.status)
  }

  /** Where the page was slow to answer, another status was pressed meanwhile, and that one it shows in the end. */
  async function tellOnceShown(status: string | undefined): Promise<void> {
    const list = lists.find((candidate) => candidate.status === status)
    if (list !== undefined) await rowsPainted(list)
    window.benchIsUsable?.()
  }

  async function switchTo(list: ExpectedList): Promise<FilterSwitch> {
    const started = performance.now()
    look.radioOf(list.status)?.click()
    const frames = await rowsPainted(list)
    return { milliseconds: performance.now() - started, frames }
  }
}
