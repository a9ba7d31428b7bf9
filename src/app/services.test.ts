// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Environment } from '#src/config/config.ts'
import type { HttpError } from '#src/http/errors.ts'
import { requestLog } from '#src/http/request-log.ts'
import { listQuery } from '#src/pets/queries/list-query.ts'
import { createKeyStorage } from '#src/session/key-storage.ts'
import { createServices, type EnvironmentServices } from './services.ts'

const FILTER = { limit: 20, status: undefined }
const PETS = '[{"id":7,"name":"Secret Rex","categoryId":1}]'
const REX = { name: 'Rex', categoryId: '1', status: undefined } as Parameters<
  EnvironmentServices['petstore']['createPet']
>[0]

// A session listens for as long as the page exists, so each test has its own environment.
let count = 0
function open(key: string | undefined = 'old'): EnvironmentServices {
  count += 1
  const environment: Environment = {
    id: `services-${count}`,
    name: 'Staging',
    baseUrl: 'https://staging.example.com/v1',
    kind: 'staging',
  }
  const services = createServices({ environments: [environment], categories: new Map() }).forEnvironment(
    environment.id,
  )
  if (services === undefined) throw new Error('not configured')
  if (key !== undefined) services.session.signIn(key, false)
  return services
}

type Answer = number | 'dropped' | Promise<Response>

/** Responds in turn, then always with the last response, and records the keys. */
function serve(...answers: Answer[]) {
  const keys: (string | null)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    const { signal } = init ?? {}
    signal?.throwIfAborted()
    keys.push(new Headers(init?.headers).get('Authorization'))
    const answer = answers[Math.min(keys.length, answers.length) - 1] ?? 200
    if (answer === 'dropped') throw new TypeError('Failed to fetch')
    if (typeof answer === 'number') return new Response(PETS, { status: answer })
    // An abort ends the request, as it does with `fetch`.
    return Promise.race([answer, aborted(signal ?? undefined)])
  })
  return keys
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

