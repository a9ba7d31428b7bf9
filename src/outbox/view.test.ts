import { describe, expect, test, vi } from 'vitest'
import { createEmptyLedger } from '#tests/support/device.ts'
import {
  added,
  discarded,
  otherEntry as other,
  ownEntry as own,
  putAll,
  rejected,
  rowEntry as row,
  sending,
  unknown,
  waiting,
} from '#tests/support/ledger-entries.ts'
import { idsOf } from '#tests/support/outbox-scenario.ts'
import { entryIdOf } from './entry.ts'
import type { Ledger } from './ledger/ledger.ts'
import { createView } from './view.ts'

const idsByHand = (view: ReturnType<typeof createView>) => idsOf(view.byHand().map(({ entry }) => entry))

/** Rows of the import "file" and one of "second", of which the tab has opened these. */
function viewOfImports(...open: readonly string[]) {
  const view = createView()
  for (const importId of open) view.followImport(importId)
  view.load([row(waiting, { position: 10 }), row(added, { position: 2 }), own(waiting)])
  view.load([row(waiting, { batch: 'second', importId: 'second' })])
  return view
}

describe('What the view holds', () => {
  test('It holds what is written in a visit that it follows, and nothing of others.', () => {
    const view = createView()
    view.followVisit('own')
    view.apply({ written: [own(waiting), other(waiting), row(waiting)], deleted: [] })
    expect(view.byHand()).toEqual([{ entry: own(waiting), isSaved: true }])
  })

  test('It holds what was loaded by hand, and every change of that.', () => {
    const view = createView()
    view.load([other(waiting)])
    view.apply({ written: [other(added)], deleted: [] })
    expect(view.byHand()).toEqual([{ entry: other(added), isSaved: true }])
  })

  test('It lets go of what was deleted.', () => {
    const view = viewOfImports('file')
    view.load([other(waiting)])
    view.apply({ written: [], deleted: ['own 0', 'file 2', 'gone 0'] })
    expect(idsByHand(view)).toEqual(['other 0'])
    expect(idsOf(view.rowsOf('file'))).toEqual(['file 10'])
  })

  test('It holds what was deleted and written anew in one transaction.', () => {
    const view = createView()
    view.followVisit('own')
    view.load([own(waiting)])
    view.apply({ written: [own(rejected)], deleted: ['own 0'] })
    expect(view.byHand()).toEqual([{ entry: own(rejected), isSaved: true }])
  })

  test('It forgets what was entered by hand, and what is written to that later.', () => {
    const view = viewOfImports('file')
    view.followVisit('own')
    view.forgetByHand()
    view.apply({ written: [own(added)], deleted: [] })
    expect(idsByHand(view)).toEqual([])
    expect(idsOf(view.rowsOf('file'))).toEqual(['file 2', 'file 10'])
  })

  test('It follows the next visit once it has forgotten the one before.', () => {
    const view = createView()
    view.followVisit('own')
    view.forgetByHand()
    view.followVisit('other')
    view.apply({ written: [own(waiting), other(waiting)], deleted: [] })
    expect(idsByHand(view)).toEqual(['other 0'])
  })

  test('It tells about each change.', () => {
    const view = createView()
    const listener = vi.fn<() => void>()
    view.subscribe(listener)
    view.load([own(waiting)])
    view.apply({ written: [own(added)], deleted: [] })
    view.setUnsaved([])
    view.forgetByHand()
    view.unfollowImport('file')
    expect(listener).toHaveBeenCalledTimes(5)
  })
})

describe('Imports', () => {
  test('The rows of an open import are given in their order, apart from what was entered by hand.', () => {
    const view = viewOfImports('file')
    expect(idsOf(view.rowsOf('file'))).toEqual(['file 2', 'file 10'])
    expect(idsByHand(view)).toEqual(['own 0'])
  })

  test('A discarded row is no row any more, and neither is what is left of a row that was added.', () => {
    const view = viewOfImports('file')
    view.apply({ written: [row(discarded), row(added, { position: 10, row: undefined })], deleted: [] })
    expect(idsOf(view.rowsOf('file'))).toEqual(['file 2'])
  })

  test('Nothing is held of an import that is not open.', () => {
    const view = viewOfImports('file')
    view.apply({ written: [row(waiting, { batch: 'second', importId: 'second' })], deleted: [] })
    expect(view.rowsOf('second')).toEqual([])
    expect(view.followedImports()).toEqual(['file'])
  })

  test('What is written to an open import is held, and its other rows stay as they were.', () => {
    const view = viewOfImports('file')
    view.apply({ written: [row(added, { position: 10 }), row(rejected, { position: 3 })], deleted: [] })
    expect(view.rowsOf('file').map(({ position, state }) => [position, state])).toEqual([
      [2, added],
      [3, rejected],
      [10, added],
    ])
  })

  test('An import that is closed is let go of, and what is written to it later is not held.', () => {
    const view = viewOfImports('file', 'second')
    view.unfollowImport('file')
    view.apply({ written: [row(added)], deleted: [] })
    expect(view.rowsOf('file')).toEqual([])
    expect(view.followedImports()).toEqual(['second'])
    expect(idsOf(view.rowsOf('second'))).toEqual(['second 0'])
  })

  test('An import that is opened twice keeps its rows.', () => {
    const view = viewOfImports('file')
    view.followImport('file')
    expect(idsOf(view.rowsOf('file'))).toEqual(['file 2', 'file 10'])
  })

  test('A row whose outcome could not be written is shown with its outcome, and not as entered by hand.', () => {
    const view = createView()
    view.followImport('file')
    view.load([row(sending)])
    view.setUnsaved([row(added)])
    expect(view.rowsOf('file')).toEqual([row(added)])
    expect(view.byHand()).toEqual([])
  })
})

