import type { KeyPersistence, StoredKey } from './key-storage.ts'

type Without<Name extends string> = { readonly [name in Name]?: undefined }

type SignedOut = { readonly kind: 'signed-out' } & Without<keyof StoredKey | 'error'>

type SignedIn = { readonly kind: 'signed-in'; readonly persistence: KeyPersistence } & StoredKey &
  Without<'error'>

/** The service no longer accepts the key, as `error` says. */
type KeyEnded = {
  /**
   * While it is `asking-for-key`, the dialog "Sign in again" is open. It is `locked` once somebody
   * has closed that.
   */
  readonly kind: 'asking-for-key' | 'locked'
  readonly error: unknown
} & StoredKey

export type SessionState = SignedOut | SignedIn | KeyEnded

type Kind = Pick<SessionState, 'kind'>

/**
 * Returns whether what was loaded may be on the screen. Once the key has ended it may not, because
 * whoever sits here by then may not be allowed to see it.
 */
export const canShowPets = ({ kind }: Kind): boolean => kind === 'signed-in'

/** Returns whether the dialog "Sign in again" is open. */
export const isAskingForKey = ({ kind }: Kind): boolean => kind === 'asking-for-key'

/**
 * Returns whether the service no longer accepts the key, so that the person has to sign in again.
 */
export const hasKeyEnded = ({ kind }: Kind): boolean => kind === 'asking-for-key' || kind === 'locked'

/**
 * Returns whether a request can succeed: it is sent with a key that the service has not refused.
 */
export const canSend = ({ kind }: Kind): boolean => kind === 'signed-in'
