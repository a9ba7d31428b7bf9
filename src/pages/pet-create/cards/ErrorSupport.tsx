import { use } from 'react'
import { AlertSupport } from '#src/ui/Alert.tsx'

type ErrorSupportProps = {
  /** The failure of the last request. A reload loses it. */
  error: unknown
  /** The status and the code of the response. */
  note?: string | undefined
}

/** Offers what helps to find out why a request failed. Renders nothing if nothing is known. */
export function ErrorSupport({ error, note }: ErrorSupportProps) {
  const supportFor = use(AlertSupport)
  if (error === undefined && note === undefined) return null
  return (
    <>
      {error !== undefined && supportFor(error, 'copy')}
      <details className="small">
        <summary>Details</summary>
        {note !== undefined && <p>{note}</p>}
        {error !== undefined && supportFor(error, 'requests')}
      </details>
    </>
  )
}
