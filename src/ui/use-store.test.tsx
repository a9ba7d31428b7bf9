// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createStore } from '#src/lib/create-store.ts'
import { useStore } from './use-store.ts'

const pets = createStore(1)

function PetCount() {
  return <p>{useStore(pets)} pets</p>
}

test('A component shows what the store has, also after it has changed.', () => {
  render(<PetCount />)
  expect(screen.getByText('1 pets')).toBeVisible()
  act(() => pets.set(2))
  expect(screen.getByText('2 pets')).toBeVisible()
})

test('A page that the build renders has the value of that moment.', () => {
  pets.set(3)
  expect(renderToString(<PetCount />)).toContain('3')
})
