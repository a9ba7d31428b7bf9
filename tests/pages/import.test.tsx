// @vitest-environment jsdom
import '#tests/support/counts-in-english.ts'
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { press } from '#tests/support/add-page.ts'
import { renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'
import { saveImport } from '#tests/support/save-import.ts'

usePetstoreServer()

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

async function pasteRows(rows: string) {
  const app = renderApp('/staging/pets/import')
  await app.user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
  await app.user.paste(rows)
  return app
}

test('saved imports that cannot be read are said, and read once they can be', async () => {
  await saveImport([{ kind: 'waiting' }])
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError')
  })
  onTestFinished(() => broken.mockRestore())
  const { user } = renderApp('/staging/pets/import')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your browser did not let the app read its saved imports.',
  )
  broken.mockRestore()
  await press(user, 'Try again')
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a report that cannot be read is said', async () => {
  await saveImport([{ kind: 'waiting' }])
  const { user } = renderApp('/staging/pets/import')
  await screen.findByRole('button', { name: 'Resume' })
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError')
  })
  onTestFinished(() => broken.mockRestore())
  await press(user, 'Download report')
  expect(await screen.findByRole('alert')).toHaveTextContent('Your browser did not let the app read')
})

test('nothing of the rows can be changed while the import starts', async () => {
  const { user } = await pasteRows('name,categoryId\nZoe,1\nAda,1')
  const leaveOut = await screen.findAllByRole('button', { name: /^Leave out/ })
  const granted = Promise.withResolvers<void>()
  const request = async (_name: string, _options: unknown, work: (lock: object) => Promise<unknown>) => {
    await granted.promise
    return work({})
  }
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  await press(user, 'Add 2 pets')
  expect(await screen.findByRole('button', { name: 'Adding…' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('button', { name: 'Clear rows' })).toHaveAttribute('aria-disabled', 'true')
  expect(leaveOut[0]?.closest('[inert]')).toBeInTheDocument()
  granted.resolve()
  expect(await screen.findByRole('heading', { name: '2 added' })).toBeVisible()
})

test('rows with a problem are still in the field when one comes back', async () => {
  const { user } = await pasteRows('name,categoryId')
  await screen.findByRole('alert')
  await user.click(screen.getByRole('link', { name: 'Overview' }))
  await user.click(await screen.findByRole('link', { name: 'Import' }))
  expect(await screen.findByRole('textbox', { name: 'Or paste rows' })).toHaveValue('name,categoryId')
  expect(screen.getByRole('alert')).toBeVisible()
})
