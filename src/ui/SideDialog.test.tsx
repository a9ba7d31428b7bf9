// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { createEmitter } from '#src/lib/create-store.ts'
import { SideDialog } from './SideDialog.tsx'

const askedAgain = createEmitter()

/** A page with a form and a dialog, which opens on F2, so that the focus stays where it is. */
function Page() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It stands for a response.
    <div onKeyDown={({ key }) => key === 'F2' && setIsOpen(true)}>
      <button type="button">Refresh</button>
      <input aria-label="Name" defaultValue="Rex" />
      {isOpen && (
        <SideDialog
          title="Sign in again"
          onAskedAgain={askedAgain.subscribe}
          onClose={() => setIsOpen(false)}
        >
          <input aria-label="User name" tabIndex={-1} />
          <input aria-label="API key" />
        </SideDialog>
      )}
    </div>
  )
}

const field = (name: string) => screen.getByRole('textbox', { name })
const refresh = () => screen.getByRole('button', { name: 'Refresh' })
const dialog = () => screen.queryByRole('dialog', { name: 'Sign in again' })

/** Opens the dialog while the focus is in this element. */
async function openOver(element: () => HTMLElement) {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(element())
  await user.keyboard('{F2}')
  return user
}

test('The first field that Tab reaches gets the focus, and not one for password managers.', async () => {
  await openOver(refresh)
  expect(dialog()).toBeVisible()
  expect(field('API key')).toHaveFocus()
})

test('Somebody who is typing keeps the focus, and a screen reader hears of the dialog.', async () => {
  const user = await openOver(() => field('Name'))
  await user.keyboard('y')
  expect(field('Name')).toHaveValue('Rexy')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Sign in again'))
})

test('The page beside it can be used.', async () => {
  const user = await openOver(refresh)
  await user.click(field('Name'))
  await user.keyboard('y')
  expect(field('Name')).toHaveValue('Rexy')
  expect(dialog()).toBeVisible()
})

test('Esc in the dialog closes it, and the focus goes back to where it came from.', async () => {
  const user = await openOver(refresh)
  await user.keyboard('{Escape}')
  expect(dialog()).not.toBeInTheDocument()
  expect(refresh()).toHaveFocus()
})

test('When it closes while the focus is elsewhere, the focus stays there.', async () => {
  const user = await openOver(() => field('Name'))
  await user.click(field('API key'))
  await user.click(field('Name'))
  await user.keyboard('{Escape}')
  expect(dialog()).toBeVisible()
  expect(field('Name')).toHaveFocus()
})

test('Asked for again, it takes the focus, but from nobody who is typing.', async () => {
  const user = await openOver(() => field('Name'))
  act(() => askedAgain.notify())
  expect(field('Name')).toHaveFocus()
  await user.click(refresh())
  act(() => askedAgain.notify())
  expect(field('API key')).toHaveFocus()
})
