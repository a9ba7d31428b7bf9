import { describe, expect, test } from 'vitest'
import { HttpError, InvalidResponseError } from '#src/http/errors.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import type { SessionState } from '#src/session/session.ts'
import { int64 } from '#tests/support/int64.ts'
import {
  expectFinished,
  expectStates,
  item,
  openFileOf,
  outcomes,
  quiet,
  rex,
  rows,
  setUp,
  setUpDevice,
  states,
} from '#tests/support/outbox-tabs.ts'

const http = (status: number, retryAfter?: number) =>
  new HttpError('POST /pets', status, { code: 'no', message: 'Not so.' }, retryAfter)
const added = (name: string, category: string): CreatePetOutcome => ({
  kind: 'added',
  pet: { id: int64('7'), name, categoryId: int64(category), status: undefined },
})
const pets = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...rex, name: `Rex ${index}` }))

/** A tab whose requests end so, in turn, then without an error; `started`: when each left. */
function open(...ends: readonly CreatePetOutcome[]) {
  const { device } = setUp()
  const started: number[] = []
  const tab = device.openTab({
    createPet: async ({ name }) => {
      started.push(device.now)
      return ends[started.length - 1] ?? added(name, '1')
    },
  })
  return { device, tab, started }
}

const endedAt = expect.any(Number) as number
test.each<[what: string, CreatePetOutcome, state: object]>([
  ['the pet that was sent', added('Rex', '1'), { kind: 'added', id: '7', note: undefined }],
  ['another name', added('Rexx', '1'), { kind: 'added', id: '7', note: 'Saved as “Rexx”, category 1.' }],
  ['another category', added('Rex', '2'), { kind: 'added', id: '7', note: 'Saved as “Rex”, category 2.' }],
  [
    'a body that is no pet',
    { kind: 'unknown', error: new InvalidResponseError('POST /pets', 'not-json') },
    { kind: 'unknown', message: 'The answer was not a pet.', endedAt },
  ],
  [
    'a refusal',
    { kind: 'rejected', error: http(400) },
    { kind: 'rejected', message: expect.stringContaining('Not so.') as string },
  ],
  [
    'a fault of the service',
    { kind: 'unknown', error: http(500) },
    { kind: 'unknown', message: expect.stringContaining('HTTP 500') as string, endedAt },
  ],
  [
    'nothing, when it was given up',
    { kind: 'unknown', error: new DOMException('', 'AbortError') },
    { kind: 'unknown', message: 'Cancelled before Staging responded.', endedAt },
  ],
  [
    'nothing',
    { kind: 'unknown', error: new TypeError('') },
    { kind: 'unknown', message: 'Staging did not respond.', endedAt },
  ],
])('an answer with %s', async (_what, outcome, state) => {
  const { tab } = open(outcome)
  tab.justAdded.add(rex)
  await expect.poll(() => item(tab).entry.state).toEqual(state)
  expect(item(tab).error).toBe(outcome.kind === 'added' ? undefined : outcome.error)
})

const waitForKey = async (signal?: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })

/** A tab whose first request of two ends so. */
const after = (status: number, retryAfter?: number) => {
  const error = http(status, retryAfter)
  const world = open({ kind: status < 500 ? 'rejected' : 'unknown', error })
  for (const pet of pets(2)) world.tab.justAdded.add(pet)
  return world
}

describe('the next request', () => {
  test.each([
    [429, 5, undefined],
    [429, 7, 7],
    [503, 3, 3],
  ])('after HTTP %i leaves %i seconds later (Retry-After: %o)', async (status, seconds, retryAfter) => {
    const { device, tab, started } = after(status, retryAfter)
    const waitingUntil = device.now + 1000 * seconds
    await expect.poll(() => tab.justAdded.get().run).toEqual({ phase: 'running', waitingUntil })
    device.passTime(1000 * seconds - 1)
    await quiet()
    expect(started).toHaveLength(1)
    device.passTime(1)
    await expect.poll(() => tab.justAdded.get().run).toEqual({ phase: 'idle' })
    // A 429 is sent again.
    expect(started.slice(1)).toEqual(status === 429 ? [waitingUntil, waitingUntil] : [waitingUntil])
  })

  test.each([
    [500, undefined],
    [400, 9],
  ])('after HTTP %i leaves at once (Retry-After: %o)', async (status, retryAfter) => {
    const { device, started } = after(status, retryAfter)
    await expect.poll(() => started).toEqual([device.now, device.now])
  })

  test('after a 429 does not leave once it was paused meanwhile', async () => {
    const { device, tab, started } = open({ kind: 'rejected', error: http(429) })
    tab.justAdded.add(rex)
    await expect.poll(() => tab.justAdded.get().run).toHaveProperty('waitingUntil')
    tab.outbox.pause('offline')
    await expect.poll(() => tab.justAdded.get().run).toEqual({ phase: 'paused', reason: 'offline' })
    device.passTime(60_000)
    await expectStates(tab, ['Rex waiting'])
    expect(started).toHaveLength(1)
  })

  test('by hand, after a 401, waits for a press; of a file, for a key, until it is paused', async () => {
    const { device: own, tab } = after(401)
    await expect.poll(() => tab.justAdded.get().run).toEqual({ phase: 'paused', reason: 'key' })
    expect(states(tab)).toEqual(['Rex 0 waiting', 'Rex 1 waiting'])
    expect(await own.openTab().outbox.sender(item(tab).entry.batch).keep()).toBe(false)

    const { device } = setUpDevice({}, 'key-refused')
    const other = device.openTab({ session: { ...device.session, waitForKey } })
    await other.files.start({ fileName: 'a.csv' }, rows(...pets(2)))
    await expect.poll(() => openFileOf(other).get().run).toEqual({ phase: 'paused', reason: 'key' })
    openFileOf(other).pause()
    await expect.poll(() => other.outbox.isSending()).toBe(false)
    expect(openFileOf(other).get().run).toEqual({ phase: 'paused', reason: 'key' })
    await openFileOf(other).resume()
    await expectFinished(other)
    expect(outcomes(other)).toEqual(['added', 'added'])
  })
})

