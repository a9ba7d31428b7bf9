/**
 * The addresses of the app's pages (src/README.md, Addresses). All are below an environment, and
 * without the base path, as the router wants them; `app/App.tsx` has their routes.
 */
import { BASE_PATH } from './base-path.ts'
import type { Int64 } from './int64.ts'

/** @param search the filter, as `searchFromListAddress` writes it */
export const petListPath = (environmentId: string, search = ''): string => `/${environmentId}/pets${search}`

/**
 * Returns the path of the list in which pets that were just added are most likely to be: as many
 * pets as the service gives, those with the largest IDs first.
 *
 * @param status the status that all of them have, if they have the same
 */
export function addedPetsPath(environmentId: string, status: string | undefined): string {
  const filter = status === undefined ? '' : `status=${status}&`
  return petListPath(environmentId, `?${filter}limit=100&sort=-id`)
}

export const petPath = (environmentId: string, id: Int64): string => `/${environmentId}/pets/${id}`

export const importPath = (environmentId: string): string => `/${environmentId}/pets/import`

export const overviewPath = (environmentId: string): string => `/${environmentId}/overview`

export const servicePath = (environmentId: string): string => `/${environmentId}/service`

/** @param values what is in the form at first, by the names of its fields */
export function newPetPath(environmentId: string, values?: URLSearchParams): string {
  return `/${environmentId}/pets/new${values === undefined ? '' : `?${values}`}`
}

export function labelsPath(environmentId: string, pets: readonly { readonly id: Int64 }[]): string {
  return `/${environmentId}/pets/labels?ids=${pets.map(({ id }) => id).join(',')}`
}

/** Returns the path of the labels of all pets that an import has added. */
export const importLabelsPath = (environmentId: string, importId: string): string =>
  `/${environmentId}/pets/labels?import=${importId}`

/** Returns the path with the base path, for a link around the router. */
export const pathOnSite = (path: string): string => BASE_PATH + path.slice(1)

/**
 * Returns the whole address of a page, for use outside of the app, as in other programs and on
 * paper.
 */
export const urlOf = (path: string): string => new URL(pathOnSite(path), window.location.origin).href
