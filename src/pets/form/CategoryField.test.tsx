// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type KeyboardEvent, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { createOwner } from '#src/lib/create-owner.ts'
import { EnvironmentContext } from '#src/config/environment-context.ts'
import { CategoryField } from './CategoryField.tsx'

const CATEGORIES = new Map([
  ['1', 'Dogs'],
  ['31', 'Hamsters'],
  ['4', 'Champion hams'],
  // This label would be taken for the ID of hamsters.
  ['120', '31'],
])

const environmentWith = (categories: ReadonlyMap<string, string>) =>
  ({
    id: 'staging',
    name: 'Staging',
    baseUrl: '/v1',
    kind: 'staging',
    categories,
    others: [],
    own: createOwner(),
    ownInTab: createOwner(),
  }) as const

/** Is called with each key that the field hears of. */
type OnKeyDown = (event: KeyboardEvent) => void

function Form({ onKeyDown }: { onKeyDown: OnKeyDown }) {
  const [value, setValue] = useState('')
  return (
    <>
      <CategoryField value={value} onChange={setValue} onKeyDown={onKeyDown} />
      <button type="button">Next field</button>
    </>
  )
}

/** Renders the field, and moves the focus into it by Tab. */
async function renderField(categories: ReadonlyMap<string, string> = CATEGORIES) {
  const user = userEvent.setup()
  const keys = vi.fn<OnKeyDown>()
  render(
    <EnvironmentContext value={environmentWith(categories)}>
      <Form onKeyDown={keys} />
    </EnvironmentContext>,
  )
  await user.tab()
  return { user, keys }
}

const field = () => screen.getByRole('textbox', { name: 'Category ID' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const selected = () => screen.queryByRole('option', { selected: true })

const ALL = ['Dogs (ID 1)', 'Hamsters (ID 31)', 'Champion hams (ID 4)', '31 (ID 120)']

test('Without labels in the configuration, the field is for a number and has no list.', async () => {
  const { user } = await renderField(new Map())
  expect(field()).toHaveAccessibleDescription('A whole number')
  expect(field()).toHaveAttribute('inputmode', 'numeric')
  await user.click(field())
  await user.keyboard('1{ArrowDown}')
  expect(options()).toEqual([])
  expect(field()).not.toHaveAttribute('aria-haspopup')
})

test('The focus alone opens nothing. A click shows all categories, of which none is selected.', async () => {
  const { user } = await renderField()
  expect(field()).toHaveFocus()
  expect(options()).toEqual([])
  await user.click(field())
  expect(options()).toEqual(ALL)
  expect(selected()).not.toBeInTheDocument()
})

test('Typing shows what matches, with the best one selected.', async () => {
  const { user } = await renderField()
  await user.keyboard('HAM')
  expect(options()).toEqual(['Hamsters (ID 31)', 'Champion hams (ID 4)'])
  expect(selected()).toHaveTextContent('Hamsters')
  expect(field()).toHaveAttribute('aria-activedescendant', selected()?.id)
})

test('A number is an ID, so nothing is selected for it, and Tab leaves it as it is.', async () => {
  const { user } = await renderField()
  await user.keyboard('3{Tab}')
  expect(field()).toHaveValue('3')
})

test('A category that is complete needs no list, and the hint says which it is.', async () => {
  const { user } = await renderField()
  await user.keyboard('dog')
  expect(options()).toEqual(['Dogs (ID 1)'])
  await user.keyboard('s')
  expect(options()).toEqual([])
  expect(field()).toHaveAccessibleDescription('Dogs (ID 1)')
})

test('Enter takes the selected category, closes the list, and is heard of, so that nothing is sent by it.', async () => {
  const { user, keys } = await renderField()
  await user.keyboard('ham{ArrowDown}{Enter}')
  expect(field()).toHaveValue('Champion hams')
  expect(field()).toHaveFocus()
  expect(options()).toEqual([])
  const enter = keys.mock.calls.map(([event]) => event).findLast(({ key }) => key === 'Enter')
  expect(enter?.defaultPrevented).toBe(true)
})

test('Enter closes a list of which nothing is selected, and takes nothing.', async () => {
  const { user } = await renderField()
  await user.click(field())
  await user.keyboard('{Enter}')
  expect(options()).toEqual([])
  expect(field()).toHaveValue('')
})

test('Tab takes the selected category, and goes on.', async () => {
  const { user } = await renderField()
  await user.keyboard('ham{Tab}')
  expect(field()).toHaveValue('Hamsters')
  expect(screen.getByRole('button', { name: 'Next field' })).toHaveFocus()
})

test('The first arrow key starts at the category that is chosen already.', async () => {
  const { user } = await renderField()
  await user.keyboard('Champion hams{ArrowDown}')
  expect(options()).toEqual(ALL)
  expect(selected()).toHaveTextContent('Champion hams')
  await user.keyboard('{ArrowDown}')
  expect(selected()).toHaveTextContent('31 (ID 120)')
})

test('A click takes a category. Where its label would mean another one, the field has its ID.', async () => {
  const { user } = await renderField()
  await user.click(field())
  await user.click(screen.getByRole('option', { name: '31 (ID 120)' }))
  expect(field()).toHaveValue('120')
  expect(field()).toHaveFocus()
  expect(options()).toEqual([])
})

test('Esc closes the list alone. The next Esc is for the dialog around the field.', async () => {
  const { user, keys } = await renderField()
  const escapes = vi.fn<(event: Event) => void>()
  document.addEventListener('keydown', escapes)
  await user.keyboard('ham{Escape}')
  expect(options()).toEqual([])
  expect(field()).toHaveValue('ham')
  expect(escapes.mock.calls.filter(([event]) => (event as { key?: string }).key === 'Escape')).toEqual([])
  await user.keyboard('{Escape}')
  document.removeEventListener('keydown', escapes)
  expect(keys.mock.lastCall?.[0].defaultPrevented).toBe(false)
})

test('Leaving the field closes the list.', async () => {
  const { user } = await renderField()
  await user.click(field())
  await user.click(screen.getByRole('button', { name: 'Next field' }))
  expect(options()).toEqual([])
})

test('A key that an input method handles takes nothing.', async () => {
  const { user } = await renderField()
  await user.keyboard('ham')
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field(), { key: 'Tab', isComposing: true })
  expect(field()).toHaveValue('ham')
  expect(selected()).toHaveTextContent('Hamsters')
})
