// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { errorResponse, KEY, renderApp, usePetstoreServer } from '#tests/support/render-app.tsx'

const petstore = usePetstoreServer()

afterEach(() => void vi.restoreAllMocks())

/** Opens the list, and the help by its button, which presses no key. */
async function openHelp() {
  const app = renderApp('/staging/pets')
  await screen.findByRole('heading', { level: 1, name: 'Pets' })
  await app.user.click(screen.getByRole('button', { name: 'Help', hidden: true }))
  return { ...app, help: within(await screen.findByRole('dialog', { name: 'Help' })) }
}

const keys = () => screen.queryByRole('heading', { name: 'Keyboard' })

// This comes first, because a key that somebody has pressed counts for as long as the tab lives.
test('help on a phone is about trouble, and does not mention keys', async () => {
  const { help, user, address } = await openHelp()
  expect(help.getByRole('button', { name: 'Copy for support' })).toHaveAccessibleDescription(
    'Version, browser and the last request that failed, without your API key.',
  )
  expect(keys()).not.toBeInTheDocument()
  expect(help.queryByRole('checkbox')).not.toBeInTheDocument()
  await user.click(help.getByRole('link', { name: 'Service' }))
  await screen.findByRole('heading', { level: 1, name: 'Service' })
  expect(address()).toBe('/staging/service')
})

test('"Copy for support" has the last request that failed, and no key', async () => {
  petstore.onList(() => errorResponse(400, `limit is odd, ${KEY}`))
  const { help, user } = await openHelp()
  await user.click(help.getByRole('button', { name: 'Copy for support' }))
  expect(await help.findByRole('button', { name: 'Copied for support' })).toBeVisible()
  const copied = await navigator.clipboard.readText()
  expect(copied).toContain('Environment: Staging (staging)')
  expect(copied).toMatch(/Request: GET .*\/pets\?limit=20/)
  expect(copied).toContain('Outcome: HTTP 400')
  expect(copied).not.toContain(KEY)
})

test('somebody who has switched the shortcuts off can switch them on again', async () => {
  localStorage.setItem('petstore-admin.shortcuts', 'off')
  const { help, user } = await openHelp()
  const checkbox = help.getByRole('checkbox', { name: 'Use keyboard shortcuts' })
  expect(checkbox).not.toBeChecked()
  await user.click(checkbox)
  expect(localStorage.getItem('petstore-admin.shortcuts')).toBeNull()
})

test('with a mouse, the keys are listed below what to do in trouble', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === '(hover: hover) and (pointer: fine)' }) as MediaQueryList,
  )
  const { help } = await openHelp()
  const service = help.getByRole('link', { name: 'Service' })
  expect(service.compareDocumentPosition(keys() as Element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(help.getByText('Find a pet')).toBeVisible()
})

test('after any key outside of a text, the keys are listed', async () => {
  const { user } = renderApp('/staging/pets')
  await screen.findByRole('heading', { level: 1, name: 'Pets' })
  await user.keyboard('?')
  await screen.findByRole('dialog', { name: 'Help' })
  expect(keys()).toBeVisible()
})
