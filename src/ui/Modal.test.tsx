// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { expect, test } from 'vitest'
import { Modal } from './Modal.tsx'

/*
 * jsdom has no top layer. What the browser does by itself (the rest of the page is inert, and the
 * focus and the caret come back) is tested in tests/browser, in `keyboard`, `sign-in`, `find` and `add`.
 */

type PageProps = Pick<ComponentProps<typeof Modal>, 'focusTitle' | 'givesWay'>

/** A page with a form and a dialog. The dialog opens on F2, so that the focus stays where it is. */
function Page(props: PageProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It stands for a shortcut.
    <div onKeyDown={({ key }) => key === 'F2' && setIsOpen(true)}>
      <button type="button">Elsewhere</button>
      <form>
        <input aria-label="Name" defaultValue="Rex" />
        <input aria-label="Category" />
      </form>
      {isOpen && (
        <Modal title="Sign in again" onClose={() => setIsOpen(false)} {...props}>
          <input aria-label="User name" tabIndex={-1} />
          <input aria-label="API key" />
        </Modal>
      )}
    </div>
  )
}

/** Renders the page and opens the dialog while the focus is in the name. */
async function openOverName(props: PageProps = {}) {
  const user = userEvent.setup()
  render(<Page {...props} />)
  await user.click(field('Name'))
  await user.keyboard('{F2}')
  return user
}

const field = (name: string) => screen.getByRole('textbox', { name })
const dialog = () => screen.queryByRole('dialog', { name: 'Sign in again' })

test('The dialog has its title as its name, and is open as long as it is rendered.', async () => {
  const user = await openOverName()
  expect(dialog()).toBeVisible()
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Sign in again')
  await user.keyboard('{Escape}')
  expect(dialog()).not.toBeInTheDocument()
})

test('The first field that Tab reaches gets the focus, and not one for password managers.', async () => {
  await openOverName()
  expect(field('API key')).toHaveFocus()
})

test('A dialog in which Enter must do nothing gives the focus to its title.', async () => {
  await openOverName({ focusTitle: true })
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus()
})

test('A dialog that gives way leaves the focus in the form, and is announced.', async () => {
  const user = await openOverName({ givesWay: true })
  expect(dialog()).toBeVisible()
  await user.keyboard('y{Tab}12')
  expect(field('Name')).toHaveValue('Rexy')
  expect(field('Category')).toHaveValue('12')
  expect(field('Category')).toHaveFocus()
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Sign in again'))
})

test('A dialog that gives way takes the focus once somebody leaves the form, and Esc gives it back.', async () => {
  const user = await openOverName({ givesWay: true })
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  await waitFor(() => expect(field('API key')).toHaveFocus())
  await user.keyboard('{Escape}')
  expect(dialog()).not.toBeInTheDocument()
  expect(field('Name')).toHaveFocus()
})
