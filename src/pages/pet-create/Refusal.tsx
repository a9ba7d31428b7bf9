import type { ReactNode } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError, saidByService } from '#src/http/describe-error.ts'
import { HttpError } from '#src/http/errors.ts'
import { useSession, useSessionState } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { Isolated } from '#src/ui/Isolated.tsx'
import { fieldOfRefusal } from './pet-form.ts'

/** A refusal whose words name one field stands at that field; `undefined` when it stands above the form. */
export function refusalOnField(
  error: unknown,
  service: string,
): { field: 'name' | 'category'; words: ReactNode } | undefined {
  if (!(error instanceof HttpError) || (error.status !== 400 && error.status !== 422)) return undefined
  const { message, facts } = describeError(error, service)
  const field = error.body === undefined ? undefined : fieldOfRefusal(message)
  if (field === undefined) return undefined
  return {
    field,
    words: (
      <span role="alert">
        <Isolated text={message} />
        {facts === undefined ? null : (
          <>
            {' '}
            (<Isolated text={facts} />)
          </>
        )}
      </span>
    ),
  }
}

/** The service said that it did not act. What was typed is still there, to be mended and sent again. */
export function RefusalAlert({ error }: { error: unknown }) {
  const session = useSession()
  const state = useSessionState()
  const { name: service } = useEnvironment()
  if (error instanceof HttpError && error.status === 401) {
    return state.kind === 'key-ended' ? (
      <ErrorAlert
        facts={saidByService(error, service)}
        message={`Your key for ${service} is no longer accepted, so this pet was not added. What you typed is still here.`}
      >
        <Button onClick={() => session.ask()}>Sign in again</Button>
      </ErrorAlert>
    ) : (
      <ErrorAlert
        tone="attention"
        message="This pet was not added before you signed in again. Press “Add pet” to send it now."
      />
    )
  }
  return <ErrorAlert {...describeError(error, service)} />
}
