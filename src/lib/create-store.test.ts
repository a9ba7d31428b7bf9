import { expect, test, vi } from 'vitest'
import { createEmitter, createStore } from './create-store.ts'

test('a store gives what was set last, and notifies its listeners each time', () => {
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

test('an emitter passes its arguments on, and one listener subscribed twice is notified once', () => {
  const emitter = createEmitter<['row' | 'state']>()
  const listener = vi.fn<(change: 'row' | 'state') => void>()
  emitter.subscribe(listener)
  emitter.subscribe(listener)
  emitter.notify('row')
  expect(listener.mock.calls).toEqual([['row']])
})
