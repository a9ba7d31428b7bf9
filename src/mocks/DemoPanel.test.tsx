// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createControls } from './controls.ts'
import { createPetstoreDb } from './db.ts'
import { DemoPanel } from './DemoPanel.tsx'
import { seedPets } from './seed.ts'

afterEach(cleanup)

async function openPanel() {
  const db = createPetstoreDb()
  const controls = createControls()
  render(<DemoPanel db={db} controls={controls} />)
  const user = userEvent.setup()
  await user.click(screen.getByText('Demo controls', { selector: 'summary' }))
  return { db, controls, user }
}

test('every control has a name and works', async () => {
  const { controls, user } = await openPanel()
  expect(screen.getByRole('complementary', { name: 'Demo controls' })).toBeDefined()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Response delay' }), '2 s')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Next response' }), 'Not JSON')
  await user.click(screen.getByRole('checkbox', { name: /After 5 December 2030/ }))

  expect(controls.get()).toEqual({ latencyMs: 2000, nextResponse: 'not-json', afterRemoval: true })
  controls.takeNextResponse()
  expect(await screen.findByRole('option', { name: 'Normal', selected: true })).toBeDefined()
})

test('a reset restores pets and controls, and says so until the next change', async () => {
  const { db, controls, user } = await openPanel()
  db.clear()
  controls.set({ latencyMs: 300 })

  await user.click(screen.getByRole('button', { name: 'Reset demo data' }))

  expect(db.all()).toEqual(seedPets())
  expect(controls.get().latencyMs).toBe(0)
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('Demo data reset. Refresh to see it.')

  await user.click(screen.getByRole('checkbox'))
  expect(status.textContent).toBe('')
})
