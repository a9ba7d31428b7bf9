import { createContext, type ReactNode } from 'react'

/** At the alert, and among its details. */
export type SupportPart = 'copy' | 'requests'

/** What an alert about a failed request offers besides; the app provides it, because it knows the request. */
export const AlertSupport = createContext<(error: unknown, part: SupportPart) => ReactNode>(() => null)
