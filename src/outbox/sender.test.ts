// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { describe, expect, test } from 'vitest'
import { InvalidResponseError } from '#src/http/errors.ts'
import type { NewPet } from '#src/pets/pet.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import { int64 } from '#tests/support/int64.ts'
import { answerWith, httpError, openTabAnsweredBy, openUnsteadyTab } from '#tests/support/outbox-faults.ts'
import {
  bo,
  correctionsOf,
  createHoldSwitch,
  enter,
  enterUntil,
  includeRows,
  expectFinished,
  expectMaySendAgain,
  expectPaused,
  expectRows,
  expectShown,
  expectSoon,
  expectWaiting,
  itemNamed,
  mia,
  namesReceived,
  openImport,
  openPage,
  passMinute,
  pets,
  rex,
  setUp,
  setUpDevice,
  setUpSending,
  shown,
  startImport,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import type { Answer, Device, Tab } from '#tests/support/device.ts'

/** Opens a tab whose requests end so, in turn. Then every pet is added. */
function openTab(...results: readonly CreatePetOutcome[]) {
  const { service, device } = setUp()
  return { service, device, ...openTabAnsweredBy(device, service, ...results) }
}

const endedAt = expect.any(Number) as number
const claim = expect.any(String) as string

/** Returns the answer that this pet was added, with ID 7. */
function addedAs(pet: NewPet): CreatePetOutcome {
  return { kind: 'added', pet: { id: int64('7'), ...pet } }
}

describe('what becomes of a pet', () => {
  test.each<[answer: string, CreatePetOutcome, state: object]>([
    ['with the pet that was sent', addedAs(rex), { kind: 'added', id: '7', confirmedTo: 'key 1' }],
    [
      'with another status',
      addedAs({ ...rex, status: 'sold' }),
      { kind: 'added', id: '7', confirmedTo: 'key 1', savedAs: { ...rex, status: 'sold' } },
    ],
    [
      'with another name',
      addedAs({ ...rex, name: 'Rexx' }),
      {
        kind: 'added',
        id: '7',
        confirmedTo: 'key 1',
        isChanged: true,
        savedAs: { ...rex, name: 'Rexx' },
        note: 'Saved as “Rexx”, category 1.',
      },
    ],
    [
      'with another category',
      addedAs({ ...rex, categoryId: int64('2') }),
      {
        kind: 'added',
        id: '7',
        confirmedTo: 'key 1',
        isChanged: true,
        savedAs: { ...rex, categoryId: '2' },
        note: 'Saved as “Rex”, category 2.',
      },
    ],
    [
      'that is not a pet',
      { kind: 'unknown', error: new InvalidResponseError('POST /pets', 'not-json') },
      { kind: 'unknown', message: 'The answer was not a pet.', endedAt, claim },
    ],
    [
      'that it was rejected',
      { kind: 'rejected', error: httpError(400) },
      { kind: 'rejected', message: expect.stringContaining('Not so.') as string },
    ],
    [
      'that there is a conflict',
      { kind: 'unknown', error: httpError(409) },
      { kind: 'unknown', message: expect.stringContaining('HTTP 409') as string, endedAt, claim },
    ],
    [
      'that the service has failed',
      { kind: 'unknown', error: httpError(500) },
      { kind: 'unknown', message: expect.stringContaining('HTTP 500') as string, endedAt, claim },
    ],
    [
      'that was not waited for',
      { kind: 'unknown', error: new DOMException('', 'AbortError') },
      { kind: 'unknown', message: 'Cancelled before Staging responded.', endedAt, claim },
    ],
    [
      'that never came',
      { kind: 'unknown', error: new TypeError('') },
      { kind: 'unknown', message: 'Staging did not respond.', endedAt, claim },
    ],
  ])('after an answer %s', async (_answer, outcome, state) => {
    const { tab } = openTab(outcome)
    enter(tab, rex)
    await expectSoon(() => itemNamed(tab, 'Rex').entry.state).toEqual(state)
    expect(itemNamed(tab, 'Rex').error).toBe(outcome.kind === 'added' ? undefined : outcome.error)
  })

  test('A pet with two notes shows both', async () => {
    const { tab } = openTab(answerWith('Rexx', 7))
    tab.showList([answerWith('Rex', 7), answerWith('Mia', 8)].flatMap((a) => ('pet' in a ? [a.pet] : [])))
    await enterUntil(tab, rex, 'added')
    expect(itemNamed(tab, 'Rex').entry.state).toMatchObject({
      isChanged: true,
      note: 'Saved as “Rexx”, category 1. ID 7 had been seen before this pet was sent.',
    })
  })
})

/** Somebody signs in with another key in the dialog that asks for it. */
function signInByDialog(device: Device): void {
  device.sessionState.set({ kind: 'asking-for-key' })
  device.signInId = 'key 2'
  device.sessionState.set({ kind: 'signed-in' })
}

/** Nobody signs in, until the wait is given up. */
const waitForKey = (signal?: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })

