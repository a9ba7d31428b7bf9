import { createContext, type ReactNode } from 'react'

/** What an alert about a failed request offers besides; the app provides it, because it knows the request. */
export const AlertSupport = createContext<(error: unknown) => ReactNode>(() => null)
