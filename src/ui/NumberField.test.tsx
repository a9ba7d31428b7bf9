// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NumberField } from './NumberField.tsx'

/** Is called with each value that the field applies. */
let applied = vi.fn<(value: number) => void>()

beforeEach(() => {
  applied = vi.fn<(value: number) => void>()
  // The time stands still, unless a test says that it passes.
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

/** A page with a field for 1 to 100, which begins at 20, and a button that sets it to 50. */
function Page() {
  const [value, setValue] = useState(20)
  const change = (next: number) => {
    applied(next)
    setValue(next)
  }
  return (
    <>
      <NumberField label="Page size" value={value} min={1} max={100} onChange={change} />
      <button type="button" onClick={() => setValue(50)}>
        Use 50
      </button>
    </>
  )
}

const field = () => screen.getByRole('spinbutton', { name: 'Page size' })
const values = () => applied.mock.calls.flat()

const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (key: string, more = {}) => fireEvent.keyDown(field(), { key, ...more })
const rest = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

test('A screen reader hears the value, the bounds and the text.', () => {
  render(<Page />)
  expect(field()).toHaveValue('20')
  expect(field()).toHaveAttribute('aria-valuemin', '1')
  expect(field()).toHaveAttribute('aria-valuemax', '100')
  expect(field()).toHaveAttribute('aria-valuenow', '20')
  type('')
  expect(field()).toHaveAttribute('aria-valuetext', 'empty')
})

test('A number counts on Enter.', () => {
  render(<Page />)
  type('4')
  type('45')
  expect(values()).toEqual([])
  press('Enter')
  expect(values()).toEqual([45])
})

test('A number counts when somebody leaves the field.', () => {
  render(<Page />)
  type('45')
  fireEvent.blur(field())
  expect(values()).toEqual([45])
})

test('A number counts after typing has rested for 0.7 seconds, and each digit starts the rest anew.', () => {
  render(<Page />)
  type('4')
  rest(699)
  type('45')
  rest(699)
  expect(values()).toEqual([])
  rest(1)
  expect(values()).toEqual([45])
})

test('A number that was there before is not applied again.', () => {
  render(<Page />)
  press('Enter')
  type('020')
  press('Enter')
  fireEvent.blur(field())
  expect(values()).toEqual([])
  expect(field()).toHaveValue('20')
})

test.each(['0', '101', '2.5', '-1', 'many'])(
  '"%s" is not applied, and the field says which numbers are right until one is typed.',
  (text) => {
    render(<Page />)
    type(text)
    expect(field()).toBeValid()
    press('Enter')
    expect(field()).toBeInvalid()
    expect(field()).toHaveAccessibleDescription(/Enter 1 to 100$/)
    expect(field()).toHaveValue(text)
    type('3')
    expect(field()).toBeValid()
    expect(values()).toEqual([])
  },
)

test('An empty field waits for a number, and is wrong once somebody leaves it.', () => {
  render(<Page />)
  type('')
  rest(10_000)
  expect(field()).toBeValid()
  fireEvent.blur(field())
  expect(field()).toBeInvalid()
})

test.each([
  ['ArrowUp', '21'],
  ['ArrowDown', '19'],
  ['PageUp', '30'],
  ['PageDown', '10'],
])('%s leads from 20 to %s, which counts after a rest.', (key, text) => {
  render(<Page />)
  // The browser would move the caret or scroll the page.
  expect(press(key)).toBe(false)
  expect(field()).toHaveValue(text)
  expect(values()).toEqual([])
  rest(700)
  expect(values()).toEqual([Number(text)])
})

test('Steps stay within the bounds.', () => {
  render(<Page />)
  type('99')
  press('PageUp')
  expect(field()).toHaveValue('100')
  type('2')
  press('PageDown')
  expect(field()).toHaveValue('1')
})

test('A key that an input method handles applies nothing.', () => {
  render(<Page />)
  type('45')
  press('Enter', { isComposing: true })
  press('ArrowUp', { isComposing: true })
  expect(values()).toEqual([])
  expect(field()).toHaveValue('45')
})

test('The mouse wheel changes nothing.', () => {
  render(<Page />)
  field().focus()
  fireEvent.wheel(field(), { deltaY: 100 })
  rest(10_000)
  expect(field()).toHaveValue('20')
  expect(values()).toEqual([])
})

test('A value that the page sets takes the place of what was typed.', () => {
  render(<Page />)
  type('45')
  fireEvent.click(screen.getByRole('button', { name: 'Use 50' }))
  expect(field()).toHaveValue('50')
  rest(10_000)
  expect(values()).toEqual([])
})

test('Digits of another script count.', () => {
  render(<Page />)
  type('４５')
  press('Enter')
  expect(values()).toEqual([45])
  expect(field()).toHaveValue('45')
})