/** Enters two pets, of which the request of the first ends so. */
function enterTwo(status: number, retryAfter?: number) {
  const error = httpError(status, retryAfter)
  const opened = openTab({ kind: status < 500 ? 'rejected' : 'unknown', error })
  for (const newPet of pets(2)) enter(opened.tab, newPet)
  return opened
}

describe('the next request', () => {
  test.each([
    [429, 5, undefined],
    [429, 7, 7],
    [429, 1, 0],
    [503, 3, 3],
    [503, 1, 0],
  ])('after HTTP %i leaves %i s later (Retry-After: %o)', async (status, seconds, retryAfter) => {
    const { device, tab, startedAt } = enterTwo(status, retryAfter)
    const waitingUntil = device.now + 1000 * seconds
    await expectSoon(() => tab.byHand.get().run).toEqual({ phase: 'running', waitingUntil })
    device.passTime(1000 * seconds - 1)
    await waitForQuiet()
    expect(startedAt).toHaveLength(1)
    device.passTime(1)
    await expectSoon(() => tab.byHand.get().run).toEqual({ phase: 'idle' })
    // After a 429, the same pet is sent again.
    expect(startedAt.slice(1)).toEqual(status === 429 ? [waitingUntil, waitingUntil] : [waitingUntil])
  })

  test.each([
    [500, undefined],
    [400, 9],
  ])('after HTTP %i leaves at once (Retry-After: %o)', async (status, retryAfter) => {
    const { device, startedAt } = enterTwo(status, retryAfter)
    await expectSoon(() => startedAt).toEqual([device.now, device.now])
  })

  test('after a 429 leaves no earlier by "Pause" and "Resume", nor from another batch', async () => {
    const { service, device, tab } = setUp('busy')
    await startImport(tab, rex)
    await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil')
    openImport(tab).pause()
    await expectPaused(tab)
    void openImport(tab).resume()
    await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil')
    enter(tab, mia)
    await expectSoon(() => tab.byHand.get().run).toHaveProperty('waitingUntil')
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
    device.passTime(5000)
    await expectSoon(() => service.received).toHaveLength(3)
  })

  test('after a 429 leaves no earlier where "Pause" was pressed while the request was on its way', async () => {
    const { gate, service, tab } = await setUpHeldImport('busy')
    openImport(tab).pause()
    gate.open()
    await expectPaused(tab)
    void openImport(tab).resume()
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
  })

  test('after a 429 waits longer where another batch is told so meanwhile', async () => {
    const slow = Promise.withResolvers<void>()
    const { device } = setUpDevice({})
    const sent: string[] = []
    const tab = device.openTab({
      createPet: async ({ name }) => {
        sent.push(name)
        if (name === 'Mia') await slow.promise
        return { kind: 'rejected', error: httpError(429, name === 'Mia' ? 60 : 5) }
      },
    })
    enter(tab, mia)
    await expectSoon(() => sent).toEqual(['Mia'])
    await startImport(tab, rex)
    await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil')
    slow.resolve()
    await waitForQuiet()
    device.passTime(6000)
    await waitForQuiet()
    expect(sent).toEqual(['Mia', 'Rex'])
  })

  test('of an unconfirmed pet leaves by lists that are read after the wait', async () => {
    const { service, device } = setUpDevice({}, 'late', 'busy')
    const before = await openPage(device)
    await enterUntil(before, rex, 'unknown')
    device.crash(before)
    const tab = await openPage(device)
    passMinute(device)
    service.pets.length = 0
    await tab.outbox.lists.read()
    await expectMaySendAgain(tab, 'Rex')
    enter(tab, mia)
    await expectSoon(() => tab.byHand.get().run).toHaveProperty('waitingUntil')
    const again = tab.byHand.sendAgain(itemNamed(tab, 'Rex').id)
    await waitForQuiet()
    service.create(rex, 'key 1')
    device.passTime(6000)
    await again
    await waitForQuiet()
    expect(namesReceived(service).filter((name) => name === 'Rex')).toHaveLength(1)
  })

  test('after a 429 does not leave once it was paused meanwhile', async () => {
    const { device, tab, startedAt } = openTab({ kind: 'rejected', error: httpError(429) })
    enter(tab, rex)
    await expectSoon(() => tab.byHand.get().run).toHaveProperty('waitingUntil')
    tab.outbox.pauseOffline()
    await expectSoon(() => tab.byHand.get().run).toEqual({ phase: 'paused', reason: 'offline' })
    device.passTime(60_000)
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex waiting'])
    expect(startedAt).toHaveLength(1)
  })

  test('by hand, after a 401, waits for a press', async () => {
    const { device, tab, startedAt } = enterTwo(401)
    await expectSoon(() => tab.byHand.get().run).toEqual({ phase: 'paused', reason: 'key' })
    await expectWaiting(tab, 'Rex 0', 'Rex 1')
    // Another tab must not send what waits here.
    const { batch } = itemNamed(tab, 'Rex 0').entry
    expect(await device.openTab().outbox.senderOf(batch).keep()).toBe(false)
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Rex 0 added', 'Rex 1 added')
    expect(startedAt).toHaveLength(3)
  })

  test('of an import, after a 401, waits for another API key, and then leaves by itself', async () => {
    const { service, device } = setUpDevice({}, 'key-refused')
    const signIn = Promise.withResolvers<void>()
    const tab = device.openTab({ session: { ...device.session, waitForKey: () => signIn.promise } })
    await startImport(tab, ...pets(2))
    await expectSoon(() => openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'key' })
    device.signInId = 'key 2'
    signIn.resolve()
    await expectFinished(tab)
    await expectRows(tab, 'added', 'added')
    expect(service.list('key 2', undefined)).toHaveLength(2)
  })

  test('of an import for which nobody signs in, is shown as paused all the while', async () => {
    const { device } = setUpDevice({}, 'key-refused')
    const dismissal = Promise.withResolvers<void>()
    const tab = device.openTab({ session: { ...device.session, waitForKey: () => dismissal.promise } })
    await startImport(tab, ...pets(2))
    const open = openImport(tab)
    await expectSoon(() => open.get().run).toEqual({ phase: 'paused', reason: 'key' })
    const phases = new Set<string>()
    open.subscribe(() => phases.add(open.get().run.phase))
    dismissal.reject(new Error('nobody signs in'))
    await expectSoon(tab.outbox.isBusy).toBe(false)
    await waitForQuiet()
    expect([...phases]).toEqual(['paused'])
  })

  test('of an import that was paused meanwhile, waits for a press', async () => {
    const { device } = setUpDevice({}, 'key-refused')
    const tab = device.openTab({ session: { ...device.session, waitForKey } })
    await startImport(tab, ...pets(2))
    await expectSoon(() => openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'key' })
    openImport(tab).pause()
    await expectSoon(tab.outbox.isBusy).toBe(false)
    expect(openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'key' })
    await openImport(tab).resume()
    await expectFinished(tab)
    await expectRows(tab, 'added', 'added')
  })
})

