// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { expect, test } from 'vitest'
import { pressEsc } from '#tests/support/press-esc.ts'
import { Modal } from './Modal.tsx'
import { openModals } from './open-modals.ts'

/*
 * jsdom has no top layer. What the browser does by itself (the rest of the page is inert, and the
 * focus and the caret come back) is tested in tests/browser, in `keyboard` and `find`.
 */

type PageProps = Pick<ComponentProps<typeof Modal>, 'focusTitle'>

function Page(props: PageProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Modal title="Find a pet" onClose={() => setIsOpen(false)} {...props}>
          <input aria-label="Name" />
        </Modal>
      )}
    </>
  )
}

async function openDialog(props: PageProps = {}) {
  const user = userEvent.setup()
  render(<Page {...props} />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
}

const dialog = () => screen.queryByRole('dialog', { name: 'Find a pet' })

test('The dialog has its title as its name, and is open as long as it is rendered.', async () => {
  await openDialog()
  expect(dialog()).toBeVisible()
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Find a pet')
  pressEsc()
  expect(dialog()).not.toBeInTheDocument()
})

test('The first control gets the focus.', async () => {
  await openDialog()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('A dialog in which Enter must do nothing gives the focus to its title.', async () => {
  await openDialog({ focusTitle: true })
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus()
})

test('The rest of the app knows whether a modal dialog is open.', async () => {
  await openDialog()
  expect(openModals.get()).toBe(1)
  pressEsc()
  expect(openModals.get()).toBe(0)
})
