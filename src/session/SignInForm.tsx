import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useSignIn } from './use-sign-in.ts'

type SignInFormProps = {
  /** Says whether "Keep me signed in on this device" is checked at first. */
  remember?: boolean
  /** Further buttons beside "Sign in". */
  children?: ReactNode
}

/**
 * The form of the sign-in view and of the dialog. A key is stored only after the service accepted
 * it.
 */
export function SignInForm({ remember = false, children }: SignInFormProps) {
  const { id: environmentId, name: environmentName, demo } = useEnvironment()
  const field = useRef<HTMLInputElement>(null)
  const checkbox = useRef<HTMLInputElement>(null)
  const { signIn, cancel, isChecking, problem } = useSignIn(field, checkbox)

  useEffect(() => {
    // A dialog has given the focus to its first field, or to whoever is typing.
    if (field.current?.closest('dialog') === null) field.current.focus({ preventScroll: true })
  }, [])

  const keyError = problem?.kind === 'wrong-key' ? problem.message : undefined
  const submitLabel = isChecking ? 'Signing in…' : 'Sign in'
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    void signIn(field.current?.value ?? '')
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      {problem?.kind === 'failed-check' && (
        <Alert {...describeError(problem.error, environmentName, 'The key could not be checked.')} />
      )}
      <UserName environmentId={environmentId} />
      <KeyField ref={field} error={keyError} />
      <label className="checkbox">
        <input ref={checkbox} type="checkbox" defaultChecked={remember} />
        <span>Keep me signed in on this device</span>
      </label>
      <div className="actions">
        <Button type="submit" variant="primary" busy={isChecking}>
          {submitLabel}
        </Button>
        {demo !== undefined && (
          <Button onClick={() => void signIn(demo.key)} busy={isChecking}>
            Use the demo key
          </Button>
        )}
        {children}
        <SlowResponseNotice waiting={isChecking} service={environmentName} onCancel={cancel} />
      </div>
    </form>
  )
}

type KeyFieldProps = { ref: RefObject<HTMLInputElement | null>; error: string | undefined }

/** The text field of the API key, which hides it until "Show key" is pressed. */
function KeyField({ ref, error }: KeyFieldProps) {
  const [isVisible, setIsVisible] = useState(false)
  const { keyHelp } = useEnvironment()
  const hint = keyHelp === undefined ? undefined : <KeyHelp text={keyHelp} />
  return (
    <TextField
      ref={ref}
      label="API key"
      name="api-key"
      type={isVisible ? 'text' : 'password'}
      autoComplete="current-password"
      required
      error={error}
      hint={hint}
      after={
        <Button variant="quiet" aria-pressed={isVisible} onClick={() => setIsVisible(!isVisible)}>
          Show key
        </Button>
      }
    />
  )
}

/** Says where to get a key, in the words of the configuration, or leads to a page that says it. */
function KeyHelp({ text }: { text: string }) {
  if (!/^https?:\/\//i.test(text)) return text
  return (
    <a href={text} target="_blank" rel="noreferrer">
      Where to get a key
    </a>
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
