import type { Environment } from '#src/config/config.ts'
import type { RequestRecord } from '#src/http/request-log.ts'
import { GONE } from '#src/pets/get-or-search-pet.ts'

export type OperationName = 'listPets' | 'createPet' | 'getPet'

export type OperationResponse = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly status: number
  /** The service answered that it no longer has the operation, and has not performed it since. */
  readonly isGone: boolean
}

/** @param records for example `requestLog.responses()` */
export function lastResponse(
  records: readonly RequestRecord[],
  environment: Pick<Environment, 'id' | 'baseUrl'>,
  operation: OperationName,
): OperationResponse | undefined {
  const responses = records
    .filter((record) => record.environmentId === environment.id)
    .filter((record) => operationOf(record, environment.baseUrl) === operation)
    .flatMap((record) =>
      record.attempts.flatMap(({ at, duration, status }) =>
        duration === undefined || status === undefined || status === 0 ? [] : [{ at: at + duration, status }],
      ),
    )
    .toSorted((a, b) => b.at - a.at)
  const [last] = responses
  if (last === undefined) return undefined
  const decisive = responses.find(({ status }) => status < 300 || GONE.has(status))
  return { ...last, isGone: decisive !== undefined && GONE.has(decisive.status) }
}

function operationOf({ method, address }: RequestRecord, baseUrl: string): OperationName | undefined {
  const path = address.slice(baseUrl.length).replace(/\?.*/, '')
  if (path === '/pets') return method === 'POST' ? 'createPet' : 'listPets'
  return method === 'GET' && path.startsWith('/pets/') ? 'getPet' : undefined
}
