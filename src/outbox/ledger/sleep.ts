/** The part of a transaction that is needed to abort it and to hear of its end. */
type Abortable = { readonly done: Promise<void>; readonly abort: () => void }

/**
 * The sleep of a page in the back/forward cache. A transaction that is open meanwhile would keep
 * those of all other pages waiting.
 */
export function createSleep() {
  const followed = new Set<Abortable>()
  /** Resolves when the page wakes up; `undefined` while it is awake. */
  let awakening: PromiseWithResolvers<void> | undefined
  let count = 0

  return {
    /** Notes that the page goes to sleep, and aborts the transactions that are under way. */
    begin(): void {
      awakening ??= Promise.withResolvers()
      count += 1
      for (const transaction of followed) abort(transaction)
    },

    /** Notes that the page is awake again. */
    end(): void {
      awakening?.resolve()
      awakening = undefined
    },

    /** Returns how often the page has gone to sleep. */
    count: (): number => count,

    isUnderWay: (): boolean => awakening !== undefined,

    /** Resolves once the page is awake. */
    async waitForEnd(): Promise<void> {
      await awakening?.promise
    },

    /** Aborts the transaction if the page sleeps before it has ended. Returns the transaction. */
    follow<T extends Abortable>(transaction: T): T {
      followed.add(transaction)
      const forget = () => void followed.delete(transaction)
      transaction.done.then(forget, forget)
      if (awakening !== undefined) abort(transaction)
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
