import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, vi } from 'vitest'
import type { NextResponse } from '#src/mocks/controls.ts'
import { renderApp, type usePetstoreServer } from './render-app.tsx'

export const nameField = () => screen.getByRole('textbox', { name: 'Name' })
export const categoryField = () => screen.getByRole('textbox', { name: 'Category ID' })
export const note = () => screen.queryByRole('note', { name: 'Similar pets' })

/** Returns the items of "Just added", newest first. */
const items = () => [...screen.getByRole('list', { name: 'Just added' }).children] as HTMLElement[]
const itemTexts = () => items().map(({ textContent }) => textContent)

/** Waits until "Just added" has these items and no others, newest first. */
export const expectItems = (...texts: readonly RegExp[]) =>
  waitFor(() => expect(itemTexts()).toEqual(texts.map((text): unknown => expect.stringMatching(text))))

/** Returns the first item with this text, once it is there. */
export const findItem = (text: RegExp) =>
  waitFor(() => {
    expect(itemTexts()).toContainEqual(expect.stringMatching(text))
    return items().find(({ textContent }) => text.test(textContent)) as HTMLElement
  })

export const pressIn = (user: UserEvent, item: HTMLElement, name: string) =>
  user.click(within(item).getByRole('button', { name }))

export async function fill(user: UserEvent, name: string, category: string) {
  await user.clear(await screen.findByRole('textbox', { name: 'Name' }))
  if (name !== '') await user.type(nameField(), name)
  if (category !== '') await user.type(categoryField(), category)
}

export const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
export const add = (user: UserEvent) => press(user, 'Add pet')

/** Types a pet into the form that is open, and adds it. */
export async function enterPet(user: UserEvent, name: string, category = '1') {
  await fill(user, name, category)
  await add(user)
}

export const visit = (user: UserEvent, name: string) => user.click(screen.getByRole('link', { name }))

/**
 * Fakes the time, which from now on passes as usual and when the test says so. Only the disk and
 * the network do not know.
 */
export function fakeTime(): (milliseconds: number) => Promise<unknown> {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 10,
  })
  onTestFinished(() => void vi.useRealTimers())
  return async (milliseconds) => {
    // Modules that a busy machine is still loading would otherwise time out.
    await vi.dynamicImportSettled()
    return act(() => vi.advanceTimersByTimeAsync(milliseconds))
  }
}

/** Lets the outbox be read but not written, even if the database is created only now. */
export function breakWriting() {
  // oxlint-disable-next-line typescript/unbound-method -- It is applied to its object store below.
  const { put } = IDBObjectStore.prototype
  const write = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    if (this.transaction.mode === 'versionchange') return put.apply(this, args)
    throw new DOMException('full', 'QuotaExceededError')
  })
  return () => write.mockRestore()
}

/** Makes reading and writing the outbox impossible. */
export function breakDisk(): void {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
}

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
  await findItem(/Rex.*May have been added/s)
  return app
}
