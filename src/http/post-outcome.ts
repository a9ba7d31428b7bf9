import { HttpError, InvalidResponseError } from './errors.ts'

/**
 * What the failure of a POST proves:
 * - `committed`: a 2xx that cannot be read. The service acted, but its response is lost.
 * - `rejected`: a status with which a service says that it did not act.
 * - `unknown`: a broken connection, a timeout or a 5xx does not tell whether it acted.
 */
type PostFailure = 'committed' | 'rejected' | 'unknown'

const REJECTIONS = new Set([400, 401, 403, 404, 405, 409, 410, 413, 414, 415, 422, 429])

export function postFailure(error: unknown): PostFailure {
  if (error instanceof InvalidResponseError) return 'committed'
  if (error instanceof HttpError && REJECTIONS.has(error.status)) return 'rejected'
  return 'unknown'
}