/** Starts an import whose first request has left, and is answered once the gate is opened. */
async function setUpHeldImport(...answers: readonly Answer[]) {
  const gate = createHoldSwitch('answer')
  const { service, device } = setUpDevice({ order: gate.order }, ...answers)
  const tab = device.openTab()
  gate.close()
  await startImport(tab, ...pets(2))
  await expectSoon(() => service.received).toHaveLength(1)
  return { gate, service, tab }
}

/** Sends until the answer has come whose writing is held back. */
async function holdBackWriting(begin: (tab: Tab) => void, ...answers: readonly Answer[]) {
  const { service, device } = setUpDevice({}, ...answers)
  const { world, tab } = openUnsteadyTab(device, service)
  const answer = Promise.withResolvers<void>()
  const writing = Promise.withResolvers<void>()
  world.waitsFor.answer = answer.promise
  begin(tab)
  await expectSoon(() => service.received).toHaveLength(1)
  world.waitsFor.writing = writing.promise
  answer.resolve()
  await waitForQuiet()
  return { service, device, tab, goOn: writing.resolve }
}

describe('while the answer of a busy service is being written', () => {
  test.each<[what: string, act: (tab: Tab, device: Device) => void]>([
    ['going offline', (tab) => tab.outbox.pauseOffline()],
    [
      'signing out',
      (tab, device) => {
        tab.signOut()
        device.signInId = 'key 2'
      },
    ],
  ])('%s ends what was pressed by hand.', async (_what, act) => {
    const { service, device, tab, goOn } = await holdBackWriting((opened) => enter(opened, rex), 'busy')
    act(tab, device)
    goOn()
    await waitForQuiet()
    passMinute(device)
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Rex'])
  })

  test.each<[answer: Answer]>([['busy'], ['key-refused']])(
    '"Pause" pauses an import (%s).',
    async (answer) => {
      const { service, device, tab, goOn } = await holdBackWriting(
        (opened) => void startImport(opened, ...pets(2)),
        answer,
      )
      openImport(tab).pause()
      goOn()
      await expectSoon(() => openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'user' })
      passMinute(device)
      await waitForQuiet()
      expect(service.received).toHaveLength(1)
    },
  )
})

