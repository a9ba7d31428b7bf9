import { expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { MAX_IDS_OF_DEVICE } from '#src/outbox/seen-ids.ts'
import { createWasSeenBefore } from './was-seen-before.ts'

const seen = (...ids: readonly string[]) => new Set(ids.map(int64))

test.each<[isBefore: boolean, what: string, lastSeenId: string | undefined, id: string]>([
  [true, 'an ID that was shown earlier', '9', '5'],
  [true, 'the ID that was shown last', '9', '9'],
  [false, 'a smaller ID that was shown later', '9', '2'],
  [false, 'an ID that no list has shown', '9', '7'],
  [false, 'an ID, where no list had shown any', undefined, '5'],
  [false, 'an ID, where the one that was shown last is forgotten', '1', '5'],
])('It is %s that it was seen before the entry was sent: %s', (isBefore, _what, lastSeenId, id) => {
  const wasSeenBefore = createWasSeenBefore(() => seen('5', '9', '2'))
  const entry = { lastSeenId: lastSeenId === undefined ? undefined : int64(lastSeenId) }
  expect(wasSeenBefore(entry, int64(id))).toBe(isBefore)
})

test('Once a device has forgotten IDs, an unknown one that is smaller than the last counts as seen before.', () => {
  const ids = Array.from({ length: MAX_IDS_OF_DEVICE }, (_, index) => String(200_000 + index))
  const wasSeenBefore = createWasSeenBefore(() => seen(...ids))
  const entry = { lastSeenId: int64('200009') }
  expect(wasSeenBefore(entry, int64('1000'))).toBe(true)
  expect(wasSeenBefore(entry, int64('300000'))).toBe(false)
})

test('IDs that lists show later are known, too.', () => {
  let ids = seen('5')
  const wasSeenBefore = createWasSeenBefore(() => ids)
  expect(wasSeenBefore({ lastSeenId: int64('9') }, int64('5'))).toBe(false)
  ids = seen('5', '9')
  expect(wasSeenBefore({ lastSeenId: int64('9') }, int64('5'))).toBe(true)
})
