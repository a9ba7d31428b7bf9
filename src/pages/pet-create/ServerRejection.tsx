import type { ReactNode } from 'react'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError, serviceErrorText } from '#src/http/describe-error.ts'
import { HttpError } from '#src/http/errors.ts'
import { useSession, useSessionState } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { BidiText } from '#src/ui/BidiText.tsx'
import { fieldOfRejection, type PetFormField } from './pet-form.ts'
import { PetName } from '#src/pets/PetName.tsx'

/** A rejection whose message names one field is shown at that field; `undefined`: it is shown above the form. */
export function rejectionOnField(
  error: unknown,
  service: string,
): { field: PetFormField; message: ReactNode } | undefined {
  if (!(error instanceof HttpError) || (error.status !== 400 && error.status !== 422)) return undefined
  const { message, facts } = describeError(error, service)
  const field = error.body === undefined ? undefined : fieldOfRejection(message)
  if (field === undefined) return undefined
  return {
    field,
    message: (
      <span role="alert">
        <BidiText text={message} />
        {facts === undefined ? null : (
          <>
            {' '}
            (<BidiText text={facts} />)
          </>
        )}
      </span>
    ),
  }
}

type RejectionAlertProps = {
  name: string
  error: unknown
  /** The form has the next pet. */
  hasLeftForm: boolean
  /** An earlier POST has an unknown outcome, so the pet may exist in spite of this rejection. */
  isUnresolved: boolean
}

export function RejectionAlert({ name, error, hasLeftForm, isUnresolved }: RejectionAlertProps) {
  const session = useSession()
  const state = useSessionState()
  const { name: service } = useEnvironment()
  const thisTime = isUnresolved ? ' this time' : ''
  if (error instanceof HttpError && error.status === 401) {
    return state.kind === 'key-ended' ? (
      <Alert
        error={error}
        facts={serviceErrorText(error, service)}
        message={
          <>
            {hasLeftForm ? <PetName name={name} /> : 'This pet'} was not added{thisTime} because your key for{' '}
            {service} no longer works.{hasLeftForm ? null : ' Nothing you typed is lost.'}
          </>
        }
      >
        <Button onClick={() => session.prompt()}>Sign in again</Button>
      </Alert>
    ) : (
      <Alert
        tone="attention"
        message={
          <>
            You are signed in. {hasLeftForm ? <PetName name={name} /> : 'This pet'}{' '}
            {isUnresolved
              ? 'was not added this time. Check for it before you try again.'
              : hasLeftForm
                ? 'was not added. Enter it again if you still want to add it.'
                : 'has not been added yet. Select Add pet to try again.'}
          </>
        }
      />
    )
  }
  const { message, facts, details } = describeError(error, service)
  const isSaid = error instanceof HttpError && (error.body?.message.trim() ?? '') !== ''
  return (
    <Alert
      message={
        <>
          <PetName name={name} /> was not added{thisTime}. {isSaid ? `${service} said: ` : null}
          <BidiText text={message} />
        </>
      }
      facts={facts}
      details={details}
      error={error}
    />
  )
}
