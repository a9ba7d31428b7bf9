import { createContext, use } from 'react'
import { useStore } from '#src/ui/use-store.ts'
import type { Session, SessionState } from './session.ts'

export const SessionContext = createContext<Session | undefined>(undefined)

/** The session of the environment that the address names. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (session === undefined) throw new Error('useSession() outside of an environment')
  return session
}

export function useSessionState(): SessionState {
  return useStore(useSession())
}
