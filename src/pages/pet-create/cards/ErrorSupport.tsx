import { use } from 'react'
import { AlertSupport } from '#src/ui/Alert.tsx'

/** Offers what helps to find out why a request failed. Renders nothing without an error. */
export function ErrorSupport({ error }: { error: unknown }) {
  const supportFor = use(AlertSupport)
  if (error === undefined) return null
  return (
    <>
      {supportFor(error, 'copy')}
      <details className="small">
        <summary>Details</summary>
        {supportFor(error, 'requests')}
      </details>
    </>
  )
}
