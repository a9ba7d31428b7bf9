import { expect, test } from 'vitest'
import { createStore } from './create-store.ts'

test('A store returns the value that was set last, and notifies its listeners each time', () => {
  const store = createStore(1)
  const seen: number[] = []
  const unsubscribe = store.subscribe(() => seen.push(store.get()))
  store.set(2)
  store.set(2)
  unsubscribe()
  store.set(3)
  expect(store.get()).toBe(3)
  expect(seen).toEqual([2, 2])
})
