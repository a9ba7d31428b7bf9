import { postFailure } from '#src/http/errors.ts'
import type { CacheMode } from '#src/http/browser-cache.ts'
import { mayBeOld } from '#src/http/caching-headers.ts'
import type { Request } from '#src/http/request.ts'
import type { Int64 } from '#src/lib/int64.ts'
import {
  hasAllPets,
  type NewPet,
  parsePet,
  parsePetList,
  type Pet,
  type PetList,
  type PetStatus,
} from './pet.ts'

export type PetFilter = {
  /** The most pets to return, from 1 to 100. */
  readonly limit: number
  /** The status of the pets, or `undefined` for pets of every status. */
  readonly status: PetStatus | undefined
}

/**
 * The outcome of a POST. There is no `failed`, because either the service says that it did not add
 * the pet, or the outcome is unknown.
 */
export type CreatePetOutcome =
  | { readonly kind: 'added'; readonly pet: Pet }
  | { readonly kind: ReturnType<typeof postFailure>; readonly error: unknown }

/** Pets of a response: of a list, of one pet that was requested, or the answer to a POST. */
export type LoadedPets = {
  readonly source: 'list' | 'pet' | 'answer'
  readonly pets: readonly Pet[]
  /** `true` for a list that is neither filtered nor cut, and of which each pet can be read. */
  readonly areAll?: boolean
}

export function listPath({ limit, status }: PetFilter): string {
  const query = new URLSearchParams({ limit: String(limit), ...(status === undefined ? {} : { status }) })
  return `/pets?${query}`
}

const parseList = (body: unknown, headers: Headers): PetList => ({
  ...parsePetList(body),
  mayBeOld: mayBeOld(headers),
})

/**
 * Creates the operations of the service in one environment. All but `createPet` throw what
 * `Request` throws.
 *
 * @param beginLoad is called before each request. It returns a function that is told which pets the
 * response has shown.
 */
export function createPetstore(
  request: Request,
  beginLoad: () => (loaded: LoadedPets) => void = () => () => undefined,
) {
  return {
    /**
     * Requests a list. `attempts` are fewer than usual. `cache` is `default` only for a list to
     * look at; without it the list is evidence, which no cache may answer.
     */
    async listPets(
      filter: PetFilter,
      signal?: AbortSignal,
      { attempts, cache }: { attempts?: number; cache?: CacheMode } = {},
    ): Promise<PetList> {
      const onLoaded = beginLoad()
      const list = await request(listPath(filter), { parse: parseList, signal, attempts, cache })
      const areAll = filter.status === undefined && hasAllPets(list, filter.limit)
      onLoaded({ source: 'list', pets: list.pets, areAll })
      return list
    },

    /**
     * Sends one POST, without retries. It never throws, and after an abort the outcome is unknown.
     */
    async createPet({ name, categoryId, status }: NewPet, signal?: AbortSignal): Promise<CreatePetOutcome> {
      const json = { name, categoryId: BigInt(categoryId), status }
      const onLoaded = beginLoad()
      try {
        const pet = await request('/pets', { method: 'POST', json, parse: parsePet, signal })
        onLoaded({ source: 'answer', pets: [pet] })
        return { kind: 'added', pet }
      } catch (error) {
        return { kind: postFailure(error), error }
      }
    },

    /**
     * @deprecated The service removes `GET /pets/{petId}` on 5 December 2030 (src/pets/SERVICE.md,
     * Versioning). Use `getOrSearchPet`, its only caller.
     */
    async getPet(id: Int64, signal?: AbortSignal): Promise<Pet> {
      const onLoaded = beginLoad()
      const pet = await request(`/pets/${encodeURIComponent(id)}`, { parse: parsePet, signal })
      onLoaded({ source: 'pet', pets: [pet] })
      return pet
    },
  }
}

export type Petstore = ReturnType<typeof createPetstore>
