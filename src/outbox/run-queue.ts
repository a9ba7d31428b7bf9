import type { EntryId } from './entry.ts'

/**
 * IDs of a run that are still to be sent, in their order; an outcome may add entries that it
 * unholds.
 */
export type RunQueue = Iterable<EntryId> & {
  readonly add: (ids: Iterable<EntryId>) => void
  readonly delete: (id: EntryId) => void
}

export function createRunQueue(ids: Iterable<EntryId>): RunQueue {
  const remaining = new Set(ids)
  return {
    [Symbol.iterator]: () => remaining.values(),
    add(more) {
      for (const id of more) remaining.add(id)
    },
    delete(id) {
      remaining.delete(id)
    },
  }
}
