import { describe, expect, test } from 'vitest'
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

test.each<[isBefore: boolean, what: string, seenIdCount: number | undefined]>([
  [true, 'the last ID before the entry has the place that it had', 2],
  [false, 'the last ID before the entry has a later place than it had', 1],
  [false, 'the last ID before the entry has an earlier place than it had', 3],
  [true, 'an older version has not noted the place of the last ID before the entry', undefined],
])(
  'It is %s that an ID which comes earlier in the order was seen before the entry was sent, where %s',
  (isBefore, _what, seenIdCount) => {
    const wasSeenBefore = createWasSeenBefore(() => seen('5', '9', '2'))
    expect(wasSeenBefore({ lastSeenId: int64('9'), seenIdCount }, int64('5'))).toBe(isBefore)
  },
)

describe('On a device that has forgotten the smallest IDs', () => {
  const FIRST = 200_000
  const keptIds = Array.from({ length: MAX_IDS_OF_DEVICE }, (_, index) => String(FIRST + 2 * index))
  // The service gives IDs in no order: the largest was shown first.
  const wasSeenBefore = createWasSeenBefore(() => seen(...keptIds.toReversed()))

  test.each<[isBefore: boolean, what: string, lastSeenId: number, id: number]>([
    [true, 'an ID that was shown earlier', FIRST + 10, FIRST + 20],
    [false, 'a smaller ID that was shown later', FIRST + 20, FIRST + 10],
    [false, 'an ID between the known ones that no list has shown', FIRST + 10, FIRST + 11],
    [false, 'a larger ID that no list has shown', FIRST + 10, FIRST + 900_000],
    [true, 'an ID that it may have forgotten, because it is the smallest', FIRST + 10, 1000],
    [true, 'any known ID, where the one that was shown last may be forgotten', 1000, FIRST + 10],
  ])('it is %s that this was seen before the entry was sent: %s', (isBefore, _what, lastSeenId, id) => {
    // Each ID that is forgotten moves others, so another place proves nothing here.
    const entry = { lastSeenId: int64(String(lastSeenId)), seenIdCount: 1 }
    expect(wasSeenBefore(entry, int64(String(id)))).toBe(isBefore)
  })
})

test('IDs that lists show later are known, too.', () => {
  let ids = seen('5')
  const wasSeenBefore = createWasSeenBefore(() => ids)
  expect(wasSeenBefore({ lastSeenId: int64('9') }, int64('5'))).toBe(false)
  ids = seen('5', '9')
  expect(wasSeenBefore({ lastSeenId: int64('9') }, int64('5'))).toBe(true)
})
