// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { RadioGroup } from './RadioGroup.tsx'

const OPTIONS = [
  { value: '', label: 'All' },
  { value: 'sold', label: 'Sold' },
] as const

function Statuses({ legend = 'Status', error }: { legend?: string; error?: ReactNode }) {
  const [value, setValue] = useState<'' | 'sold'>('')
  return (
    <>
      <RadioGroup legend={legend} options={OPTIONS} value={value} onChange={setValue} error={error} />
      <p>{`${legend}: ${value || 'any'}`}</p>
      <button type="button" onClick={() => setValue('sold')}>
        Only sold
      </button>
    </>
  )
}

const group = () => screen.getByRole('group', { name: 'Status' })
const radio = (name: string) => screen.getByRole('radio', { name })

test('A press chooses an option, and so do the arrow keys.', async () => {
  render(<Statuses />)
  const user = userEvent.setup()
  expect(group()).toContainElement(radio('Sold'))
  expect(radio('All')).toBeChecked()
  await user.click(radio('Sold'))
  expect(screen.getByText('Status: sold')).toBeVisible()
  expect(radio('Sold')).toBeChecked()
  await user.keyboard('{ArrowUp}')
  expect(screen.getByText('Status: any')).toBeVisible()
  expect(radio('All')).toBeChecked()
})

test('The group shows a value that the page sets.', async () => {
  render(<Statuses />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Only sold' }))
  expect(radio('Sold')).toBeChecked()
  expect(radio('All')).not.toBeChecked()
})

test('Two groups on one page do not know each other.', async () => {
  render(
    <>
      <Statuses legend="Then" />
      <Statuses legend="Now" />
    </>,
  )
  const [first] = screen.getAllByRole('radio', { name: 'Sold' })
  await userEvent.setup().click(first ?? document.body)
  expect(screen.getByText('Then: sold')).toBeVisible()
  expect(screen.getAllByRole('radio', { name: 'All' }).at(-1)).toBeChecked()
})

test('An error is announced, and describes the group.', () => {
  const { rerender } = render(<Statuses />)
  expect(group()).not.toHaveAttribute('aria-invalid')
  rerender(<Statuses error="Choose a status" />)
  expect(screen.getByRole('alert')).toHaveTextContent('Choose a status')
  expect(group()).toHaveAttribute('aria-invalid', 'true')
  expect(group()).toHaveAccessibleDescription(/Choose a status$/)
})
