import { notifyManager, QueryClient } from '@tanstack/react-query'
import type { Config, Environment } from '#src/config/config.ts'
import type { CurrentEnvironment, Demo } from '#src/config/environment-context.ts'
import { HttpError } from '#src/http/errors.ts'
import { createRequest, type Fetch, type Request, type RequestOptions } from '#src/http/request.ts'
import { requestLog } from '#src/http/request-log.ts'
import { createOwner } from '#src/lib/create-owner.ts'
import { createSeenPetsOf } from '#src/outbox/seen-pets-of.ts'
import { bypassCache, outdateLists } from '#src/pets/queries/list-query.ts'
import { recordLoadTimes, staleAfter } from '#src/pets/queries/load-times.ts'
import { createPetstore } from '#src/pets/petstore.ts'
import { createKnownPets } from '#src/pets/queries/known-pets.ts'
import { createSession } from '#src/session/session.ts'
import { canSend, canShowPets, isAskingForKey } from '#src/session/session-state.ts'

export type EnvironmentServices = ReturnType<typeof createEnvironmentServices>
export type Services = ReturnType<typeof createServices>

type ServicesOptions = {
  demo?: Demo | undefined
  /**
   * The `fetch` of one environment, whose first response may have been prefetched (src/bootstrap).
   */
  prefetched?: { readonly environmentId: string; readonly fetch: Fetch } | undefined
}

export function createServices(config: Config, { demo, prefetched }: ServicesOptions = {}) {
  const opened = new Map<string, EnvironmentServices>()
  const ownInTab = createOwner()

  function open(environment: Environment): EnvironmentServices {
    const current = {
      ...environment,
      categories: config.categories,
      others: config.environments.filter((other) => other !== environment),
      demo: environment.kind === 'demo' ? demo : undefined,
      own: createOwner(),
      ownInTab,
    }
    const fetch = prefetched?.environmentId === environment.id ? prefetched.fetch : undefined
    const services = createEnvironmentServices(current, fetch)
    opened.set(environment.id, services)
    return services
  }

  return {
    config,
    /**
     * Returns the services of an environment, which are created when it is first opened. Returns
     * `undefined` when no environment with this ID is configured.
     */
    forEnvironment(id: string): EnvironmentServices | undefined {
      const environment = config.environments.find((candidate) => candidate.id === id)
      return environment && (opened.get(id) ?? open(environment))
    },
  }
}

// The cache is told before React renders what else has changed, so that no page shows with a new
// key what the old one loaded.
notifyManager.setScheduler(queueMicrotask)

/**
 * Creates what lives as long as an environment, from when it is first opened until the page is
 * left.
 */
function createEnvironmentServices(environment: CurrentEnvironment, fetch?: Fetch) {
  const session = createSession(environment)
  const knownPets = createKnownPets()
  const seenPets = environment.own(createSeenPetsOf, session, environment.baseUrl)
  const queryClient = new QueryClient({
    defaultOptions: {
      // The request layer retries, and finds out whether there is a connection. React Query must
      // neither retry nor trust navigator.onLine.
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // A connection that blinks reloads nothing except what had failed, for example a "Refresh".
        // A key that has ended is not tried again.
        refetchOnReconnect: ({ state }) =>
          state.status === 'error' && canSend(session.get()) ? 'always' : false,
        staleTime: staleAfter(2000),
      },
    },
  })
  recordLoadTimes(queryClient)
  /** Aborts every request of a session when it ends. */
  let sessionAbort = new AbortController()

  session.subscribe(() => {
    // The browser's cache may have been filled for somebody else.
    bypassCache(queryClient)
    knownPets.clear()
    if (session.get().kind === 'signed-out') {
      // A response that is still under way must be neither shown nor cached.
      sessionAbort.abort()
      sessionAbort = new AbortController()
      queryClient.clear()
      requestLog.clear(environment.id)
    } else if (session.get().kind !== 'locked') {
      // Whoever sits here now may not be allowed to see what was loaded. The new requests wait for
      // a key.
      void queryClient.resetQueries()
    }
  })

  const send = createRequest(environment.baseUrl, () => session.key() ?? '', fetch)

  const request: Request = (path, options) => {
    const { method = 'GET' } = options
    const signal = AbortSignal.any([sessionAbort.signal, options.signal ?? sessionAbort.signal])
    // One observer for all attempts, so that the log shows them as one request.
    const observer = requestLog.observe(environment.id, method, environment.baseUrl + path)
    const observed = { ...options, signal, observer }
    return method === 'POST' ? post(path, observed) : get(path, observed)
  }

  /**
   * Sends a GET, and once more with the next key where the service refuses this one. That attempt
   * is the only one with the new key: if that is refused too, signing in again reloads what is on
   * the screen.
   */
  const get: Request = async (path, options) => {
    await untilSignedIn(options.signal)
    try {
      return await getOnce(path, options)
    } catch (error) {
      if (!isUnauthorized(error)) throw error
      await untilSignedIn(options.signal)
      return getOnce(path, { ...options, attempts: 1 })
    }
  }

  /**
   * Waits while the dialog asks for a key.
   *
   * @throws {HttpError} the 401 that has ended the key, where the person closes the dialog.
   */
  const untilSignedIn = async (signal: AbortSignal | undefined) => {
    if (isAskingForKey(session.get())) await session.waitForKey(signal)
  }

  const getOnce: Request = async (path, options) => {
    const key = keyFor('GET', path)
    const value = await sendWith(key, path, options)
    // Another key may see other pets, so the response to the old key is void.
    if (session.key() !== key) throw unauthorized('GET', path)
    return value
  }

  /** Sends a POST once. After a 401, the person presses the button again. */
  const post: Request = async (path, options) => {
    const key = keyFor('POST', path)
    // A list from before a POST must not be taken for what the service has now, not even before
    // its response.
    outdateLists(queryClient)
    try {
      return await sendWith(key, path, options)
    } finally {
      outdateLists(queryClient)
    }
  }

  /** Sends a request, and ends the key where the service refuses it. */
  const sendWith = async <T>(key: string, path: string, options: RequestOptions<T>): Promise<T> => {
    try {
      return await send(path, options)
    } catch (error) {
      if (isUnauthorized(error)) session.rejectKey(key, error)
      throw error
    }
  }

  /**
   * Returns the key of the session.
   *
   * @throws {HttpError} the 401 with which the service answers a request without a key. Nothing was
   *   sent, so the outcome of a POST is not unknown.
   */
  const keyFor = (method: string, path: string): string => {
    const key = session.key()
    if (key === undefined) throw unauthorized(method, path)
    return key
  }

  const petstore = createPetstore(request, () => {
    const signInId = session.signInId()
    const idsBefore = seenPets.ids(signInId)
    return (loaded) => {
      // The key may have ended before the response was complete, and another one sees other pets.
      if (!canShowPets(session.get()) || session.signInId() !== signInId) return
      knownPets.add(loaded)
      const { source, pets, areAll } = loaded
      if (source !== 'answer') seenPets.addListed(signInId, pets, areAll ? idsBefore : undefined)
    }
  })
  return { environment, session, queryClient, petstore, knownPets }
}

function unauthorized(method: string, path: string): HttpError {
  return new HttpError(`${method} ${path}`, 401, undefined)
}

function isUnauthorized(error: unknown): error is HttpError {
  return error instanceof HttpError && error.status === 401
}
