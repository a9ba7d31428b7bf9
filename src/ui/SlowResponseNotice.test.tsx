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

function advance(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

const notice = (waiting: boolean, cancel: () => void = () => undefined) => (
  <SlowResponseNotice waiting={waiting} service="Staging" onCancel={cancel} />
)

test('after 3 seconds, and not before, a notice names the environment and offers "Cancel"', () => {
  const cancel = vi.fn<() => void>()
  render(notice(true, cancel))
  advance(2999)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  advance(1)
  expect(screen.getByRole('status')).toHaveTextContent('Still waiting for Staging.')
  screen.getByRole('button', { name: 'Cancel' }).click()
  expect(cancel).toHaveBeenCalledOnce()
})

test('the notice disappears with the response, and the delay starts again with the next request', () => {
  const { rerender } = render(notice(true))
  advance(3000)
  rerender(notice(false))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  rerender(notice(true))
  advance(2999)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})
