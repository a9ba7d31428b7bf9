import type { ByHandItem } from './by-hand-items.ts'
import type { Entry } from './entry.ts'
import type { ChangesElsewhere, OutboxEvent } from './news.ts'

/** The reaction of "Add a pet" to news: it reads again what it shows, at once or soon, or not. */
export type Reaction = 'ignore' | 'refresh-at-pace' | 'refresh-now'

/** The pets that are shown. */
type Shown = readonly Pick<ByHandItem, 'entry'>[]

/**
 * Returns how soon what is shown has to be read again. Each row of an import is news twice, in
 * every tab, and reading takes as long as the page has pets. So what concerns none of them is read
 * at a pace.
 */
export function reactionTo(event: OutboxEvent, shown: Shown): Reaction {
  switch (event.kind) {
    case 'written':
      return reactionToWritten(event.entries, shown)
    case 'batches-changed-elsewhere':
      return reactionToOtherTab(event, shown)
    case 'state-changed':
    case 'seen-pets-changed':
      return 'refresh-now'
  }
}

function reactionToWritten(entries: readonly Entry[], shown: Shown): Reaction {
  const lookalikeKeys = entries.map(({ lookalikeKey }) => lookalikeKey)
  const isAnyByHand = entries.some(({ importId }) => importId === '')
  if (isAnyByHand || isAskedAbout(lookalikeKeys, shown)) return 'refresh-now'
  // It may answer a pet with another name that is named for an unconfirmed one.
  return openQuestionsOf(shown).length > 0 ? 'refresh-at-pace' : 'ignore'
}

function reactionToOtherTab({ batches, lookalikeKeys }: ChangesElsewhere, shown: Shown): Reaction {
  if (batches === undefined || lookalikeKeys === undefined) return 'refresh-now'
  // The other tab has written nothing: it has let go of a batch, which this tab may show by now.
  if (lookalikeKeys.length === 0) return 'refresh-now'
  const isShown = shown.some(({ entry }) => batches.includes(entry.batch))
  return isShown || isAskedAbout(lookalikeKeys, shown) ? 'refresh-now' : 'refresh-at-pace'
}

/** Returns whether a person has to decide about a shown pet with one of these keys. */
function isAskedAbout(lookalikeKeys: readonly string[], shown: Shown): boolean {
  const askedKeys = new Set(openQuestionsOf(shown).map(({ entry }) => entry.lookalikeKey))
  return lookalikeKeys.some((key) => askedKeys.has(key))
}

function openQuestionsOf(shown: Shown): Shown {
  return shown.filter(({ entry: { state } }) => state.kind === 'held' || state.kind === 'unknown')
}
