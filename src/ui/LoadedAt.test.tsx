// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatTime } from '#src/lib/format-time.ts'
import { LoadedAt } from './LoadedAt.tsx'

const AT = Date.UTC(2026, 10, 22, 9, 42, 7)

test('The time is there after the page, in hours and minutes, with the whole moment at hand.', async () => {
  await act(async () => render(<LoadedAt at={AT} />))
  const time = screen.getByRole('time')
  expect(time).toHaveTextContent(formatTime(AT))
  expect(time).toHaveAttribute('datetime', '2026-11-22T09:42:07.000Z')
  const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })
  expect(time).toHaveAttribute('title', moment.format(AT))
})

test('A page that was rendered ahead of time has a text of about that width.', () => {
  const ahead = document.createElement('div')
  ahead.innerHTML = renderToString(<LoadedAt at={AT} />)
  expect(ahead).toHaveTextContent('Updated ––:––')
  expect(ahead.querySelector('[title]')).toBeNull()
})
