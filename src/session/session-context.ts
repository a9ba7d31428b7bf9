import { createContext, use } from 'react'
import { isSenderUnclear } from '#src/http/errors.ts'
import { useStore } from '#src/ui/use-store.ts'
import type { Session } from './session.ts'
import { hasKeyEnded, type SessionState } from './session-state.ts'

export const SessionContext = createContext<Session | undefined>(undefined)

/** Returns the session of the environment that the address names. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new Error('useSession() outside of an environment')
  return session
}

export function useSessionState(): SessionState {
  return useStore(useSession())
}

/**
 * The reason why another key is asked for: the service `refused` the old one, or it is `unclear`
 * because something in between may have answered.
 */
export type KeyProblem = 'none' | 'refused' | 'unclear'

export function useKeyProblem(): KeyProblem {
  const state = useSessionState()
  if (!hasKeyEnded(state)) return 'none'
  return isSenderUnclear(state.error) ? 'unclear' : 'refused'
}
