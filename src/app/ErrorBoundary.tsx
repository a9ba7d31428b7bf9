import { Component, type ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'
import { errorDetails } from './error-details.ts'
import { MissingPartError } from './missing-part.ts'

type Props = {
  children: ReactNode
  /** The key in force, which the details must not show. */
  secret?: () => string | undefined
}

/** Keeps a page that cannot be drawn, or a part of the app that does not come, from taking everything with it. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('nothing was thrown') }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const isMissingPart = error instanceof MissingPartError
    return (
      <ErrorAlert
        message={
          isMissingPart
            ? 'A part of the app could not be loaded. There may be a new version, or no connection. Reload the page to go on; what you typed in “Add a pet” is kept.'
            : 'Something in this app went wrong. Try again, or reload the page; what you typed in “Add a pet” is kept.'
        }
        details={errorDetails(isMissingPart ? error.cause : error, this.props.secret?.())}
      >
        {isMissingPart ? null : (
          <Button onClick={() => this.setState({ error: undefined })}>Try again</Button>
        )}
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </ErrorAlert>
    )
  }
}
