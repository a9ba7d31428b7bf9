import { expect } from '@playwright/test'

/** What is visible: every tag, attribute and text with its box; digits of times are masked. Runs in the page. */
export function readPage() {
  const root = document.querySelector('.prerendered') ?? document.querySelector('#root')
  const nodes = [...(root?.querySelectorAll('*') ?? [])]
    // Closed menus are filled by the app only.
    .filter((node) => node.closest('[popover]:not(:popover-open)') === null || node.checkVisibility())
  return nodes.map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect()
    const attributes = [...node.attributes]
      // The tooltip of a time is added by the app.
      .filter(({ name }) => node.tagName !== 'TIME' || (name !== 'title' && name !== 'datetime'))
      // Controls are disabled until the app is there.
      .filter(({ name }) => name !== 'readonly' && name !== 'inert')
      // React's generated ids differ.
      .map(({ name, value }) => `${name}=${value.replace(/_[rR]_\w*_/, 'id')}`)
      .toSorted()
    const texts = [...node.childNodes].filter((child) => child instanceof Text).map(({ data }) => data)
    const { value, checked } = node as Partial<HTMLInputElement>
    const text = node.tagName === 'TIME' ? texts.join('').replaceAll(/\d/g, '0') : texts.join('')
    return { what: [node.tagName, attributes, text, value, checked], box: [left, top, right, bottom] }
  })
}

type PageSnapshot = ReturnType<typeof readPage>

/** Allows a subpixel difference, which depends on the order of measurements. */
export function expectSame(now: PageSnapshot, before: PageSnapshot) {
  expect(now.map(({ what }) => what)).toEqual(before.map(({ what }) => what))
  const moved = now.filter(({ box }, index) =>
    box.some((length, side) => Math.abs(length - (before[index]?.box[side] ?? Infinity)) > 0.1),
  )
  expect(moved).toEqual([])
}
