import { expect, test } from 'vitest'
import type { ImportStore } from './import-journal.ts'
import { createMemoryImportStore } from './memory-import-store.ts'
import { createSavedImports } from './saved-imports.ts'

test('a listing that fails late says nothing of a newer one', async () => {
  const first = Promise.withResolvers<never>()
  const store = createMemoryImportStore()
  const lists = [() => first.promise, store.list]
  const getStore = (): Promise<ImportStore> =>
    Promise.resolve({ ...store, list: lists.shift() ?? store.list })
  const saved = createSavedImports(getStore, 'staging', () => Promise.resolve())
  const late = saved.list()
  expect(await saved.list()).toMatchObject({ savedImports: [] })
  first.reject(new Error('broken'))
  expect(await late).toBeUndefined()
  await expect(
    createSavedImports(
      () => Promise.reject(new Error('broken')),
      'staging',
      async () => undefined,
    ).list(),
  ).rejects.toThrow('broken')
})
