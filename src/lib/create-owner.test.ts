import { expect, test } from 'vitest'
import { createOwner } from './create-owner.ts'

const createDraft = (name: string) => ({ name })

test('What an owner has created is created once, and another owner has its own', () => {
  const [staging, production] = [createOwner(), createOwner()]
  const draft = staging(createDraft, 'a')
  expect(draft).toEqual({ name: 'a' })
  expect(staging(createDraft, 'b')).toBe(draft)
  expect(production(createDraft, 'c')).toEqual({ name: 'c' })
})
