/** The outcome of one check of a deployment, in words for whoever runs it. */
export type Finding = {
  readonly verdict: 'ok' | 'wrong' | 'could not be told'
  /** What should be so. */
  readonly what: string
  /** What was found instead and how to mend it, or why nothing could be told; empty when all is well. */
  readonly words: readonly string[]
}

/** Wrong as soon as there are words about it. */
export function finding(what: string, words: readonly string[]): Finding {
  return { verdict: words.length === 0 ? 'ok' : 'wrong', what, words }
}

export function untold(what: string, why: string): Finding {
  return { verdict: 'could not be told', what, words: [why] }
}
