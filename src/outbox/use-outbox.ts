import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { holdWhile } from '#src/browser/unsaved-work.ts'
import { heldLockNames, tryAcquireLock } from '#src/browser/web-lock.ts'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { type CurrentEnvironment, useEnvironment } from '#src/config/environment-context.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { delay } from '#src/lib/delay.ts'
import { onceForEach } from '#src/lib/once-for-each.ts'
import { LISTS } from '#src/pets/list-query.ts'
import { fetchFreshList, loadedPets, rememberAdded } from '#src/pets/pet-queries.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import type { Session } from '#src/session/session.ts'
import { useSession } from '#src/session/session-context.ts'
import { createFiles } from './files.ts'
import { importActivityOf } from './import-activity.ts'
import { createJustAdded } from './just-added.ts'
import { createOutbox } from './outbox.ts'
import { createLedger } from './outbox-database.ts'

/** One for each environment, for as long as the app is open: what is sent goes on while one looks at another page. */
export function useOutbox() {
  return outboxOf(useEnvironment(), usePetstore(), useSession(), useQueryClient())
}

/** No name of an environment, which is that of its session's channel, has a dot. */
const PREFIX = `${OWN_PREFIX}outbox.`

const outboxOf = onceForEach(createOutboxOfEnvironment)

function createOutboxOfEnvironment(
  environment: CurrentEnvironment,
  petstore: Petstore,
  session: Session,
  client: QueryClient,
) {
  const outbox = createOutbox({
    environment: { ...environment, baseUrl: absoluteUrl(environment.baseUrl) },
    ledger: createLedger(),
    createPet: async (newPet, signal) => {
      const outcome = await petstore.createPet(newPet, signal)
      if (outcome.kind === 'added') rememberAdded(client, outcome.pet)
      return outcome
    },
    listPets: fetchFreshList(client, petstore),
    knownPets: () => loadedPets(client).map(({ pet }) => pet),
    session,
    acquireLock: (batch) => tryAcquireLock(PREFIX + batch),
    heldLocks: () => heldLockNames(PREFIX),
    clock: { now: Date.now, elapsed: () => performance.now(), sleep: delay },
    channel: new BroadcastChannel(PREFIX),
    onSent: () => void client.invalidateQueries({ queryKey: LISTS }),
  })
  const justAdded = createJustAdded(outbox)
  const files = createFiles(outbox, importActivityOf(environment))

  const keep = outbox.subscribe((written) => {
    if (written === undefined || written.length === 0) return
    keep()
    // Else a browser that is short of space may delete the only proof of what was sent. Only in a secure context.
    const storage: StorageManager | undefined = navigator.storage
    void storage?.persist().catch(() => undefined)
  })
  holdWhile(justAdded, () => justAdded.isBusy() || outbox.isSending(), 'leave')
  // What is in memory alone.
  holdWhile(outbox.storage, () => outbox.storage.get() === 'memory', 'reload')
  window.addEventListener('offline', () => outbox.pause('offline'))
  window.addEventListener('online', () => outbox.checks.retry())
  let before = session.get()
  session.subscribe(() => {
    const now = session.get()
    const hasEnded = now.isPrompting === false
    if (now.keyId !== before.keyId || hasEnded) outbox.checks.clear()
    if (now.kind === 'signed-out' && before.kind !== 'signed-out') {
      outbox.pause('key')
      justAdded.signedOut()
    }
    // What was read with the key before is gone, and what waited for this one was given up.
    if (now.kind === 'signed-in') outbox.checks.retry()
    before = now
  })
  return { outbox, justAdded, files }
}
