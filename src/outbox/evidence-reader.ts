/**
 * Evidence that is read for one press, and anew when another API key, or a wait, has come between.
 */
export type EvidenceReader<T> = {
  /** Returns whether what this sign-in can see was read, so that `get` needs no wait. */
  readonly isRead: (signInId: string) => boolean
  /** Returns the evidence for this sign-in. Reads it unless that was done, or begun. */
  readonly get: (signInId: string) => Promise<T>
  /** Forgets the evidence, so that it is read anew. */
  readonly forget: () => void
}

export function createEvidenceReader<T>(read: () => Promise<T>): EvidenceReader<T> {
  let current: { readonly signInId: string; readonly evidence: Promise<T>; isRead: boolean } | undefined

  return {
    isRead: (signInId) => current?.signInId === signInId && current.isRead,

    get(signInId) {
      if (current?.signInId === signInId) return current.evidence
      const reading = { signInId, evidence: read(), isRead: false }
      current = reading
      reading.evidence.then(
        () => (reading.isRead = true),
        () => undefined,
      )
      return reading.evidence
    },

    forget() {
      current = undefined
    },
  }
}
