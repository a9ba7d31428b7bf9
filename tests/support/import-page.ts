import { type Batch, type EntryState, newEntry } from '#src/outbox/entry.ts'
import { createLedger } from '#src/outbox/outbox-database.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { int64 } from './int64.ts'
import { BASE_URL, renderApp } from './render-app.tsx'

type Where = Partial<Pick<Batch, 'environmentId' | 'baseUrl' | 'source'>>

/**
 * Writes a batch of an earlier tab into the outbox: `Pet 1` and so on, dogs from row 2 on, with these states; a file unless
 * `source` says otherwise.
 */
export async function saveImport(
  states: readonly EntryState[],
  { environmentId = 'staging', baseUrl = BASE_URL, source = 'file' }: Where = {},
): Promise<void> {
  const columns = { name: 0, category: 1, status: 2 }
  const file = { fileName: 'delivery.csv', header: [], columns }
  const batch: Batch = {
    id: 'x1',
    environmentId,
    baseUrl,
    startedAt: Date.now(),
    source,
    ...(source === 'file' ? file : {}),
  }
  await createLedger().write(async (transaction) => {
    await transaction.putBatch(batch)
    for (const [position, state] of states.entries()) {
      const newPet = { name: `Pet ${position + 1}`, categoryId: int64('1'), status: undefined }
      const row = { number: position + 2, cells: [], fileName: file.fileName }
      await transaction.put(
        newEntry({
          batch: batch.id,
          position,
          baseUrl,
          newPet,
          enteredAt: batch.startedAt,
          state,
          ...(source === 'file' ? { row } : {}),
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

/** Number, name, category and status of the rows that are shown. */
export async function rowsShown() {
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Rows' })).getAllByRole('row')
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, 4)
      .map(({ textContent }) => textContent),
  )
}

/** The counts under "Outcome". */
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
