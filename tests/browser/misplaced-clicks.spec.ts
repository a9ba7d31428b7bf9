import type { Locator, Page } from '@playwright/test'
import { addPet, expect, justAdded, openPage, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'
import { button, expectCounts, startAndHold } from './import-helpers.ts'

test.use({ isSignedIn: true, expectsErrors: true })

const REFUSED = { status: 400, body: { code: 'invalid', message: 'No.' } }

async function centreOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('the button is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Puts the pointer on a button. Returns a function that clicks wherever the pointer is. */
async function pointAt(page: Page, target: Locator): Promise<() => Promise<void>> {
  const { x, y } = await centreOf(target)
  await page.mouse.move(x, y)
  return async () => {
    await page.mouse.down()
    await page.mouse.up()
  }
}

/**
 * Adds a pet that is rejected, and then one that stays on its way. The returned function loses the
 * answer of the second pet. The card of that one grows then, so that its "Discard" takes the place
 * of the other one's "Fix".
 */
async function addPetAboveRejectedOne(page: Page, petstore: PetstoreService): Promise<() => Promise<void>> {
  await openPage(page, '/staging/pets/new')
  petstore.respond({ method: 'POST', body: /"Rejected"/ }, REFUSED)
  await addPet(page, 'Rejected', '2')
  await expect(button(page, 'Fix')).toBeVisible()
  const connectionLoss = Promise.withResolvers<void>()
  await page.route(/\/pets$/, async (route) => {
    if (route.request().postData()?.includes('"Second"') !== true) return route.continue()
    await connectionLoss.promise
    return route.abort('connectionreset')
  })
  await addPet(page, 'Second', '1')
  await expect(justAdded(page).first()).toContainText('Adding')
  return async () => {
    connectionLoss.resolve()
    await expect(justAdded(page).first()).toContainText('Unconfirmed')
  }
}

/** Expects the two pets to be there, and neither of them discarded. */
async function expectBothThere(page: Page): Promise<void> {
  // If the press had an effect, it would show by the time another pet is added.
  await addPet(page, 'Third', '1')
  await expect(justAdded(page)).toHaveText([/Third.*Added/, /Second.*Unconfirmed/, /Rejected.*Not added/])
}

test('a click on "Fix" does not discard another pet, whose card has just grown under the pointer', async ({
  page,
  petstore,
}) => {
  const loseAnswer = await addPetAboveRejectedOne(page, petstore)
  const click = await pointAt(page, button(page, 'Fix'))
  await loseAnswer()
  await click()
  await expectBothThere(page)
})

test('the second click of a double click on "Discard" does not discard the next pet', async ({
  page,
  petstore,
}) => {
  await openPage(page, '/staging/pets/new')
  petstore.respond({ method: 'POST', times: 3 }, REFUSED)
  for (const name of ['One', 'Two', 'Three']) await addPet(page, name, '2')
  await expect(button(page, 'Discard')).toHaveCount(3)
  const click = await pointAt(page, button(page, 'Discard').first())
  await click()
  await expect(justAdded(page)).toHaveText([/Two/, /One/])
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  // If the second click had an effect, it would show by the time another pet is added.
  await addPet(page, 'Four', '1')
  await expect(justAdded(page)).toHaveText([/Four.*Added/, /Two/, /One/])
})

test('a button that takes the place of one that was clicked can be clicked at once', async ({
  page,
  petstore,
}) => {
  const release = await startAndHold(page, petstore, 3, 1)
  const click = await pointAt(page, button(page, 'Pause'))
  await click()
  release()
  await expect(button(page, 'Resume')).toBeVisible()
  await click()
  await expectCounts(page, { Added: 3 })
})