/** Returns the state of a promise once all timers have run. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  let state: unknown = 'pending'
  promise.then(
    () => (state = 'resolved'),
    (reason: unknown) => (state = reason),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return state
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a GET that gets a 401', () => {
  test.each<[Answer[], Answer]>([
    [[401], 200],
    [['dropped', 500, 401], 200],
    [[500, 500, 401], 500],
    [[500, 500, 401], 'dropped'],
  ])('is sent with %j, then with the new key %j, and no further', async (before, after) => {
    const { petstore, session } = open()
    const keys = serve(...before, after)
    const list = petstore.listPets(FILTER)
    expect(await stateOf(list)).toBe('pending')
    expect(session.get()).toMatchObject({ kind: 'asking-for-key' })
    session.signIn('new', false)
    expect((await stateOf(list)) === 'resolved').toBe(after === 200)
    expect(keys).toEqual([...before.map(() => 'Bearer old'), 'Bearer new'])
  })

  test.each([
    ['its 401', 'puts signing in off', (services: EnvironmentServices) => services.session.dismissPrompt()],
    ['an abort', 'signs out', (services: EnvironmentServices) => services.session.signOut()],
  ])('fails with %s when the user %s', async (error, _what, act) => {
    const services = open()
    const keys = serve(401)
    const list = services.petstore.listPets(FILTER)
    expect(await stateOf(list)).toBe('pending')
    act(services)
    expect(await stateOf(list)).toMatchObject({ name: error === 'an abort' ? 'AbortError' : 'HttpError' })
    expect(keys).toHaveLength(1)
  })
})

test('Nothing is sent without a key', async () => {
  const { petstore } = open('x')
  const signedOut = open()
  signedOut.session.signOut()
  const keys = serve(200)
  await expect(signedOut.petstore.listPets(FILTER)).rejects.toMatchObject({ status: 401 })
  expect(await signedOut.petstore.createPet(REX)).toMatchObject({ kind: 'rejected', error: { status: 401 } })
  expect(keys).toEqual([])
  await petstore.listPets(FILTER)
  expect(keys).toEqual(['Bearer x'])
})

const cached = ({ queryClient }: EnvironmentServices) => {
  const queries = queryClient.getQueryCache().getAll()
  return JSON.stringify(queries.map(({ state }) => state.data ?? null))
}

test('A response that comes after the key has ended is not kept', async () => {
  const services = open()
  const late = Promise.withResolvers<Response>()
  serve(late.promise)
  const list = services.queryClient.query(listQuery(services.petstore, FILTER))
  await vi.advanceTimersByTimeAsync(0)
  services.session.rejectKey('old')
  late.resolve(new Response(PETS))
  await list.catch(() => undefined)
  expect(cached(services)).not.toContain('Secret Rex')
})

test.each<[before: Answer[], after: 200 | 401]>([
  [[], 200],
  [[500, 500], 401],
])('A response to an old key is not used: after %j, the request is sent once more', async (before, after) => {
  const services = open()
  const late = Promise.withResolvers<Response>()
  const keys = serve(...before, late.promise, after)
  const list = services.petstore.listPets(FILTER).catch(({ status }: HttpError) => ({ status }))
  await vi.advanceTimersByTimeAsync(1500)
  services.session.rejectKey('old')
  services.session.signIn('new', false)
  late.resolve(new Response('[{"id":1,"name":"Old","categoryId":1}]'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await list).toMatchObject(after === 200 ? { pets: [{ name: 'Secret Rex' }] } : { status: after })
  expect(keys).toEqual([...before.map(() => 'Bearer old'), 'Bearer old', 'Bearer new'])
})

test('After signing out, a response is neither cached nor shown, even if its body is still under way', async () => {
  const services = open()
  const { petstore, queryClient, session } = services
  const parts = new TransformStream<Uint8Array, Uint8Array>()
  const writer = parts.writable.getWriter()
  serve(Promise.resolve(new Response(parts.readable)))
  const observer = new QueryObserver(queryClient, listQuery(petstore, FILTER))
  const shown: string[] = []
  const leave = observer.subscribe((result) => shown.push(JSON.stringify(result.data ?? null)))
  await vi.advanceTimersByTimeAsync(0)
  session.signOut()
  writer.write(new TextEncoder().encode(PETS)).catch(() => undefined)
  writer.close().catch(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  leave()
  expect(shown.join('')).not.toContain('Secret Rex')
  expect(cached(services)).not.toContain('Secret Rex')
})

test('A tab that slept keeps nothing of a user who signed out while somebody else signed in', async () => {
  const { environment, session, petstore } = open()
  serve(200)
  await petstore.createPet(REX)
  const kinds: string[] = []
  session.subscribe(() => kinds.push(session.get().kind))
  const elsewhere = createKeyStorage(environment.id, environment.baseUrl)
  elsewhere.clear()
  elsewhere.write({ key: 'other', remember: true, signInId: 'k', typedId: 't' })
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(kinds).toEqual(['signed-out', 'signed-in'])
  expect(session.key()).toBe('other')
  expect(requestLog.get().filter(({ environmentId }) => environmentId === environment.id)).toEqual([])
})

const idsOf = ({ knownPets }: EnvironmentServices) => [...knownPets.get().byId.keys()]

describe('what the service has shown', () => {
  test('is known by every operation', async () => {
    const services = open()
    serve(200)
    await services.petstore.listPets(FILTER)
    expect(idsOf(services)).toEqual(['7'])
    expect(services.knownPets.get().recentIds).toEqual([])
    vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
      Promise.resolve(new Response('{"id":8,"name":"Mia","categoryId":1}', { status: 201 })),
    )
    await services.petstore.createPet(REX)
    expect(idsOf(services)).toEqual(['7', '8'])
    expect(services.knownPets.get().recentIds).toEqual(['8'])
  })

  test.each([
    ['the key ends', (services: EnvironmentServices) => services.session.rejectKey('old')],
    ['somebody signs out', (services: EnvironmentServices) => services.session.signOut()],
  ])('is forgotten when %s', async (_when, end) => {
    const services = open()
    serve(200)
    await services.petstore.listPets(FILTER)
    end(services)
    expect(idsOf(services)).toEqual([])
  })

  test('in an answer that comes after the key has ended is not kept', async () => {
    const services = open()
    const answer = Promise.withResolvers<Response>()
    serve(answer.promise)
    const creating = services.petstore.createPet(REX)
    await vi.advanceTimersByTimeAsync(0)
    services.session.rejectKey('old')
    answer.resolve(new Response('{"id":8,"name":"Mia","categoryId":1}', { status: 201 }))
    expect(await creating).toMatchObject({ kind: 'added' })
    expect(idsOf(services)).toEqual([])
  })

  test('is forgotten when another tab has signed in with another key', async () => {
    const services = open()
    serve(200)
    await services.petstore.listPets(FILTER)
    services.session.signIn('new', false)
    expect(idsOf(services)).toEqual([])
  })

  test('in an answer to the key before is not kept for the next one', async () => {
    const services = open()
    const answer = Promise.withResolvers<Response>()
    serve(answer.promise)
    const creating = services.petstore.createPet(REX)
    await vi.advanceTimersByTimeAsync(0)
    services.session.signIn('new', false)
    answer.resolve(new Response('{"id":8,"name":"Mia","categoryId":1}', { status: 201 }))
    expect(await creating).toMatchObject({ kind: 'added' })
    expect(idsOf(services)).toEqual([])
  })
})
