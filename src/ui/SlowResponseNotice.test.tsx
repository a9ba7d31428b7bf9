// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SlowResponseNotice } from './SlowResponseNotice.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const advance = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

test('A notice with "Cancel" appears after 3 seconds, and after 3 seconds of the next request', () => {
  const cancel = vi.fn<() => void>()
  const notice = (waiting: boolean) => (
    <SlowResponseNotice waiting={waiting} service="Staging" onCancel={cancel} />
  )
  const { rerender } = render(notice(true))
  advance(2999)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  advance(1)
  expect(screen.getByRole('status')).toHaveTextContent('Still waiting for Staging.')
  screen.getByRole('button', { name: 'Cancel' }).click()
  expect(cancel).toHaveBeenCalledOnce()
  rerender(notice(false))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  rerender(notice(true))
  advance(2999)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

/** Awaits a response for what has this name. */
const noticeFor = (what: string) => (
  <SlowResponseNotice waiting={what} service="Staging" note="Nothing is lost." onCancel={() => undefined} />
)

test('A response that is awaited for something else has 3 seconds of its own', () => {
  const { rerender } = render(noticeFor('Rex'))
  advance(3000)
  expect(screen.getByRole('status')).toHaveTextContent('Still waiting for Staging. Nothing is lost.')
  rerender(noticeFor('Mia'))
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  advance(3000)
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible()
})
