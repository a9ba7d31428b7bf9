import type { Environment } from '#src/config/config.ts'
import { createRequest } from '#src/http/request.ts'
import { requestLog } from '#src/http/request-log.ts'
import { createPetstore } from '#src/pets/petstore.ts'

/**
 * Sends one `GET /pets?limit=1` with the key.
 *
 * @throws what `Request` throws, if the service does not accept the key or cannot be reached
 */
export async function checkKey(
  { id, baseUrl }: Environment,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const petstore = createPetstore((path, options) => {
    const observer = requestLog.observe(id, 'GET', baseUrl + path)
    return createRequest(baseUrl, () => key)(path, { ...options, observer })
  })
  await petstore.listPets({ limit: 1, status: undefined }, signal, { attempts: 1 })
}
