import { expect } from '@playwright/test'

/**
 * Returns what is visible: the title, and every tag, attribute and text with its box. Times count
 * as "00:00", because the app adds them to the prerendered page. This runs in the page.
 */
export function readPage() {
  const root = document.querySelector('.app') ?? document.querySelector('#root')
  const times = [...(root?.querySelectorAll('time') ?? [])].map((time) => ({ time, text: time.textContent }))
  for (const { time } of times) time.textContent = '00:00'
  const nodes = [...(root?.querySelectorAll('*') ?? [])]
    // Closed menus are filled by the app only.
    .filter((node) => node.closest('[popover]:not(:popover-open)') === null || node.checkVisibility())
  const elements = nodes.map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect()
    const attributes = [...node.attributes]
      // The tooltip of a time is added by the app.
      .filter(({ name }) => node.tagName !== 'TIME' || (name !== 'title' && name !== 'datetime'))
      // React in the browser selects an option without this attribute.
      .filter(({ name }) => name !== 'selected')
      // React's generated ids differ.
      .map(({ name, value }) => `${name}=${value.replace(/_[rR]_\w*_/, 'id')}`)
      .toSorted()
    const texts = [...node.childNodes].filter((child) => child instanceof Text).map(({ data }) => data)
    const { value, checked } = node as Partial<HTMLInputElement>
    return {
      what: [node.tagName, attributes, texts.join(''), value, checked],
      box: [left, top, right, bottom],
    }
  })
  for (const { time, text } of times) time.textContent = text
  return { title: document.title, elements }
}

type PageSnapshot = ReturnType<typeof readPage>

/**
 * Expects two pages to be the same. It allows a subpixel difference, which depends on the order of
 * measurements.
 */
export function expectSame(now: PageSnapshot, before: PageSnapshot) {
  expect(now.title).toBe(before.title)
  expect(now.elements.map(({ what }) => what)).toEqual(before.elements.map(({ what }) => what))
  const moved = now.elements.filter(({ box }, index) =>
    box.some((length, side) => Math.abs(length - (before.elements[index]?.box[side] ?? Infinity)) > 0.1),
  )
  expect(moved).toEqual([])
}
