import '#tests/support/counts-in-english.ts'
import { expect, test } from 'vitest'
import { type LostChanges, lostChangesText } from './lost-changes.ts'

test.each<[changes: LostChanges, text: string]>([
  [{ rowCount: 1, isLayoutChanged: false, otherSheetCount: 0 }, 'Your changes to 1 row will be lost.'],
  [{ rowCount: 0, isLayoutChanged: true, otherSheetCount: 0 }, 'Your column settings will be lost.'],
  [
    { rowCount: 1204, isLayoutChanged: true, otherSheetCount: 1 },
    'Your changes to 1,204 rows and your column settings will be lost. This includes changes in 1 other sheet.',
  ],
])('The question before rows are cleared says what would be lost: %j', (changes, text) => {
  expect(lostChangesText(changes)).toBe(text)
})
