// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BidiText } from './BidiText.tsx'

test('A text from outside is isolated from the text around it, whatever marks it has.', () => {
  render(
    <p>
      <BidiText text={'Rex\u202E'} /> was added. <BidiText text={'Mia\u2069'} /> was not.
    </p>,
  )
  expect(screen.getByText(/^Rex/).tagName).toBe('BDI')
  expect(screen.getByText(/^Rex/)).not.toHaveAttribute('data-closes')
  // This text would end its own isolation.
  expect(screen.getByText(/^Mia/)).toHaveAttribute('data-closes', 'true')
})

test('A text is cut after as many characters as asked for.', () => {
  render(<BidiText text={'a'.repeat(50)} max={10} />)
  expect(screen.getByText(/^a+…$/).textContent.length).toBeLessThanOrEqual(11)
})
