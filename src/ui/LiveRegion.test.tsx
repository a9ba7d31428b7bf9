// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveRegion } from './LiveRegion.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const advance = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

test('The region is there before its text, which follows once it has stopped changing for half a second.', () => {
  const { rerender } = render(<LiveRegion text="1 pet" />)
  const region = screen.getByRole('status')
  expect(region).toBeEmptyDOMElement()
  advance(499)
  rerender(<LiveRegion text="12 pets" />)
  advance(499)
  expect(region).toBeEmptyDOMElement()
  advance(1)
  expect(region).toHaveTextContent('12 pets')
  rerender(<LiveRegion text="" />)
  advance(500)
  expect(region).toBeEmptyDOMElement()
})
