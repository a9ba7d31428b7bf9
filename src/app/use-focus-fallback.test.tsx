// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { useFocusFallback } from './use-focus-fallback.ts'

/* oxlint-disable react/forbid-elements -- The hook knows nothing of the components of a table. */
function Page() {
  const main = useRef<HTMLElement>(null)
  useFocusFallback(main)
  return (
    <>
      <button type="button">Outside</button>
      <main ref={main} tabIndex={-1}>
        <button type="button">Refresh</button>
        <section data-focus-fallback tabIndex={-1} aria-label="Cards">
          <button type="button">Discard</button>
        </section>
        <table>
          <tbody>
            {['Rex', 'Mia', 'Bo'].map((name) => (
              <tr key={name} aria-label={name}>
                <td>
                  <button type="button">Add {name} again</button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </main>
    </>
  )
}
/* oxlint-enable react/forbid-elements */

const button = (name: string) => screen.getByRole('button', { name })
const row = (name: string) => screen.getByRole('row', { name })

/** Renders the page, and moves the focus to a button. */
function focusOn(name: string): HTMLElement {
  render(<Page />)
  button(name).focus()
  return button(name)
}

test('When a button goes away, its row gets the focus, and none of the buttons in the row.', async () => {
  focusOn('Add Mia again').remove()
  await waitFor(() => expect(row('Mia')).toHaveFocus())
})

test('When a row goes away, the next row gets the focus.', async () => {
  focusOn('Add Mia again')
  row('Mia').remove()
  await waitFor(() => expect(row('Bo')).toHaveFocus())
})

test('When the last row goes away, the row before it gets the focus.', async () => {
  focusOn('Add Bo again')
  row('Bo').remove()
  await waitFor(() => expect(row('Mia')).toHaveFocus())
})

test('Outside of a table, the part of the page around the button gets the focus.', async () => {
  focusOn('Discard').remove()
  await waitFor(() => expect(screen.getByRole('region', { name: 'Cards' })).toHaveFocus())
})

test('Without such a part, the page gets the focus.', async () => {
  focusOn('Refresh').remove()
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

test('An element that was hidden gets the focus back once it is shown again.', async () => {
  const refresh = focusOn('Refresh')
  refresh.hidden = true
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  refresh.hidden = false
  await waitFor(() => expect(refresh).toHaveFocus())
})

test('The focus stays where somebody has moved it meanwhile.', async () => {
  const refresh = focusOn('Refresh')
  refresh.hidden = true
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  button('Outside').focus()
  refresh.hidden = false
  button('Discard').remove()
  // The observer is told of all changes at once.
  await Promise.resolve()
  expect(button('Outside')).toHaveFocus()
})
