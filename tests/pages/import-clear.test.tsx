// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { press } from '#tests/support/add-page.ts'
import { pasteRows, saveImport } from '#tests/support/import-page.ts'
import { renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

usePetstoreServer()

/** Stands for the browser, which cancels a modal dialog on Escape. jsdom does not. */
const pressEscape = () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))

const openQuestion = () => screen.queryByRole('dialog', { name: 'Clear rows?' })

/** Pastes two rows, leaves one of them out, and presses "Clear rows". */
async function clearChangedRows() {
  const { user } = await pasteRows('name,categoryId\nZoe,2\nKira,2')
  await press(user, 'Leave out row 3')
  await press(user, 'Clear rows')
  return { user, question: await screen.findByRole('dialog', { name: 'Clear rows?' }) }
}

describe('clearing rows', () => {
  test('asks first where the person has changed some, and says how many', async () => {
    const { user, question } = await clearChangedRows()
    expect(question).toHaveTextContent('Your changes to 1 row will be lost.')
    await user.click(within(question).getByRole('button', { name: 'Clear rows' }))
    expect(await screen.findByRole('textbox', { name: 'Or paste rows' })).toHaveValue('')
    expect(openQuestion()).not.toBeInTheDocument()
  })

  test('does not happen on Escape, or when Enter is pressed once more', async () => {
    const { user, question } = await clearChangedRows()
    expect(within(question).getByRole('button', { name: 'Keep editing' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(openQuestion()).not.toBeInTheDocument()
    await press(user, 'Clear rows')
    pressEscape()
    expect(openQuestion()).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Include row 3' })).toBeVisible()
  })

  test('is not answered by a double click', async () => {
    const { user } = await pasteRows('name,categoryId\nZoe,2\nKira,2')
    await press(user, 'Leave out row 3')
    await user.dblClick(screen.getByRole('button', { name: 'Clear rows' }))
    const question = within(await screen.findByRole('dialog', { name: 'Clear rows?' }))
    // The second click of the two may hit any button of the dialog.
    for (const name of ['Clear rows', 'Keep editing'])
      fireEvent.click(question.getByRole('button', { name }), { detail: 2 })
    expect(openQuestion()).toBeVisible()
  })

  test('does not ask where nothing was changed, also after a reload', async () => {
    const first = await pasteRows('name,categoryId\nZoe,2\nKira,2')
    await screen.findByRole('button', { name: 'Add 2 pets' })
    first.unmount()
    const { user } = renderApp('/staging/pets/import')
    await press(user, 'Clear rows')
    expect(await screen.findByRole('textbox', { name: 'Or paste rows' })).toHaveValue('')
  })
})

test('cancelling corrections asks first where some were made, and not where none were', async () => {
  await saveImport([{ kind: 'rejected', message: 'No.' }])
  const { user } = renderApp('/staging/pets/import')
  await press(user, 'Open')
  await press(user, 'Fix 1 row')
  await press(user, 'Cancel')
  await press(user, 'Fix 1 row')
  await press(user, 'Leave out row 2')
  await press(user, 'Cancel')
  const question = await screen.findByRole('dialog', { name: 'Discard your changes?' })
  expect(question).toHaveTextContent(
    'Your changes to 1 row will be lost. The import keeps its rows as they were.',
  )
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByRole('button', { name: 'Include row 2' })).toBeVisible()
  await press(user, 'Cancel')
  await press(user, 'Discard changes')
  expect(await screen.findByRole('button', { name: 'Fix 1 row' })).toBeVisible()
})
