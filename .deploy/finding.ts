export type Finding = {
  readonly verdict: 'ok' | 'wrong' | 'unknown'
  /** What a correct deployment does. */
  readonly check: string
  /** What is wrong and how to fix it, or why the check had no result. Empty when all is well. */
  readonly messages: readonly string[]
}

/** @param problems all of them, or one where there is one at most; none is `false` or an empty list. */
export function finding(check: string, problems: readonly string[] | string | false): Finding {
  const messages = typeof problems === 'string' ? [problems] : problems || []
  return { verdict: messages.length === 0 ? 'ok' : 'wrong', check, messages }
}

export function unknownBecause(check: string, reason: string): Finding {
  return { verdict: 'unknown', check, messages: [reason] }
}
