// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { reloadIsHeld } from '#src/browser/unsaved-work.ts'
import type { CurrentEnvironment } from '#src/config/environment-context.ts'
import { createDraft } from './draft.ts'
import { EMPTY_FORM } from './form-rules.ts'

const NAME = 'petstore-admin.draft.staging'
const REX = { ...EMPTY_FORM, name: 'Rex', category: 'Dogs', status: 'sold' }

/** Opens the draft as a page does that was just loaded. */
const openDraft = () => createDraft({ id: 'staging' } as CurrentEnvironment)

test('A draft survives a reload.', () => {
  const values = { ...REX, keepsCategoryAndStatus: true, correctedId: 'visit 3' } as const
  openDraft().write(values)
  expect(openDraft().read()).toEqual(values)
})

test('A draft of an older version is read.', () => {
  const text =
    '{"values":{"name":"Rex","category":"Dogs","status":"sold"},"isKept":true,"replaces":"visit 3"}'
  sessionStorage.setItem(NAME, text)
  expect(openDraft().read()).toEqual({ ...REX, keepsCategoryAndStatus: true, correctedId: 'visit 3' })
  openDraft().write(openDraft().read())
  expect(sessionStorage.getItem(NAME)).toBe(text)
})

test('Nothing is stored for an empty form.', () => {
  openDraft().write(REX)
  openDraft().write(EMPTY_FORM)
  expect(sessionStorage.getItem(NAME)).toBeNull()
  expect(openDraft().read()).toEqual(EMPTY_FORM)
})

test.each([
  'Rex',
  'null',
  '[]',
  '{"values":{"name":"Rex"},"isKept":false}',
  '{"values":{"name":7,"category":"","status":""},"isKept":false}',
  '{"values":{"name":"","category":"","status":""},"isKept":"yes"}',
  '{"values":{"name":"","category":"","status":""},"isKept":true,"replaces":7}',
])('A text that is no draft is an empty form: %s', (text) => {
  sessionStorage.setItem(NAME, text)
  expect(openDraft().read()).toEqual(EMPTY_FORM)
})

test('A draft that the browser does not store is kept, and nobody is led into a reload, until it is empty.', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
  }
  const draft = openDraft()
  draft.write(REX)
  expect(draft.read()).toEqual(REX)
  expect(reloadIsHeld.get()).toBe(true)
  draft.write(EMPTY_FORM)
  expect(draft.read()).toEqual(EMPTY_FORM)
  expect(reloadIsHeld.get()).toBe(false)
})
