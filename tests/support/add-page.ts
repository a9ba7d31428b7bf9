import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { NextResponse } from '#src/mocks/controls.ts'
import { renderApp, type usePetstoreServer } from './render-app.tsx'

export const nameField = () => screen.getByRole('textbox', { name: 'Name' })
export const categoryField = () => screen.getByRole('textbox', { name: 'Category ID' })
export const note = () => screen.queryByRole('note', { name: 'Similar pets' })

/** The message about an added pet. */
export const added = () => screen.findByText(/^added\b/)

export const UNKNOWN = /Rex may have been added, but Staging did not confirm it/

export async function fill(user: UserEvent, name: string, category: string) {
  await user.clear(await screen.findByRole('textbox', { name: 'Name' }))
  if (name !== '') await user.type(nameField(), name)
  await user.type(categoryField(), category)
}

export const press = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('button', { name }))
export const add = (user: UserEvent) => press(user, 'Add pet')
export const visit = (user: UserEvent, name: string) => user.click(screen.getByRole('link', { name }))

/** A button of the open dialog. */
export const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

/** Opens the app and adds a pet. */
export async function addPet(name = 'Rex', category = '1') {
  const app = renderApp('/staging/pets/new')
  await fill(app.user, name, category)
  await add(app.user)
  return app
}

/** Opens the app and adds Rex, but the response is lost. */
export async function loseRex(
  { controls }: ReturnType<typeof usePetstoreServer>,
  nextResponse: NextResponse = 'lost-after',
) {
  controls.set({ nextResponse })
  const app = await addPet()
  expect(await screen.findByRole('alert')).toHaveTextContent(UNKNOWN)
  return app
}