test('a key that comes while a pet is being claimed is the one that sends it', async () => {
  const { service, device } = setUpDevice({
    order: async (act, what) => {
      if (what === 'claimed') device.keyId = 'key 2'
      return act()
    },
  })
  const tab = device.openTab()
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex added'])
  expect(Array.from(device.saved.values(), ({ keyId }) => keyId)).toEqual(['key 2'])
  expect(service.list('key 2', undefined)).toHaveLength(1)
})

test('beside the dialog that asks for a key, what is entered is saved, and waits for a press after it', async () => {
  const { device, service } = setUp()
  let isPrompting = true
  const tab = device.openTab({
    session: { ...device.session, get: () => ({ ...device.session.get(), isPrompting }) as SessionState },
  })
  tab.justAdded.add(rex)
  await expect.poll(() => tab.justAdded.get().waiting).toHaveLength(1)
  isPrompting = false
  expect(service.received).toEqual([])
  await tab.justAdded.sendWaiting()
  await expectStates(tab, ['Rex added'])
})

test.each([
  [['request-lost', 'request-lost', 'added', 'request-lost', 'request-lost'], 6, 'idle'],
  [['request-lost', 'busy', 'not-a-pet', 'answer-lost'], 4, 'paused'],
] as const)('three rows in a row that are unknown pause: %j', async (answers, sent, phase) => {
  const { service, device, tab } = setUp(...answers)
  await tab.files.start({ fileName: 'a.csv' }, rows(...pets(6)))
  await expect.poll(() => (device.passTime(5000), openFileOf(tab).get().run.phase)).toBe(phase)
  expect(service.received).toHaveLength(sent)
})

test('By hand, three unconfirmed pets in a row pause; each press then sends one, until the service confirms one', async () => {
  const { service, tab } = setUp('not-a-pet', 'not-a-pet', 'not-a-pet', 'not-a-pet', 'added')
  for (const pet of pets(3)) {
    tab.justAdded.add(pet)
    await expect.poll(() => item(tab).entry.state.kind).toBe('unknown')
  }
  tab.justAdded.add({ ...rex, name: 'Bo' })
  tab.justAdded.add({ ...rex, name: 'Mia' })
  await expect.poll(() => tab.justAdded.get().waiting).toHaveLength(2)
  expect(tab.justAdded.get().run).toEqual({ phase: 'paused', reason: 'consecutive-unknown' })
  expect(service.received).toHaveLength(3)
  await tab.justAdded.sendWaiting()
  expect(service.received).toHaveLength(4)
  await tab.justAdded.sendWaiting()
  await expect.poll(() => item(tab).entry.state.kind).toBe('added')
  tab.justAdded.add({ ...rex, name: 'Kim' })
  await expect.poll(() => item(tab).entry.state.kind).toBe('added')
})

test('what was there before a pet is sent is kept with it; when all is sent, lists are out of date', async () => {
  const { device, service } = setUp()
  let sent = 0
  const there = [rex, { ...rex, name: 'Mia' }].map((pet) => service.create(pet, 'key 1'))
  const tab = device.openTab({ knownPets: () => there, onSent: () => (sent += 1) })
  tab.justAdded.add(rex)
  await expectStates(tab, ['Rex added'])
  await expect.poll(() => sent).toBe(1)
  expect(item(tab).entry.before).toEqual(['1000'])
})
