import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { onReturnToPage } from '#src/browser/on-return-to-page.ts'
import { tabTextNameOf } from '#src/browser/tab-texts.ts'
import { holdWhile } from '#src/browser/unsaved-work.ts'
import { readStored, storedNames, writeStored } from '#src/browser/web-storage.ts'
import { heldLockNames, tryAcquireLock } from '#src/browser/web-lock.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { type CurrentEnvironment, useEnvironment } from '#src/config/environment-context.ts'
import { OWN_PREFIX } from '#src/lib/base-path.ts'
import { delay } from '#src/lib/delay.ts'
import { LISTS } from '#src/pets/queries/list-query.ts'
import type { Petstore } from '#src/pets/petstore.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import type { Session } from '#src/session/session.ts'
import { useSession } from '#src/session/session-context.ts'
import { canSend, canShowPets, hasKeyEnded } from '#src/session/session-state.ts'
import { type ByHand, createByHand } from './by-hand.ts'
import { createImportActivity } from './import-activity.ts'
import { createImports, type Imports } from './imports.ts'
import { createIndexedDbLedger } from './ledger/indexed-db.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createSeenPetsOf } from './seen-pets-of.ts'
import { createRecordPlace } from './storage.ts'
import type { TabText } from './tab-memory.ts'
import type { SharedTexts } from './unseen-pets.ts'

/** The outbox of the environment that is shown. */
export function useOutbox(): OutboxOfEnvironment {
  const environment = useEnvironment()
  const petstore = usePetstore()
  const session = useSession()
  const queryClient = useQueryClient()
  return outboxOf({ environment, petstore, session, queryClient })
}

/** The services of an environment that its outbox needs. */
type Services = {
  readonly environment: CurrentEnvironment
  readonly petstore: Petstore
  readonly session: Session
  readonly queryClient: QueryClient
}

/**
 * Returns the outbox of an environment, which need not be the one that is shown. There is one as
 * long as the app is open: sending goes on on another page.
 */
export function outboxOf({ environment, ...services }: Services): OutboxOfEnvironment {
  const { petstore, session, queryClient } = services
  return environment.own(createOutboxOfEnvironment, environment, petstore, session, queryClient)
}

type OutboxOfEnvironment = ReturnType<typeof createOutboxOfEnvironment>

/**
 * Prefix of the lock names, and the name of the channel. Its dot keeps it apart from the session's
 * channel, which ends in an environment ID: an ID has no dot.
 */
const PREFIX = `${OWN_PREFIX}outbox.`

function createOutboxOfEnvironment(
  environment: CurrentEnvironment,
  petstore: Petstore,
  session: Session,
  client: QueryClient,
) {
  const outbox = createOutbox({
    environment: { ...environment, baseUrl: absoluteUrl(environment.baseUrl) },
    otherEnvironments: environment.others.map(({ id, baseUrl }) => ({ id, baseUrl: absoluteUrl(baseUrl) })),
    recordPlace: environment.ownInTab(createRecordPlace),
    openLedger: createIndexedDbLedger,
    createPet: (newPet, signal) => petstore.createPet(newPet, signal),
    listPets: (filter, signal) => petstore.listPets(filter, signal),
    seenPets: environment.own(createSeenPetsOf, session, environment.baseUrl),
    session,
    acquireLock: (batch) => tryAcquireLock(PREFIX + batch),
    heldLocks: () => heldLockNames(PREFIX),
    clock: { now: Date.now, elapsed: () => performance.now(), sleep: delay },
    channel: new BroadcastChannel(PREFIX),
    onRunEnded: () => void client.invalidateQueries({ queryKey: LISTS }),
  })
  const byHand = createByHand(
    outbox,
    tabTextNamed(tabTextNameOf('by-hand', environment)),
    // An entry belongs to one service, whatever its environment is called.
    storedTextsAfter(`${OWN_PREFIX}unseen.${absoluteUrl(environment.baseUrl)} `),
  )
  const imports = createImports(outbox, environment.own(createImportActivity))
  askForPersistence(outbox)
  askBeforeLeaving(outbox, byHand)
  suspendWhileAsleep(outbox, byHand)
  window.addEventListener('offline', () => outbox.pauseOffline())
  window.addEventListener('online', () => outbox.lists.retry())
  followSession(session, outbox, byHand, imports)
  return { outbox, byHand, imports }
}

/** Returns the text that this tab keeps under a name. It is always empty if storage is blocked. */
export function tabTextNamed(name: string): TabText {
  return {
    read: () => readStored('session', name),
    write: (text) => void writeStored('session', name, text),
  }
}

/** Returns the texts in localStorage with this prefix of their names, by the rest of the name. */
function storedTextsAfter(prefix: string): SharedTexts {
  return {
    all() {
      const names = storedNames('local').filter((name) => name.startsWith(prefix))
      return new Map(names.map((name) => [name.slice(prefix.length), readStored('local', name) ?? '']))
    },
    set: (name, text) => writeStored('local', prefix + name, text),
    delete: (name) => void writeStored('local', prefix + name, null),
  }
}

/**
 * Asks the browser to keep the ledger: one that is short of space may delete the only proof of what
 * was sent. This works in a secure context only.
 */
function askForPersistence(outbox: Outbox): void {
  const unsubscribe = outbox.subscribe((event) => {
    if (event.kind !== 'written' || event.entries.length === 0) return
    unsubscribe()
    const storage: StorageManager | undefined = navigator.storage
    void storage?.persist().catch(() => undefined)
  })
}

/** Asks before the page is left while something would be lost. */
function askBeforeLeaving(outbox: Outbox, byHand: ByHand): void {
  holdWhile(byHand, () => byHand.isBusy() || outbox.isBusy() || outbox.wouldLoseSomething(), 'leave')
  holdWhile(outbox.unwrittenPresses, () => outbox.unwrittenPresses.get() > 0, 'leave')
  // A reload would lose a ledger that is in memory alone.
  holdWhile(outbox.storageState, () => outbox.storageState.get() === 'in-memory', 'reload')
}

/**
 * Suspends the outbox while the page sleeps in the back/forward cache. WebKit puts a page there
 * even in the middle of something.
 */
function suspendWhileAsleep(outbox: Outbox, byHand: ByHand): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) outbox.suspend()
  })
  onReturnToPage(() => {
    outbox.resume()
    void byHand.readAgain()
  })
}

/** Another API key sees other pets, so what was read with one is forgotten when it ends. */
function followSession(session: Session, outbox: Outbox, byHand: ByHand, imports: Imports): void {
  let previousState = session.get()
  session.subscribe(() => {
    const currentState = session.get()
    const isOtherKey = currentState.signInId !== previousState.signInId
    const isSignedInAgain = hasKeyEnded(previousState) && canSend(currentState)
    if (isOtherKey || !canShowPets(currentState)) outbox.lists.clear()
    const isSignedOut = currentState.kind === 'signed-out' && previousState.kind !== 'signed-out'
    if (isSignedOut) {
      outbox.signedOut()
      imports.signedOut()
    }
    if (hasKeyEnded(currentState) || isOtherKey) outbox.keyEnded()
    // Pets that wait since the key has ended do not leave with the next pet.
    if (isSignedOut) byHand.signedOut()
    else if (isOtherKey || isSignedInAgain) byHand.beginVisit()
    // Readings of the lists were given up when the last key ended.
    if (canSend(currentState)) outbox.lists.retry()
    previousState = currentState
  })
}
