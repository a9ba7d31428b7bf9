// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SlowResponseNotice } from './SlowResponseNotice.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function after(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

const shown = (waiting: boolean, cancel: () => void = () => undefined) => (
  <SlowResponseNotice waiting={waiting} service="Staging" onCancel={cancel} />
)

test('after 3 seconds, and not before, it is said whose answer is awaited, with a way out', () => {
  const cancel = vi.fn<() => void>()
  render(shown(true, cancel))
  after(2999)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  after(1)
  expect(screen.getByRole('status')).toHaveTextContent('Staging is taking longer than usual to respond.')
  screen.getByRole('button', { name: 'Cancel' }).click()
  expect(cancel).toHaveBeenCalledOnce()
})

test('the words go when the answer comes, and the time starts anew with the next', () => {
  const { rerender } = render(shown(true))
  after(3000)
  rerender(shown(false))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  rerender(shown(true))
  after(2999)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})
