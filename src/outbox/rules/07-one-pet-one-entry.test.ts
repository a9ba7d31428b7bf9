import { describe, expect, test } from 'vitest'
import { int64 } from '#tests/support/int64.ts'
import { answerWith, openTabAnsweredBy, openTabWithLists } from '#tests/support/outbox-faults.ts'
import {
  enterUntil,
  expectCheck,
  expectMaySendAgain,
  expectShown,
  itemNamed,
  mia,
  openPage,
  passMinute,
  press,
  rex,
  setUp,
  setUpDevice,
  shown,
  waitForQuiet,
} from '#tests/support/outbox-scenario.ts'

describe('7. Each pet answers one entry', () => {
  test('an answer with the body of another pet leaves that pet for the entry that it looks like', async () => {
    const { service, device } = setUpDevice({})
    const { id } = service.create(rex, 'key 1')
    const unknown = { kind: 'unknown', error: new Error('answer lost') } as const
    const { tab } = openTabAnsweredBy(device, service, answerWith('Rex', Number(id)), unknown)
    await enterUntil(tab, mia, 'added')
    await enterUntil(tab, rex, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    expect(itemNamed(tab, 'Rex').check).toMatchObject({ kind: 'found', pets: [{ id }] })
    await press(tab, `This is it, ID ${Number(id)}`, 'Rex')
    await expectShown(tab, 'Mia added', 'Rex added')
  })

  test('two pets of a list that have one ID are both seen', async () => {
    const { service, device } = setUpDevice({}, 'answer-lost', 'answer-lost')
    const tab = openTabWithLists(device, service, (list) =>
      list.map((pet) => ({ ...pet, id: int64('1000') })),
    )
    await enterUntil(tab, rex, 'unknown')
    await enterUntil(tab, mia, 'unknown')
    passMinute(device)
    await expectMaySendAgain(tab, 'Rex')
    expect(itemNamed(tab, 'Rex').check).toMatchObject({ kind: 'found', pets: [{ id: '1000', name: 'Rex' }] })
    // Lists had shown this ID before Mia was sent.
    await expectMaySendAgain(tab, 'Mia')
    expect(itemNamed(tab, 'Mia').check).toMatchObject({
      kind: 'may-be-taken',
      olderPets: [{ id: '1000', name: 'Mia' }],
    })
  })

  test('a pet that was taken in one tab cannot be taken for a look-alike in another', async () => {
    const { service, device, tab } = setUp('answer-lost', 'request-lost')
    const { list } = service
    // The list does not show the first Rex before the second one is sent.
    service.list = () => []
    await enterUntil(tab, rex, 'unknown')
    const other = await openPage(device)
    await enterUntil(other, rex, 'held')
    await press(other, 'Add it anyway', 'Rex')
    await expectShown(other, 'Rex unknown', 'Rex unknown')
    service.list = list
    passMinute(device)
    await expectCheck(tab, 'Rex', 'found')
    await expectCheck(other, 'Rex', 'found')
    const [ofOther, ofTab] = other.byHand.get().items
    if (ofOther === undefined || ofTab === undefined) throw new Error('there are not two')
    await Promise.all([
      tab.byHand.markAdded(ofTab.id, int64('1000')),
      other.byHand.markAdded(ofOther.id, int64('1000')),
    ])
    await waitForQuiet()
    expect(shown(other).toSorted()).toEqual(['Rex added', 'Rex unknown'])
  })
})
