import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { HttpError, isSenderUnclear } from '#src/http/errors.ts'
import { createRequest } from '#src/http/request.ts'
import { requestLog } from '#src/http/request-log.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { createPetstore } from '#src/pets/petstore.ts'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { normalizeKey, validateKey } from './api-key.ts'
import { useSession } from './session-context.ts'

type SignInFormProps = {
  /** Says whether "Keep me signed in on this device" is checked at first. */
  remember?: boolean
  /** Further buttons beside "Sign in". */
  children?: ReactNode
}

/**
 * The form of the sign-in view and the dialog. A key is stored only after the service accepted it.
 */
export function SignInForm({ remember = false, children }: SignInFormProps) {
  const session = useSession()
  const environment = useEnvironment()
  const { name: service, demo } = environment
  const field = useRef<HTMLInputElement>(null)
  const keep = useRef<HTMLInputElement>(null)
  const checking = useRef<AbortController>(undefined)
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  /** A text is shown at the field, and an error in an alert. */
  const [problem, setProblem] = useState<string | { error: unknown }>()

  useEffect(() => {
    // A dialog has given the focus to its first field, or to whoever is typing.
    if (field.current?.closest('dialog') === null) field.current.focus({ preventScroll: true })
    // A form that was closed must not sign in.
    return () => checking.current?.abort()
  }, [])

  const reject = (message: string, typed: string) => {
    setProblem(message)
    field.current?.focus()
    // The rejected key is selected, so that typing replaces it, unless another one was typed
    // meanwhile.
    if (field.current?.value === typed) field.current.select()
  }

  const signIn = async (typed: string) => {
    if (checking.current !== undefined) return
    const key = normalizeKey(typed)
    const reason = validateKey(key, service)
    if (reason !== undefined) return reject(reason, typed)
    checking.current = new AbortController()
    const finish = session.beginSignIn()
    setBusy(true)
    setProblem(undefined)
    try {
      await checkKey(environment, key, checking.current.signal)
      finish(key, keep.current?.checked ?? false)
    } catch (error) {
      if (error instanceof HttpError && error.status === 401 && !isSenderUnclear(error)) {
        reject(`This key does not work for ${service}. Copy the whole key again`, typed)
      } else {
        setProblem({ error })
      }
    } finally {
      checking.current = undefined
      setBusy(false)
    }
  }

  const cancel = () => {
    checking.current?.abort()
    // The focus moves, because the button "Cancel" disappears.
    field.current?.focus()
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void signIn(field.current?.value ?? '')
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      {typeof problem === 'object' ? (
        <Alert {...describeError(problem.error, service, 'The key could not be checked.')} />
      ) : null}
      <UserName environmentId={environment.id} />
      <TextField
        ref={field}
        label="API key"
        name="api-key"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        required
        error={typeof problem === 'string' ? problem : undefined}
        after={
          <Button aria-pressed={shown} onClick={() => setShown(!shown)}>
            Show key
          </Button>
        }
      />
      <label className="checkbox">
        <input ref={keep} type="checkbox" defaultChecked={remember} />
        <span>Keep me signed in on this device</span>
      </label>
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
        {demo === undefined ? null : (
          <Button onClick={() => void signIn(demo.key)} busy={busy}>
            Use the demo key
          </Button>
        )}
        {children}
        <SlowResponseNotice waiting={busy} service={service} onCancel={cancel} />
      </div>
    </form>
  )
}

/**
 * Tells password managers whose key it is. They keep one password for each user name of an origin,
 * so without it the key of one environment would take the place of another's, and be filled into
 * its form. They ignore what is not rendered, and look for the name before the password.
 */
function UserName({ environmentId }: { environmentId: string }) {
  return (
    <input
      type="text"
      name="environment"
      autoComplete="username"
      value={BASE_PATH.slice(1) + environmentId}
      readOnly
      tabIndex={-1}
      aria-hidden
      className="visually-hidden"
    />
  )
}

/**
 * Sends one `GET /pets?limit=1`.
 *
 * @throws what `Request` throws
 */
async function checkKey({ id, baseUrl }: Environment, key: string, signal: AbortSignal): Promise<void> {
  const petstore = createPetstore((path, options) => {
    const observer = requestLog.observe(id, 'GET', baseUrl + path)
    return createRequest(baseUrl, () => key)(path, { ...options, observer })
  })
  await petstore.listPets({ limit: 1, status: undefined }, signal, { attempts: 1 })
}
