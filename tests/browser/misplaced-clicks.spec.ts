import type { Locator, Page } from '@playwright/test'
import { addPet, expect, justAdded, openPage, test } from './fixtures.ts'
import type { PetstoreService } from './petstore-service.ts'
import { button, chooseFile, IMPORT, movePointerAway, row } from './import-helpers.ts'

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
 * Adds a pet that is rejected, and one whose answer is lost once the returned function is called.
 * Its card grows then, so that its "Discard" takes the place of the other one's "Fix".
 */
async function addRejectedBelowLost(page: Page, petstore: PetstoreService): Promise<() => Promise<void>> {
  await openPage(page, '/staging/pets/new')
  petstore.respond({ method: 'POST', body: /"Rejected"/ }, REFUSED)
  await addPet(page, 'Rejected', '2')
  await expect(button(page, 'Fix')).toBeVisible()
  const connection = Promise.withResolvers<void>()
  await page.route(/\/pets$/, async (route) => {
    if (route.request().postData()?.includes('"Second"') !== true) return route.continue()
    await connection.promise
    return route.abort('connectionreset')
  })
  await addPet(page, 'Second', '1')
  await expect(justAdded(page).first()).toContainText('Adding')
  return async () => {
    connection.resolve()
    await expect(justAdded(page).first()).toContainText('Unconfirmed')
  }
}

async function expectBothThere(page: Page): Promise<void> {
  // If the press had an effect, it would show by the time another pet is added.
  await addPet(page, 'Third', '1')
  await expect(justAdded(page)).toHaveText([/Third.*Added/, /Second.*Unconfirmed/, /Rejected.*Not added/])
}

test('a click on "Fix" does not discard another pet, whose card has just grown under the pointer', async ({
  page,
  petstore,
}) => {
  const lose = await addRejectedBelowLost(page, petstore)
  const click = await pointAt(page, button(page, 'Fix'))
  await lose()
  await click()
  await expectBothThere(page)
})

test('a click for which the pointer was still on its way to "Fix" does not discard another pet', async ({
  page,
  petstore,
}) => {
  const lose = await addRejectedBelowLost(page, petstore)
  const place = await centreOf(button(page, 'Fix'))
  await page.mouse.move(place.x + 80, place.y + 80)
  await lose()
  await page.mouse.click(place.x, place.y)
  await expectBothThere(page)
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true })

  test('a tap on "Fix" does not discard another pet', async ({ page, petstore }) => {
    const lose = await addRejectedBelowLost(page, petstore)
    const place = await centreOf(button(page, 'Fix'))
    await lose()
    await page.touchscreen.tap(place.x, place.y)
    await expectBothThere(page)
  })
})

test('two clicks on "Discard" discard one pet', async ({ page, petstore }) => {
  await openPage(page, '/staging/pets/new')
  petstore.respond({ method: 'POST', times: 3 }, REFUSED)
  for (const name of ['One', 'Two', 'Three']) await addPet(page, name, '2')
  await expect(button(page, 'Discard')).toHaveCount(3)
  const click = await pointAt(page, button(page, 'Discard').first())
  // The last "Discard" does nothing in the half second after it was shown.
  await expect(async () => {
    await click()
    await expect(justAdded(page)).toHaveText([/Two/, /One/], { timeout: 300 })
  }).toPass()
  await click()
  // If the second click had an effect, it would show by the time another pet is added.
  await addPet(page, 'Four', '1')
  await expect(justAdded(page)).toHaveText([/Four.*Added/, /Two/, /One/])
  await movePointerAway(page)
  await button(page, 'Discard').first().click()
  await expect(justAdded(page)).toHaveText([/Four.*Added/, /One/])
})

test('two clicks on "Leave out" leave out one row, although the table moves up', async ({ page }) => {
  await openPage(page, IMPORT)
  await chooseFile(page, 'name,category\nRex,1\n,1\nTom,Hamsters\nKira,\nZoe,Hamsters\n')
  const click = await pointAt(page, button(page, 'Leave out row 3'))
  await click()
  await expect(row(page, 3)).toContainText('Left out')
  await click()
  await expect(button(page, 'Leave out row 4')).toBeVisible()
  await expect(row(page, 4)).not.toContainText('Left out')
})