describe('a press before the API key has ended', () => {
  test('does not send a pet by hand with the next key, after the wait for a busy service', async () => {
    const { service, device, tab } = setUp('busy')
    enter(tab, rex)
    await expectSoon(() => service.received).toHaveLength(1)
    await waitForQuiet()
    signInByDialog(device)
    device.passTime(5000)
    await waitForQuiet()
    expect(service.received).toHaveLength(1)
    await expectWaiting(tab, 'Rex')
  })

  test('does not send a pet by hand with the next key, after a slow pet before it', async () => {
    const { gate, service, device, tab } = await setUpSending({})
    enter(tab, mia)
    await expectShown(tab, 'Rex sending', 'Mia waiting')
    signInByDialog(device)
    gate.open()
    await expectShown(tab, 'Rex added', 'Mia waiting')
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Rex'])
    expect(tab.byHand.get().run).toEqual({ phase: 'paused', reason: 'key' })
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Rex added', 'Mia added')
  })
})

/**
 * Rows of an import are paused by the person, and a correction is stopped by the end of the key.
 */
async function stopCorrectionOfPausedImport() {
  const gate = createHoldSwitch('answer')
  const { service, device } = setUpDevice({ order: gate.order }, 'rejected', 'key-refused')
  const signIn = Promise.withResolvers<void>()
  // The session of a device rejects, as after "Not now".
  const session = { ...device.session }
  const tab = device.openTab({ session: { ...session, waitForKey: () => session.waitForKey() } })
  gate.close()
  await startImport(tab, { ...rex, name: 'Rexx' }, mia, bo)
  await expectSoon(() => service.received).toHaveLength(1)
  openImport(tab).pause()
  gate.open()
  await expectPaused(tab)
  const { id } = openImport(tab).record
  expect(await tab.imports.sendCorrected(id, correctionsOf(device, id, rex))).toBe('started')
  await expectSoon(() => service.received).toHaveLength(2)
  await expectPaused(tab)
  session.waitForKey = () => signIn.promise
  return { service, tab, signIn }
}

