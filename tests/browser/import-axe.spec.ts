import { expectNoViolations } from './axe-check.ts'
import { expect, int64, signIn, test } from './fixtures.ts'
import {
  button,
  chooseFile,
  expectFinished,
  IMPORT,
  importStatus,
  petNames,
  startImport,
} from './import-helpers.ts'
import type { Page } from '@playwright/test'
import type { PetstoreService } from './petstore-service.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

type State = { page: Page; petstore: PetstoreService }

const DELIVERY = 'name,categoryId,status\nRex,1,sold\nRex,1,sold\n,abc,lost\nMochi,9.2E+18,\nLuna,2,pending\n'

const STATES: Record<string, (state: State) => Promise<unknown>> = {
  'the matching of columns': async ({ page }) => {
    await signIn(page, IMPORT)
    await chooseFile(page, 'Tier,Art\nRex,1\n')
    await expect(page.getByLabel('Name column')).toBeVisible()
  },
  'the dialog for a row': async ({ page }) => {
    await signIn(page, IMPORT)
    await chooseFile(page, DELIVERY)
    await button(page, 'Fix row 4').click()
    await expect(page.getByRole('dialog', { name: 'Edit row 4' })).toBeVisible()
  },
  'the review of rows, some left out': async ({ page }) => {
    await startImport(page, petNames(3))
    await expectFinished(page)
    await button(page, 'Import another file').click()
    await expect(page.getByRole('heading', { name: 'Saved imports' })).toBeVisible()
    await expectNoViolations(page)
    await chooseFile(page, `${DELIVERY}Pet 1,1,\n`)
    await button(page, 'Leave out row 6').click()
    await expect(button(page, 'Include them')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 800 })
  },
  'a running import': async ({ page, petstore }) => {
    petstore.respond({ method: 'POST', body: /"Pet 2"/ }, { status: 400 })
    petstore.hold({ method: 'POST', body: /"Pet 4"/ })
    await startImport(page, petNames(60))
    await petstore.arrived(4)
  },
  'unknown rows and possible duplicates': async ({ page, petstore }) => {
    await page.clock.install()
    petstore.dropConnection({ method: 'POST', body: /"Pet (1|3)"/, times: 2 }, 'after')
    petstore.dropConnection({ method: 'POST', body: /"Pet 2"/ }, 'before')
    await startImport(page, petNames(5))
    await expect(importStatus(page, 'Three rows in a row')).toBeVisible()
    for (const name of ['Pet 4', 'Pet 5']) petstore.db.create({ name, categoryId: int64('1') })
    await button(page, 'Resume').click()
    await expectFinished(page)
    await page.clock.fastForward(61_000)
    await expect(page.getByRole('heading', { name: 'Possible duplicates' })).toBeVisible()
    await expect(button(page, 'Mark 2 rows as added')).toBeVisible()
    await expect(button(page, 'Send 1 row again')).toBeVisible()
  },
}

for (const [name, reach] of Object.entries(STATES)) {
  test(`axe finds no violations: ${name}`, async ({ page, petstore }) => {
    await reach({ page, petstore })
    await expectNoViolations(page)
  })
}
