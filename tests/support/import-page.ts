import { type EntryState, type Import, newEntry } from '#src/outbox/entry.ts'
import { createIndexedDbLedger } from '#src/outbox/ledger/indexed-db.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { press, pressIn } from './add-page.ts'
import { int64 } from './int64.ts'
import { BASE_URL, renderApp } from './render-app.tsx'

type SavedImportOptions = Partial<
  Pick<Import, 'environmentId' | 'baseUrl' | 'startedAt'> & { isByHand: boolean }
>

/**
 * Writes into the outbox what an earlier tab has left: `Pet 1` and so on, dogs from row 2 on, with
 * these states.
 */
export async function saveImport(
  states: readonly EntryState[],
  {
    environmentId = 'staging',
    baseUrl = BASE_URL,
    startedAt = Date.now(),
    isByHand = false,
  }: SavedImportOptions = {},
): Promise<void> {
  const fileName = 'delivery.csv'
  const where = { environmentId, baseUrl }
  const columns = { name: 0, category: 1, status: 2 }
  await createIndexedDbLedger().write(async (transaction) => {
    if (!isByHand)
      await transaction.putImport({ ...where, id: 'x1', fileName, header: [], columns, startedAt })
    const firstSequence = await transaction.takeSequence(states.length)
    for (const [position, state] of states.entries()) {
      const newPet = { name: `Pet ${position + 1}`, categoryId: int64('1'), status: undefined }
      const row = isByHand ? undefined : { number: position + 2, cells: [], fileName }
      const sequence = firstSequence + position
      const importId = isByHand ? '' : 'x1'
      await transaction.put(
        newEntry({
          ...where,
          batch: 'x1',
          importId,
          position,
          sequence,
          newPet,
          enteredAt: startedAt,
          state,
          row,
        }),
      )
    }
  })
}

/** Opens the import and pastes these rows. */
export async function pasteRows(rows: string) {
  const app = renderApp('/staging/pets/import')
  await app.user.click(await screen.findByRole('textbox', { name: 'Or paste rows' }))
  await app.user.paste(rows)
  return app
}

/** Presses "Clear rows". Returns the question whether the changes in the rows may be lost. */
export async function askToClearRows(user: UserEvent): Promise<HTMLElement> {
  await press(user, 'Clear rows')
  return screen.findByRole('dialog', { name: 'Clear rows?' })
}

/** Clears rows that were changed, although the changes are lost. */
export async function clearChangedRows(user: UserEvent): Promise<void> {
  const question = await askToClearRows(user)
  await pressIn(user, question, 'Clear rows')
}

/** Returns number, name, category and status of the rows on the page. */
export async function rowsShown() {
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Rows' })).getAllByRole('row')
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, 4)
      .map(({ textContent }) => textContent),
  )
}

/** Waits until "Outcome" has these counts. */
export const expectCounts = (counts: Record<string, number>) =>
  waitFor(() => {
    const list = screen.getByLabelText('Outcome')
    const [names, values] = ['term', 'definition'].map((role) =>
      within(list)
        .getAllByRole(role)
        .map(({ textContent }) => textContent),
    )
    expect(Object.fromEntries(names?.map((name, at) => [name, Number(values?.[at])]) ?? [])).toEqual(counts)
  })
