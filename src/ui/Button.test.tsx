// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'

type ButtonOptions = { busy?: boolean; type?: 'submit' }

/** Renders a button in a form, and returns what counts the presses and the submissions. */
function renderButton(options: ButtonOptions = {}) {
  const pressed = vi.fn<() => void>()
  const submitted = vi.fn<() => void>()
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted()
      }}
    >
      <Button {...options} onClick={pressed}>
        Add pet
      </Button>
    </form>,
  )
  return { user: userEvent.setup(), button: screen.getByRole('button'), pressed, submitted }
}

test('A press counts, and submits the form only where the button is for that.', async () => {
  const { user, button, pressed, submitted } = renderButton()
  await user.click(button)
  expect(pressed).toHaveBeenCalledOnce()
  expect(submitted).not.toHaveBeenCalled()
})

test('A double click is one press, and two presses of Enter are two.', async () => {
  const { user, button, pressed, submitted } = renderButton({ type: 'submit' })
  await user.dblClick(button)
  expect(pressed).toHaveBeenCalledOnce()
  expect(submitted).toHaveBeenCalledOnce()
  fireEvent.click(button, { detail: 0 })
  fireEvent.click(button, { detail: 0 })
  expect(pressed).toHaveBeenCalledTimes(3)
})

test('A busy button keeps the focus and says that it cannot be pressed, and a press does nothing.', async () => {
  const { user, button, pressed, submitted } = renderButton({ busy: true, type: 'submit' })
  await user.tab()
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('{Enter}')
  await user.click(button)
  expect(pressed).not.toHaveBeenCalled()
  expect(submitted).not.toHaveBeenCalled()
})
