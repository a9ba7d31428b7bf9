// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CopyButton } from './CopyButton.tsx'

const COMMAND = 'curl \\\n  https://petstore.test/v1/pets'

/** Renders the button, and returns what the clipboard has been given. */
function renderButton(variant: 'quiet' | 'icon' = 'quiet') {
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  render(
    <>
      <CopyButton text={COMMAND} what="as cURL" variant={variant} />
      <button type="button">Elsewhere</button>
    </>,
  )
  return { user, write, elsewhere: screen.getByRole('button', { name: 'Elsewhere' }) }
}

const button = (name: string) => screen.getByRole('button', { name })
const refuse = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))

test.each(['quiet', 'icon'] as const)(
  'A press copies the text, and the name says so until the focus leaves: %s',
  async (variant) => {
    const { user, elsewhere } = renderButton(variant)
    await user.click(button('Copy as cURL'))
    expect(await screen.findByRole('button', { name: 'Copied as cURL' })).toHaveFocus()
    expect(await navigator.clipboard.readText()).toBe(COMMAND)
    await user.click(elsewhere)
    expect(button('Copy as cURL')).toBeVisible()
  },
)

test('A text that the browser does not copy is shown, and selected as soon as it has the focus.', async () => {
  const { user, write } = renderButton()
  write.mockImplementation(refuse)
  await user.click(button('Copy as cURL'))
  expect(await screen.findByRole('button', { name: 'Could not copy' })).toHaveFocus()
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' })
  // Tab selects a text in any browser, so the focus comes as by a click.
  fireEvent.focus(text)
  expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe(COMMAND)
})

test('The text goes once it could be copied after all.', async () => {
  const { user, write } = renderButton()
  write.mockImplementationOnce(refuse)
  await user.click(button('Copy as cURL'))
  expect(await screen.findByRole('textbox', { name: 'Text to copy' })).toBeVisible()
  await user.click(button('Could not copy'))
  expect(await screen.findByRole('button', { name: 'Copied as cURL' })).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('A button without words says only by its name that it could not copy.', async () => {
  const { user, write } = renderButton('icon')
  write.mockImplementation(refuse)
  await user.click(button('Copy as cURL'))
  expect(await screen.findByRole('button', { name: 'Could not copy as cURL' })).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})
