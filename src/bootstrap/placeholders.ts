import type { Environment } from '#src/config/config.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { PET_STATUSES, type Pet } from '#src/pets/pet.ts'

/** What the build draws the pages of index.html with: tokens, which the start script fills (fill.ts). */
export const PLACEHOLDER_ENVIRONMENT: Environment = {
  id: '__environment__',
  name: '__service__',
  baseUrl: 'https://service.invalid/v1',
  kind: 'staging',
}

/** A row of each documented status, and one without. Rows of any other status are left to the app. */
export const PLACEHOLDER_PETS: readonly Pet[] = [...PET_STATUSES, undefined].map((status) => ({
  id: '__id__' as Int64,
  name: '__pet__',
  categoryId: '__category__' as Int64,
  status,
}))
