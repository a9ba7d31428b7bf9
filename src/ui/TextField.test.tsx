// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { TextField } from './TextField.tsx'

const field = () => screen.getByRole('textbox', { name: 'Name' })

/** A field that renders what is typed again, together with its number of letters. */
function Name({ error, hint }: { error?: ReactNode; hint?: ReactNode }) {
  const [value, setValue] = useState('')
  return (
    <>
      <TextField
        label="Name"
        required
        error={error}
        hint={hint}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        after={<button type="button">Show</button>}
      />
      <p>{value.length} letters</p>
      <button type="button" onClick={() => setValue('Rex')}>
        Use Rex
      </button>
    </>
  )
}

test('A field has its label as its name, and its error and its hint as its description.', () => {
  const { rerender } = render(<Name />)
  expect(field()).toBeRequired()
  expect(field()).toBeValid()
  expect(field()).not.toHaveAttribute('aria-describedby')
  rerender(<Name hint="As on the cage" />)
  expect(field()).toHaveAccessibleDescription('As on the cage')
  rerender(<Name error="Enter a name" hint="As on the cage" />)
  expect(field()).toHaveAccessibleDescription(/Enter a name As on the cage$/)
  expect(field()).toBeInvalid()
})

test('An error is announced when it appears, and goes when it is cured.', () => {
  const { rerender } = render(<Name />)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  rerender(<Name error="Enter a name" />)
  expect(screen.getByRole('alert')).toHaveTextContent('Error: Enter a name')
  rerender(<Name />)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('What is beside a field comes right after it by Tab.', async () => {
  render(<Name />)
  const user = userEvent.setup()
  await user.click(field())
  await user.tab()
  expect(screen.getByRole('button', { name: 'Show' })).toHaveFocus()
})

test('Neither spelling nor completion changes what is typed.', () => {
  render(<Name />)
  expect(field()).toHaveAttribute('autocomplete', 'off')
  expect(field()).toHaveAttribute('spellcheck', 'false')
})

test('What is typed and what the page sets both reach the field and the page.', async () => {
  render(<Name />)
  const user = userEvent.setup()
  await user.type(field(), 'Mia Bo')
  expect(screen.getByText('6 letters')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Use Rex' }))
  expect(field()).toHaveValue('Rex')
})

test('A text that was filled in without an event stays when the page renders again.', () => {
  const { rerender } = render(<Name />)
  ;(field() as HTMLInputElement).value = 'By the password manager'
  rerender(<Name error="Enter a name" />)
  expect(field()).toHaveValue('By the password manager')
})
