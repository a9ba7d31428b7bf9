import { type RefObject, useEffect, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { HttpError, isSenderUnclear } from '#src/http/errors.ts'
import { normalizeKey, validateKey } from './api-key.ts'
import { checkKey } from './check-key.ts'
import { useSession } from './session-context.ts'

/**
 * The reason why somebody is not signed in: the key itself, or something that happened while it was
 * checked.
 */
export type SignInProblem =
  | { readonly kind: 'wrong-key'; readonly message: string }
  | { readonly kind: 'failed-check'; readonly error: unknown }

/**
 * Signs in with a key that the service has accepted.
 *
 * @param field the text field of the key, which gets the focus when somebody should correct the key
 * @param checkbox "Keep me signed in on this device", read once the key is accepted
 */
export function useSignIn(
  field: RefObject<HTMLInputElement | null>,
  checkbox: RefObject<HTMLInputElement | null>,
) {
  const session = useSession()
  const environment = useEnvironment()
  const checking = useRef<AbortController>(undefined)
  const [isChecking, setIsChecking] = useState(false)
  const [problem, setProblem] = useState<SignInProblem>()

  // A form that was closed must not sign in.
  useEffect(() => () => checking.current?.abort(), [])

  const reject = (message: string, typed: string) => {
    setProblem({ kind: 'wrong-key', message })
    field.current?.focus()
    // The next letter replaces the key that was rejected, but not what was typed in the meantime.
    if (field.current?.value === typed) field.current.select()
  }

  const signIn = async (typed: string) => {
    if (checking.current !== undefined) return
    const key = normalizeKey(typed)
    const reason = validateKey(key, environment.name)
    if (reason !== undefined) return reject(reason, typed)
    checking.current = new AbortController()
    const finish = session.beginSignIn()
    setIsChecking(true)
    setProblem(undefined)
    try {
      await checkKey(environment, key, checking.current.signal)
      finish(key, checkbox.current?.checked ?? false)
    } catch (error) {
      if (isKeyRejected(error)) {
        reject(`This key does not work for ${environment.name}. Copy the whole key, then try again.`, typed)
      } else {
        setProblem({ kind: 'failed-check', error })
      }
    } finally {
      checking.current = undefined
      setIsChecking(false)
    }
  }

  const cancel = () => {
    checking.current?.abort()
    // The button "Cancel" is about to disappear, and would take the focus with it.
    field.current?.focus()
  }

  return { signIn, cancel, isChecking, problem }
}

function isKeyRejected(error: unknown): boolean {
  return error instanceof HttpError && error.status === 401 && !isSenderUnclear(error)
}
