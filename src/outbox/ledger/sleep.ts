/** A transaction, as far as the sleep of the page ends it. */
type Abortable = { readonly done: Promise<void>; readonly abort: () => void }

/**
 * The sleep of a page in the back/forward cache. A transaction that is open meanwhile would keep
 * those of all other pages waiting.
 */
export function createSleep() {
  const followed = new Set<Abortable>()
  let current: PromiseWithResolvers<void> | undefined
  let count = 0

  return {
    /** Aborts what is under way. */
    begin(): void {
      current ??= Promise.withResolvers()
      count += 1
      for (const transaction of followed) abort(transaction)
    },

    /** Wakes what has waited. */
    end(): void {
      current?.resolve()
      current = undefined
    },

    /** Returns how often the page has gone to sleep. */
    count: (): number => count,

    isUnderWay: (): boolean => current !== undefined,

    /** Resolves once the page does not sleep. */
    async isOver(): Promise<void> {
      await current?.promise
    },

    /** Has a transaction aborted if the page sleeps before it has ended. */
    follow<T extends Abortable>(transaction: T): T {
      followed.add(transaction)
      const forget = () => void followed.delete(transaction)
      transaction.done.then(forget, forget)
      if (current !== undefined) abort(transaction)
      return transaction
    },
  }
}

export type Sleep = ReturnType<typeof createSleep>

/** Aborts a transaction, unless it has ended or is committing. */
export function abort(transaction: Pick<Abortable, 'abort'> | undefined): void {
  try {
    transaction?.abort()
  } catch {
    // There is nothing to abort any more.
  }
}
