import { describe, expect, test } from 'vitest'
import { openPageOnFragileDisk } from '#tests/support/outbox-faults.ts'
import {
  bo,
  createHoldSwitch,
  enter,
  enterUntil,
  enterWithFullDisk,
  expectShown,
  expectSoon,
  expectStorage,
  expectWaiting,
  mia,
  namesReceived,
  press,
  rex,
  setUp,
  setUpDevice,
  shown,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'
import { StorageError } from '#src/outbox/ledger/ledger.ts'

test('A pet that the browser has written, although it says that it failed, is sent once.', async () => {
  const { service, device } = setUpDevice({})
  const { disk, tab } = await openPageOnFragileDisk(device, service)
  enter(tab, mia)
  await expectShown(tab, 'Mia added')
  disk.losesConnection = true
  expect(await tab.byHand.add(rex).isWritten).toBe(false)
  disk.losesConnection = false
  disk.isBroken = false
  await tab.byHand.tryAgain()
  await expectSoon(() => namesReceived(service)).toEqual(['Mia', 'Rex'])
  await waitForQuiet()
  expect(namesReceived(service)).toEqual(['Mia', 'Rex'])
  expect(shown(tab)).toEqual(['Mia added', 'Rex added'])
})

describe('the first write of a tab', () => {
  test('shows that the record is on the disk', async () => {
    const { tab } = setUp()
    await tab.byHand.open()
    expect(tab.outbox.storageState.get()).toBe('untested')
    await enterUntil(tab, rex, 'added')
    expect(tab.outbox.storageState.get()).toBe('on-disk')
  })

  test('where it fails, the person is asked before anything is sent, and the pet is shown as not saved', async () => {
    const { service, device, tab } = setUp()
    device.isFull = true
    expect(await tab.byHand.add(rex).isWritten).toBe(false)
    await expectStorage(tab, 'asking')
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex waiting (not saved)'])
    expect(service.received).toEqual([])
    expect([tab.outbox.wouldLoseSomething(), tab.byHand.isBusy()]).toEqual([true, true])
  })

  test('"Try again" saves and sends what was entered', async () => {
    const { service, device, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Rex added')
    expect(tab.outbox.storageState.get()).toBe('on-disk')
    expect(service.received).toHaveLength(1)
  })

  test('"Try again" says the same again while the disk is still full', async () => {
    const { service, device, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    await tab.byHand.tryAgain()
    await waitForQuiet()
    expect(tab.outbox.storageState.get()).toBe('asking')
    expect(shown(tab)).toEqual(['Rex waiting (not saved)'])
    expect(service.received).toEqual([])
  })

  test('what could not be saved is saved with the next pet, and sent before it', async () => {
    const { device, service, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    device.isFull = false
    enter(tab, mia)
    await expectShown(tab, 'Rex added', 'Mia added')
    expect(tab.outbox.storageState.get()).toBe('on-disk')
    expect(namesReceived(service)).toEqual(['Rex', 'Mia'])
  })

  test('what could not be saved can be discarded, and is not saved with the next pet', async () => {
    const { device, service, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    enter(tab, mia)
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex waiting (not saved)', 'Mia waiting (not saved)'])
    await press(tab, 'Discard', 'Rex')
    await expectShown(tab, 'Mia waiting (not saved)')
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectShown(tab, 'Mia added')
    expect(namesReceived(service)).toEqual(['Mia'])
  })

  test('a pet that was discarded before it was saved is not sent when the database is deleted later', async () => {
    const { device, service, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    await expectShown(tab, 'Rex waiting (not saved)')
    await press(tab, 'Discard', 'Rex')
    device.isFull = false
    await enterUntil(tab, mia, 'added')
    await device.deleteDatabase()
    await enterUntil(tab, bo, 'added')
    await waitForQuiet()
    expect(namesReceived(service)).toEqual(['Mia', 'Bo'])
  })

  test('a pet that is discarded while it is being saved is not sent', async () => {
    const gate = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    gate.close()
    const { id } = tab.byHand.add(rex)
    await waitForQuiet()
    const discarded = tab.byHand.discard(id)
    gate.open()
    await discarded
    await waitForQuiet()
    expect(shown(tab)).toEqual([])
    expect(service.received).toEqual([])
  })

  test('"Try again" saves what was entered, and sends nothing once somebody has signed out', async () => {
    const gate = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    device.isFull = false
    gate.close()
    const pressed = tab.byHand.tryAgain()
    await waitForQuiet()
    tab.signOut()
    device.signInId = 'key 2'
    gate.open()
    await pressed
    await waitForQuiet()
    expect(service.received).toEqual([])
  })

  test('what cannot be read is not asked about, because nothing is lost', async () => {
    const { tab } = setUp()
    await expect(tab.outbox.read(() => Promise.reject(new Error('blocked')))).rejects.toThrow(StorageError)
    expect(tab.outbox.storageState.get()).toBe('untested')
  })

  test('"Try again" saves what was entered, and sends nothing once the browser is offline', async () => {
    const gate = createHoldSwitch('write')
    const { service, device } = setUpDevice({ order: gate.order })
    const tab = device.openTab()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    device.isFull = false
    gate.close()
    const pressed = tab.byHand.tryAgain()
    await waitForQuiet()
    tab.outbox.pauseOffline()
    gate.open()
    await pressed
    await waitForQuiet()
    expect(shown(tab)).toEqual(['Rex waiting'])
    expect(service.received).toEqual([])
  })

  test('"Try again" in another visit saves what was entered before, and leaves it waiting', async () => {
    const { service, device, tab } = setUp()
    enterWithFullDisk(device, tab, rex)
    await expectStorage(tab, 'asking')
    tab.signOut()
    await expectShown(tab, 'Rex waiting (not saved)')
    device.isFull = false
    await tab.byHand.tryAgain()
    await expectWaiting(tab, 'Rex')
    await waitForQuiet()
    expect(service.received).toEqual([])
  })
})
