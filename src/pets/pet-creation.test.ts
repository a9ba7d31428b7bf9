import { expect, test, vi } from 'vitest'
import { HttpError, NetworkError, TimeoutError } from '#src/http/errors.ts'
import { int64 } from '#tests/support/int64.ts'
import type { NewPet } from './pet.ts'
import { createPetCreation } from './pet-creation.ts'
import type { CreatePetOutcome } from './petstore.ts'

const REX: NewPet = { name: 'Rex', categoryId: int64('1'), status: undefined }
const MOG: NewPet = { ...REX, name: 'Mog' }
const POST = 'POST /pets'

/** One POST, to which the test responds. */
function open() {
  const { promise, resolve } = Promise.withResolvers<CreatePetOutcome>()
  const createPet = vi.fn<() => Promise<CreatePetOutcome>>(() => promise)
  return { creation: createPetCreation({ createPet }), createPet, respond: resolve }
}

test('listeners hear of a POST when it begins and when it ends, and not once they have unsubscribed', async () => {
  const { creation, createPet, respond } = open()
  const heard: NewPet[] = []
  const unsubscribe = creation.onPost((newPet) => heard.push(newPet))
  const { signal } = new AbortController()
  const creating = creation.createPet(REX, signal)
  expect(heard).toEqual([REX])
  expect(createPet).toHaveBeenCalledExactlyOnceWith(REX, signal)
  const outcome = { kind: 'rejected', error: undefined } as const
  respond(outcome)
  expect(await creating).toBe(outcome)
  expect(heard).toEqual([REX, REX])
  unsubscribe()
  await creation.createPet(MOG)
  expect(heard).toEqual([REX, REX])
})

test.each<[what: string, outcome: CreatePetOutcome, mayArrive: boolean]>([
  ['added', { kind: 'added', pet: { ...REX, id: int64('9') } }, false],
  ['rejected', { kind: 'rejected', error: new HttpError(POST, 400, undefined) }, false],
  ['rejected after a wait', { kind: 'rejected', error: new TimeoutError(POST, 30) }, false],
  ['lost', { kind: 'unknown', error: new NetworkError(POST, undefined) }, false],
  ['given up', { kind: 'unknown', error: new TimeoutError(POST, 30) }, true],
])('a pet that is being sent, and then %s', async (_what, outcome, mayArrive) => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const { creation, respond } = open()
  const isOpen = (at: number, newPet = REX) => creation.mayStillArrive(newPet, at)
  expect(isOpen(1_000_000)).toBe(false)
  const creating = creation.createPet(REX)
  expect([isOpen(1_000_000), isOpen(9_000_000)]).toEqual([true, true])
  expect([isOpen(1_000_000, { ...REX, name: 'rex', status: 'sold' }), isOpen(1_000_000, MOG)]).toEqual([
    true,
    false,
  ])
  respond(outcome)
  await creating
  expect([isOpen(1_000_000), isOpen(1_059_999), isOpen(1_060_000)]).toEqual([mayArrive, mayArrive, false])
  vi.useRealTimers()
})