describe('What could not be written', () => {
  test('It is shown as not saved, in place of what the ledger has.', () => {
    const view = createView()
    view.load([own(sending)])
    view.setUnsaved([own(added), own(waiting, { position: 1, sequence: 0 })])
    expect(view.byHand()).toEqual([
      { entry: own(added), isSaved: false },
      { entry: own(waiting, { position: 1, sequence: 0 }), isSaved: false },
    ])
  })

  test('Once it is written, it is shown as saved.', () => {
    const view = createView()
    view.followVisit('own')
    view.setUnsaved([own(waiting)])
    view.apply({ written: [own(waiting)], deleted: [] })
    view.setUnsaved([])
    expect(view.byHand()).toEqual([{ entry: own(waiting), isSaved: true }])
  })

  test('It stays when everything else by hand is forgotten.', () => {
    const view = createView()
    view.followVisit('own')
    view.load([own(sending), own(added, { position: 1 })])
    view.setUnsaved([own(added)])
    view.forgetByHand()
    expect(view.byHand()).toEqual([{ entry: own(added), isSaved: false }])
  })
})

/** Writes what the view shows into this ledger. Returns what it has then. */
async function restore(view: ReturnType<typeof createView>, ledger: Ledger) {
  await ledger.write((transaction) => view.restoreInto(transaction, ({ batch }) => batch !== 'in memory'))
  return ledger.read(({ findAll }) => findAll(['batch']))
}

describe('A ledger that has taken the place of a deleted one', () => {
  test('It is given what is shown and missing, keeps what it has, and gets nothing that was in memory alone.', async () => {
    const view = createView()
    const ledger = createEmptyLedger()
    view.followImport('file')
    view.load([own(unknown), row(added), own(unknown, { batch: 'in memory' })])
    await putAll(ledger, [own(added)])
    const entries = await restore(view, ledger)
    expect(entries.map(({ batch, state }) => [batch, state.kind])).toEqual([
      ['file', 'added'],
      ['own', 'added'],
    ])
  })

  test.each([
    ['an empty one', 0],
    ['one that another tab has used already', 9],
  ])(
    'In %s, what is restored has new numbers in the old order, and the view has them, too.',
    async (_what, taken) => {
      const view = createView()
      const ledger = createEmptyLedger()
      view.followImport('file')
      view.load([
        own(waiting, { sequence: 7 }),
        other(waiting, { sequence: 3 }),
        row(waiting, { sequence: 5 }),
      ])
      if (taken > 0) await ledger.write(({ takeSequence }) => takeSequence(taken))
      const entries = await restore(view, ledger)
      const inOrder = entries.toSorted((first, second) => first.sequence - second.sequence)
      expect(inOrder.map((entry) => [entryIdOf(entry), entry.sequence])).toEqual([
        ['other 0', taken + 1],
        ['file 0', taken + 2],
        ['own 0', taken + 3],
      ])
      const inView = [...view.byHand().map(({ entry }) => entry), ...view.rowsOf('file')]
      expect(inView.toSorted((first, second) => first.sequence - second.sequence)).toMatchObject(
        inOrder.map((entry) => ({ batch: entry.batch, sequence: entry.sequence })),
      )
      expect(await ledger.write(({ takeSequence }) => takeSequence(1))).toBe(taken + 4)
    },
  )

  test('What the ledger has already keeps its number, in the view as well.', async () => {
    const view = createView()
    const ledger = createEmptyLedger()
    view.load([own(waiting, { sequence: 4 }), other(waiting, { sequence: 6 })])
    await putAll(ledger, [own(waiting, { sequence: 4 })])
    await ledger.write(({ takeSequence }) => takeSequence(4))
    const entries = await restore(view, ledger)
    expect(entries.map(({ batch, sequence }) => [batch, sequence])).toEqual([
      ['other', 5],
      ['own', 4],
    ])
    expect(view.byHand().map(({ entry }) => [entry.batch, entry.sequence])).toEqual([
      ['own', 4],
      ['other', 5],
    ])
  })

  test.each<[what: string, batches: readonly string[] | undefined, restored: readonly string[]]>([
    ['nothing', [], ['file', 'own']],
    ['one of these batches', ['file'], ['own']],
    ['any batch', undefined, []],
  ])(
    'It is given what was shown before, unless another tab may have written to that since: %s',
    async (_what, batches, restored) => {
      const view = createView()
      view.followImport('file')
      view.load([own(unknown), row(waiting)])
      view.unfollowImport('file')
      view.forgetByHand()
      view.forgetFormerlyShown(batches)
      const entries = await restore(view, createEmptyLedger())
      expect(entries.map(({ batch }) => batch)).toEqual(restored)
    },
  )
})
