// oxlint-disable vitest/expect-expect -- Many verbs of outbox-scenario.ts expect by themselves.
import { expect, test } from 'vitest'
import { HttpError } from '#src/http/errors.ts'
import type { CreatePetOutcome } from '#src/pets/petstore.ts'
import {
  enterUntil,
  expectSoon,
  mia,
  openImport,
  openPage,
  passMinute,
  rex,
  setUpDevice,
  startImport,
} from '#tests/support/outbox-scenario.ts'

/** A service that answers 503, and asks to be left alone for five minutes. */
const createPet = (): Promise<CreatePetOutcome> =>
  Promise.resolve({ kind: 'unknown', error: new HttpError('POST /pets', 503, undefined, 300) })

test('a run that has nothing left to send does not wait for a busy service', async () => {
  const { device } = setUpDevice({})
  const tab = await openPage(device, { createPet })
  await enterUntil(tab, rex, 'unknown')
  await expectSoon(() => tab.outbox.isBusy()).toBe(false)
})

test('an import whose last row a busy service has answered is checked, and can be decided', async () => {
  const { device } = setUpDevice({})
  const tab = await openPage(device, { createPet })
  await startImport(tab, rex)
  await expectSoon(() => openImport(tab).get().run.phase).toBe('idle')
  passMinute(device)
  await expectSoon(() => openImport(tab).get().check.kind).toBe('checked')
})

test('an import with rows left waits as long as the service asks', async () => {
  const { device } = setUpDevice({})
  const tab = await openPage(device, { createPet })
  await startImport(tab, rex, mia)
  await expectSoon(() => openImport(tab).get().run).toHaveProperty('waitingUntil')
  expect(
    openImport(tab)
      .get()
      .entries.map(({ state }) => state.kind),
  ).toEqual(['unknown', 'waiting'])
})