describe('"Sign in again" at an import', () => {
  test('goes on with the rows that the end of the key has stopped, and not with those that were paused before', async () => {
    const { service, tab, signIn } = await stopCorrectionOfPausedImport()
    const pressed = openImport(tab).resumeOnceSignedIn()
    signIn.resolve()
    await pressed
    await expectRows(tab, 'added', 'waiting', 'waiting')
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Rexx', 'Rex', 'Rex'])
    expect(openImport(tab).get().run).toEqual({ phase: 'paused', reason: 'user' })
  })

  test('also sends a row that was included since, because "Include" says that it will be added.', async () => {
    const { service, device } = setUpDevice({}, 'added', 'key-refused')
    const session = { ...device.session }
    const tab = device.openTab({ session: { ...session, waitForKey: () => session.waitForKey() } })
    await tab.byHand.open()
    await enterUntil(tab, rex, 'added')
    await startImport(tab, mia, rex)
    await expectPaused(tab)
    await expectRows(tab, 'waiting', 'held')
    await includeRows(tab)
    session.waitForKey = async () => undefined
    await openImport(tab).resumeOnceSignedIn()
    await expectRows(tab, 'added', 'added')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia', 'Mia', 'Rex'])
  })

  test('sends nothing of an import that signing out has closed, if it was opened again without being resumed.', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ order: gate.order })
    const session = { ...device.session, waitForKey: async () => undefined }
    const tab = device.openTab({ session })
    gate.close()
    await startImport(tab, mia, bo, rex)
    await expectSoon(() => service.received).toHaveLength(1)
    const { id } = openImport(tab).record
    tab.signOut()
    gate.open()
    expect(await tab.imports.open(id)).toBe('opened')
    await expectPaused(tab)
    await openImport(tab).resumeOnceSignedIn()
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Mia'])
  })

  test('sends nothing of an import that was closed since, and only opened again.', async () => {
    const { service, device } = setUpDevice({}, 'key-refused')
    const session = { ...device.session }
    const tab = device.openTab({ session: { ...session, waitForKey: () => session.waitForKey() } })
    await startImport(tab, mia, bo)
    await expectPaused(tab)
    const { id } = openImport(tab).record
    await tab.imports.close()
    device.signInId = 'key 2'
    expect(await tab.imports.open(id)).toBe('opened')
    session.waitForKey = async () => undefined
    await openImport(tab).resumeOnceSignedIn()
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Mia'])
  })

  test('"Resume" goes on with all of them.', async () => {
    const { service, tab } = await stopCorrectionOfPausedImport()
    await openImport(tab).resume()
    await expectFinished(tab)
    expect(namesReceived(service)).toEqual(['Rexx', 'Rex', 'Rex', 'Mia', 'Bo'])
  })
})

describe('the API key', () => {
  test('that comes while a pet is being claimed is the one that sends it', async () => {
    const { service, device } = setUpDevice({
      async order(act, what) {
        if (what === 'claimed') device.signInId = 'key 2'
        return act()
      },
    })
    const tab = device.openTab()
    await enterUntil(tab, rex, 'added')
    expect(Array.from(device.saved.values(), ({ signInId }) => signInId)).toEqual(['key 2'])
    expect(service.list('key 2', undefined)).toHaveLength(1)
  })

  test('is asked for in a dialog: what is entered beside it is saved, and waits for a press after it', async () => {
    const { service, device, tab } = setUp()
    device.sessionState.set({ kind: 'asking-for-key' })
    enter(tab, rex)
    await expectWaiting(tab, 'Rex')
    device.sessionState.set({ kind: 'signed-in' })
    await waitForQuiet()
    expect(service.received).toEqual([])
    await tab.byHand.sendWaiting()
    await expectShown(tab, 'Rex added')
  })
})

