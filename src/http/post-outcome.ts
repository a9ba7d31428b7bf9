import { HttpError, InvalidResponseError } from './errors.ts'

/**
 * What the failure of a POST proves about the service:
 * - `done`: a 2xx that cannot be read. The service acted; what it said is lost.
 * - `refused`: a status with which a service says that it did not act.
 * - `unknown`: everything else. A broken connection, a time-out or a 5xx does not tell whether it acted.
 */
export type PostFailure = 'committed' | 'rejected' | 'unknown'

const REJECTIONS = new Set([400, 401, 403, 404, 405, 409, 410, 413, 414, 415, 422, 429])

export function postFailure(error: unknown): PostFailure {
  if (error instanceof InvalidResponseError) return 'committed'
  if (error instanceof HttpError && REJECTIONS.has(error.status)) return 'rejected'
  return 'unknown'
}
