// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { press, pressIn } from '#tests/support/add-page.ts'
import { askToClearRows, pasteRows, saveImport } from '#tests/support/import-page.ts'
import { pressEsc } from '#tests/support/press-esc.ts'
import { renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

usePetstoreServer()

const openQuestion = () => screen.queryByRole('dialog', { name: 'Clear rows?' })

const TWO_ROWS = 'name,categoryId\nZoe,2\nKira,2'

/** Pastes two rows, and leaves the second one out. */
async function changeRows() {
  const { user } = await pasteRows(TWO_ROWS)
  await press(user, 'Leave out row 3')
  return user
}

describe('clearing rows', () => {
  test('asks first where the person has changed some, and says how many', async () => {
    const user = await changeRows()
    const question = await askToClearRows(user)
    expect(question).toHaveTextContent('Your changes to 1 row will be lost.')
    await pressIn(user, question, 'Clear rows')
    expect(await screen.findByRole('textbox', { name: 'Or paste rows' })).toHaveValue('')
    expect(openQuestion()).not.toBeInTheDocument()
  })

  test('does not happen on Esc, or when Enter is pressed once too often', async () => {
    const user = await changeRows()
    const question = await askToClearRows(user)
    expect(within(question).getByRole('button', { name: 'Keep editing' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(openQuestion()).not.toBeInTheDocument()
    await askToClearRows(user)
    pressEsc()
    expect(openQuestion()).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Include row 3' })).toBeVisible()
  })

  test('still asks after a double click, because the second click is no answer', async () => {
    const user = await changeRows()
    await user.dblClick(screen.getByRole('button', { name: 'Clear rows' }))
    const question = within(await screen.findByRole('dialog', { name: 'Clear rows?' }))
    // The second click of the two may hit any button of the dialog.
    for (const name of ['Clear rows', 'Keep editing'])
      fireEvent.click(question.getByRole('button', { name }), { detail: 2 })
    expect(openQuestion()).toBeVisible()
  })

  test('does not ask where nothing was changed, also after a reload', async () => {
    const first = await pasteRows(TWO_ROWS)
    await screen.findByRole('button', { name: 'Add 2 pets' })
    first.unmount()
    const { user } = renderApp('/staging/pets/import')
    await press(user, 'Clear rows')
    expect(await screen.findByRole('textbox', { name: 'Or paste rows' })).toHaveValue('')
  })
})

test('cancelling corrections asks first only where some were made', async () => {
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
  await pressIn(user, question, 'Keep editing')
  expect(screen.getByRole('button', { name: 'Include row 2' })).toBeVisible()
  await press(user, 'Cancel')
  await press(user, 'Discard changes')
  expect(await screen.findByRole('button', { name: 'Fix 1 row' })).toBeVisible()
})