describe('a request that is on its way', () => {
  test.each([
    ['ends when the browser goes offline', 'pauseOffline', false],
    ['is given up when somebody signs out', 'signedOut', true],
  ] as const)('%s', async (_what, event, isGivenUp) => {
    const { service, device } = setUp()
    const answer = Promise.withResolvers<void>()
    let signal: AbortSignal | undefined
    const tab = device.openTab({
      async createPet(newPet, given) {
        signal = given
        await answer.promise
        return { kind: 'added', pet: service.create(newPet, 'key 1') }
      },
    })
    expect(tab.outbox.isBusy()).toBe(false)
    enter(tab, rex)
    await expectSoon(() => signal).toBeDefined()
    tab.outbox[event]()
    expect([tab.outbox.isBusy(), signal?.aborted]).toEqual([true, isGivenUp])
    answer.resolve()
    await expectShown(tab, 'Rex added')
    await expectSoon(tab.outbox.isBusy).toBe(false)
  })
})

describe('the lock of a batch', () => {
  test('stays with a tab that opens the batch again while it is being closed', async () => {
    const { device, tab } = setUp()
    const sender = tab.outbox.senderOf('batch')
    await sender.keep()
    const closed = sender.close()
    expect(await sender.keep()).toBe(true)
    await closed
    const other = device.openTab().outbox.senderOf('batch')
    expect([sender.maySend(), await other.keep()]).toEqual([true, false])
    await sender.close()
    expect([await other.keep(), await sender.keep()]).toEqual([true, false])
    await sender.send()
    expect(sender.get()).toEqual({ phase: 'paused', reason: 'elsewhere' })
  })

  test('is given back when all is sent, so that the page can be kept by the browser', async () => {
    const { device, tab } = setUp()
    await enterUntil(tab, rex, 'added')
    const { batch } = itemNamed(tab, 'Rex').entry
    await expectSoon(tab.outbox.senderOf(batch).maySend).toBe(false)
    expect(await device.openTab().outbox.senderOf(batch).keep()).toBe(true)
  })

  test('without Web Locks, what another tab is sending pauses this one, and does not become unknown', async () => {
    const gate = createHoldSwitch('answer')
    const { service, device } = setUpDevice({ hasLocks: false, order: gate.order }, 'key-refused')
    const tab = device.openTab()
    enter(tab, rex)
    enter(tab, mia)
    await expectWaiting(tab, 'Rex', 'Mia')
    const other = device.openTab()
    await other.byHand.open()
    await expectWaiting(other, 'Rex', 'Mia')
    gate.close()
    void tab.byHand.sendWaiting()
    await expectSoon(() => service.received).toHaveLength(2)
    await other.byHand.sendWaiting()
    expect(shown(other)).toEqual(['Rex sending', 'Mia waiting'])
    expect(service.received).toHaveLength(2)
    gate.open()
    await expectShown(other, 'Rex added', 'Mia added')
    expect(service.received).toHaveLength(3)
  })
})

describe('when a run has ended', () => {
  test('the lists that were loaded before are out of date', async () => {
    const { device } = setUp()
    let ends = 0
    const tab = device.openTab({ onRunEnded: () => (ends += 1) })
    await enterUntil(tab, rex, 'added')
    await expectSoon(() => ends).toBe(1)
  })

  test('what lists showed before is kept with each pet that was sent', async () => {
    const { service, tab } = setUp()
    tab.showList([service.create(rex, 'key 1'), service.create(mia, 'key 1')])
    await enterUntil(tab, rex, 'added')
    expect(itemNamed(tab, 'Rex').entry.knownBefore).toEqual(['1000'])
  })
})
