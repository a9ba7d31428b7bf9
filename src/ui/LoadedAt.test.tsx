// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LoadedAt } from './LoadedAt.tsx'

const AT = Date.UTC(2026, 10, 22, 9, 42, 7)

test('The time is there after the page, in hours and minutes, with the whole moment at hand.', async () => {
  await act(async () => render(<LoadedAt at={AT} />))
  const time = screen.getByRole('time')
  expect(time).toHaveTextContent('10:42')
  expect(time).toHaveAttribute('datetime', '2026-11-22T09:42:07.000Z')
  expect(time.title).toContain('2026')
})

test('A page that was rendered ahead of time has a text of about that width.', () => {
  const ahead = document.createElement('div')
  ahead.innerHTML = renderToString(<LoadedAt at={AT} />)
  expect(ahead).toHaveTextContent('Updated ––:––')
  expect(ahead.querySelector('[title]')).toBeNull()
})
