// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

usePetstoreServer()

async function openList() {
  const app = renderApp('/staging/pets')
  await screen.findByText('No pets in Staging yet')
  return app
}
const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, init)

test.each([
  ['Russian', 'т', 'п', 'з'],
  ['Greek', 'ν', 'γ', 'π'],
  ['Hebrew', 'מ', 'ע', 'פ'],
  ['Arabic', 'ى', 'ل', 'ح'],
  ['Thai', 'ื', 'เ', 'ย'],
  ['Korean', 'ㅜ', 'ㅎ', 'ㅔ'],
  ['Caps Lock', 'N', 'G', 'P'],
])('the shortcuts of letters work: %s', async (_layout, n, g, p) => {
  const { address } = await openList()
  press({ key: n, code: 'KeyN' })
  await waitFor(() => expect(address()).toBe('/staging/pets/new'))
  await screen.findByRole('heading', { name: 'Add a pet' })
  ;(document.activeElement as HTMLElement).blur()
  press({ key: g, code: 'KeyG' })
  press({ key: p, code: 'KeyP' })
  await waitFor(() => expect(address()).toBe('/staging/pets'))
})

test.each([
  ['Russian', 'л'],
  ['Greek', 'κ'],
  ['Hebrew', 'ל'],
  ['Arabic', 'ن'],
  ['Thai', 'า'],
  ['Caps Lock', 'K'],
])('Ctrl+K opens "Find a pet": %s', async (_layout, key) => {
  await openList()
  press({ key, code: 'KeyK', ctrlKey: true })
  expect(await screen.findByRole('dialog', { name: 'Find a pet' })).toBeVisible()
})

test.each([
  ['Arabic', 'ظ', '؟'],
  ['Thai', 'ฝ', 'ฦ'],
  ['English', '/', '?'],
])('the shortcuts of signs work: %s', async (_layout, slash, questionMark) => {
  await openList()
  press({ key: slash, code: 'Slash' })
  expect(screen.getByRole('searchbox')).toHaveFocus()
  screen.getByRole('searchbox').blur()
  press({ key: questionMark, code: 'Slash', shiftKey: true })
  expect(await screen.findByRole('dialog', { name: 'Help' })).toBeVisible()
})

test('the signs of a Russian keyboard are in their own places', async () => {
  await openList()
  press({ key: '.', code: 'Slash' })
  expect(screen.getByRole('searchbox')).not.toHaveFocus()
  press({ key: '/', code: 'Backslash', shiftKey: true })
  expect(screen.getByRole('searchbox')).toHaveFocus()
})

test('on a Latin keyboard the letter counts, not its place, and with Shift it is no shortcut', async () => {
  const { address } = await openList()
  // Dvorak has "b" where "n" is in English, AZERTY has "§" beside the full stop, and Turkish a
  // dotless "ı".
  press({ key: 'b', code: 'KeyN' })
  press({ key: '§', code: 'Slash', shiftKey: true })
  press({ key: 'g', code: 'KeyG' })
  press({ key: 'ı', code: 'KeyI' })
  press({ key: 'N', code: 'KeyN', shiftKey: true })
  press({ key: 'Т', code: 'KeyN', shiftKey: true })
  press({ key: 'n', code: 'KeyN', shiftKey: true })
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(address()).toBe('/staging/pets')
  press({ key: 'n', code: 'KeyL' })
  await waitFor(() => expect(address()).toBe('/staging/pets/new'))
})

/** Presses a key at this time, in milliseconds since the page was opened. */
function pressAt(milliseconds: number, key: string) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: milliseconds })
  fireEvent(document.body, event)
}

test('two keys are a shortcut only if they follow each other within a second', async () => {
  const { address } = await openList()
  pressAt(1000, 'g')
  pressAt(2001, 'o')
  expect(address()).toBe('/staging/pets')
  pressAt(3000, 'g')
  pressAt(3900, 'o')
  await waitFor(() => expect(address()).toBe('/staging/overview'))
})

test('a key that an input method handles is no shortcut', async () => {
  const { address } = await openList()
  press({ key: 'n', code: 'KeyN', isComposing: true })
  // Safari says it in this way.
  // oxlint-disable-next-line typescript/no-deprecated
  press({ key: 'n', code: 'KeyN', keyCode: 229 })
  expect(address()).toBe('/staging/pets')
  press({ key: 'n', code: 'KeyN' })
  await waitFor(() => expect(address()).toBe('/staging/pets/new'))
})
