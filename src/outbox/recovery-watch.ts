import { type ClaimAges, REQUEST_MAX_MS } from './claim-ages.ts'
import type { OutboxPorts } from './ports.ts'
import type { Sender } from './sender.ts'
import type { View } from './view.ts'

type Options = {
  readonly view: Pick<View, 'byHand' | 'followedImports' | 'rowsOf' | 'subscribe'>
  readonly senderOf: (batch: string) => Pick<Sender, 'recoverClaims' | 'isBusy'>
  readonly clock: OutboxPorts['clock']
  readonly claimAges: Pick<ClaimAges, 'observe'>
}

/**
 * Milliseconds from seeing a claim until the first look whether its tab is gone. A page that was
 * just left may keep its lock for a moment, so it is too early to look when the next page opens.
 */
export const FIRST_LOOK_MS = 5000

/** The ages of a claim, in milliseconds, at which it is looked at. */
const LOOK_AGES_MS = [FIRST_LOOK_MS, REQUEST_MAX_MS + 1]

/**
 * Finds out that another tab is gone while it was sending something that this tab shows. Nobody
 * announces that, so we look after some seconds, when the lock of a tab that is gone is free, and
 * after a minute, when the request has ended even where there are no locks.
 */
export function watchForCrashedTabs({ view, senderOf, clock, claimAges }: Options): void {
  /** The claims that are waited for. */
  const watched = new Set<string>()

  async function watch(batch: string, claim: string): Promise<void> {
    watched.add(claim)
    claimAges.observe(claim)
    const seenAt = clock.elapsed()
    for (const age of LOOK_AGES_MS) {
      await clock.sleep(seenAt + age - clock.elapsed(), new AbortController().signal)
      const isStillSending = claimsElsewhere().some((other) => other.claim === claim)
      if (isStillSending) await senderOf(batch).recoverClaims()
    }
    watched.delete(claim)
    update()
  }

  function claimsElsewhere() {
    // While this tab sends an import, no other one does, and its rows need not be looked through.
    const imports = view.followedImports().filter((id) => !senderOf(id).isBusy())
    const shown = [...view.byHand().map(({ entry }) => entry), ...imports.flatMap(view.rowsOf)]
    return shown.flatMap(({ batch, state }) => {
      const isElsewhere = state.kind === 'sending' && !senderOf(batch).isBusy()
      return isElsewhere ? [{ batch, claim: state.claim }] : []
    })
  }

  function update(): void {
    for (const { batch, claim } of claimsElsewhere()) if (!watched.has(claim)) void watch(batch, claim)
  }

  view.subscribe(update)
}
