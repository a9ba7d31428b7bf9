// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { createDraft } from './draft.ts'
import { emptyForm } from './form-rules.ts'

const NAME = 'petstore-admin.draft.staging'
const REX = { ...emptyForm(), name: 'Rex', category: 'Dogs', status: 'sold' }

/** An empty form, whose ID is another one each time. */
const EMPTY = { ...emptyForm(), formId: expect.any(String) as string }

/** Opens the draft as a page does that was just loaded. */
const openDraft = () => createDraft({ id: 'staging', baseUrl: 'https://staging.test/v1', others: [] })

test('A draft survives a reload.', () => {
  const values = {
    ...REX,
    keepsCategoryAndStatus: true,
    correctedId: 'visit 3',
    wasFilledByFix: true,
    filledInAt: 'default?categoryId=1',
  } as const
  openDraft().write(values)
  expect(openDraft().read()).toEqual(values)
})

test('A draft of an older version is read, and is then a form of its own, also in a copy of the tab.', () => {
  const text =
    '{"values":{"name":"Rex","category":"Dogs","status":"sold"},"isKept":true,"replaces":"visit 3"}'
  sessionStorage.setItem(NAME, text)
  const { formId, ...values } = openDraft().read()
  const { formId: _formId, ...rex } = REX
  expect(values).toEqual({ ...rex, keepsCategoryAndStatus: true, correctedId: 'visit 3' })
  expect(formId).not.toBe('')
  expect(openDraft().read().formId).toBe(formId)
  expect(JSON.parse(sessionStorage.getItem(NAME) ?? '')).toEqual({
    ...(JSON.parse(text) as object),
    press: formId,
    wasFilledByFix: false,
  })
})

test('Copies of a form that has no pet yet are forms of their own.', () => {
  const kept = { ...emptyForm(), category: 'Dogs', keepsCategoryAndStatus: true }
  openDraft().write(kept)
  expect(openDraft().read()).toEqual({ ...kept, formId: expect.any(String) as string })
  expect(openDraft().read().formId).not.toBe(kept.formId)
})

test('A form that was filled by "Fix" keeps its ID while it is empty, also through a reload.', () => {
  for (const keepsCategoryAndStatus of [false, true]) {
    const emptied = { ...emptyForm(), keepsCategoryAndStatus, wasFilledByFix: true }
    openDraft().write(emptied)
    expect(openDraft().read()).toEqual(emptied)
  }
})

test('Nothing is stored for an empty form.', () => {
  openDraft().write(REX)
  openDraft().write(emptyForm())
  expect(sessionStorage.getItem(NAME)).toBeNull()
  expect(openDraft().read()).toEqual(EMPTY)
})

test.each([
  'Rex',
  'null',
  '[]',
  '{"values":{"name":"Rex"},"isKept":false}',
  '{"values":{"name":7,"category":"","status":""},"isKept":false}',
  '{"values":{"name":"","category":"","status":""},"isKept":"yes"}',
  '{"values":{"name":"","category":"","status":""},"isKept":true,"replaces":7}',
  '{"values":{"name":"","category":"","status":""},"isKept":true,"press":7}',
  '{"values":{"name":"","category":"","status":""},"isKept":true,"filledInAt":7}',
  '{"values":{"name":"","category":"","status":""},"isKept":true,"wasFilledByFix":"yes"}',
])('A text that is no draft is an empty form: %s', (text) => {
  sessionStorage.setItem(NAME, text)
  expect(openDraft().read()).toEqual(EMPTY)
})

/** Returns whether the browser asks before the page is left. */
const isLeavingAskedAbout = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('A draft that the browser does not store is kept, and the browser asks before a pet in it is left.', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
  }
  const draft = openDraft()
  draft.write(REX)
  expect(draft.read()).toEqual(REX)
  expect(isLeavingAskedAbout()).toBe(true)
  draft.write({ ...REX, name: '', keepsCategoryAndStatus: true })
  expect(isLeavingAskedAbout()).toBe(false)
  draft.write(emptyForm())
  expect(draft.read()).toEqual(EMPTY)
})
