import { HttpError, UnreadableBodyError } from './errors.ts'

/**
 * What an error after a POST says about the service, for certain:
 * - `done`: a 2xx that cannot be read. The service acted; what it said is lost.
 * - `refused`: a status with which a service says that it did not act.
 * - `unknown`: everything else. A broken connection, a time-out or a 5xx does not tell whether it acted.
 */
export type PostFailure = 'done' | 'refused' | 'unknown'

const REFUSALS = new Set([400, 401, 403, 404, 405, 409, 410, 413, 414, 415, 422, 429])

export function postFailure(error: unknown): PostFailure {
  if (error instanceof UnreadableBodyError) return 'done'
  if (error instanceof HttpError && REFUSALS.has(error.status)) return 'refused'
  return 'unknown'
}
