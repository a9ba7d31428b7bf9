// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useListbox } from './use-listbox.ts'

const ANIMALS = ['Cat', 'Dog', 'Fox'] as const
type Animal = (typeof ANIMALS)[number]

type AnimalsProps = { onChoose: (animal: Animal) => void; onSubmit?: () => void }

/** A field with a list of animals below it, of which none is active at first. */
function Animals({ onChoose, onSubmit }: AnimalsProps) {
  const [active, setActive] = useState<Animal>()
  const listbox = useListbox({ label: 'Animals', ids: ANIMALS, active, onMove: setActive, onChoose })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      <input aria-label="Animal" onKeyDown={listbox.onKeyDown} {...listbox.field} />
      <div {...listbox.list}>
        {ANIMALS.map((animal) => (
          <div key={animal} {...listbox.option(animal)}>
            {animal}
          </div>
        ))}
      </div>
    </form>
  )
}

function renderAnimals() {
  const chosen = vi.fn<(animal: Animal) => void>()
  const submitted = vi.fn<() => void>()
  render(<Animals onChoose={chosen} onSubmit={submitted} />)
  screen.getByRole('textbox').focus()
  return { user: userEvent.setup(), chosen, submitted }
}

const field = () => screen.getByRole('textbox', { name: 'Animal' })
const selected = () => screen.queryByRole('option', { selected: true })

test('The field names its list, and no option is active before an arrow key is pressed.', () => {
  renderAnimals()
  expect(field()).toHaveAttribute('aria-controls', screen.getByRole('listbox', { name: 'Animals' }).id)
  expect(field()).not.toHaveAttribute('aria-activedescendant')
  expect(selected()).not.toBeInTheDocument()
})

test.each([
  ['{ArrowDown}', 'Cat'],
  ['{ArrowDown}{ArrowDown}', 'Dog'],
  ['{ArrowDown}{ArrowDown}{ArrowUp}', 'Cat'],
  ['{ArrowUp}', 'Fox'],
  ['{ArrowUp}{ArrowDown}', 'Cat'],
  ['{ArrowDown}{ArrowUp}', 'Fox'],
])('The keys %s lead to "%s", and the focus stays in the field.', async (keys, option) => {
  const { user } = renderAnimals()
  await user.keyboard(keys)
  expect(selected()).toHaveTextContent(option)
  expect(field()).toHaveAttribute('aria-activedescendant', selected()?.id)
  expect(field()).toHaveFocus()
})

test('Enter chooses the active option and does not submit the form.', async () => {
  const { user, chosen, submitted } = renderAnimals()
  await user.keyboard('{ArrowUp}{Enter}')
  expect(chosen.mock.calls).toEqual([['Fox']])
  expect(submitted).not.toHaveBeenCalled()
})

test('Enter without an active option submits the form and chooses nothing.', async () => {
  const { user, chosen, submitted } = renderAnimals()
  await user.keyboard('{Enter}')
  expect(chosen).not.toHaveBeenCalled()
  expect(submitted).toHaveBeenCalledOnce()
})

test('A click chooses an option, and the focus stays in the field.', async () => {
  const { user, chosen } = renderAnimals()
  await user.click(screen.getByRole('option', { name: 'Dog' }))
  expect(chosen.mock.calls).toEqual([['Dog']])
  expect(field()).toHaveFocus()
})

test('A key that an input method handles neither moves nor chooses.', async () => {
  const { user, chosen } = renderAnimals()
  fireEvent.keyDown(field(), { key: 'ArrowDown', isComposing: true })
  expect(selected()).not.toBeInTheDocument()
  await user.keyboard('{ArrowDown}')
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
  expect(chosen).not.toHaveBeenCalled()
})

test('Letters and all other keys go to the field.', async () => {
  const { user } = renderAnimals()
  await user.keyboard('ab{ArrowLeft}c')
  expect(field()).toHaveValue('acb')
  expect(selected()).not.toBeInTheDocument()
})
