import { Component, type ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { ErrorAlert } from '#src/ui/ErrorAlert.tsx'

type Props = { children: ReactNode }

/** Keeps a page that cannot be drawn, or a part of the app that does not come, from taking everything with it. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('nothing was thrown') }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const isMissingPart =
      error instanceof Error && /\b(import|imported|module|preload)\b/i.test(error.message)
    return (
      <ErrorAlert
        message={
          isMissingPart
            ? 'A part of the app could not be loaded. There may be a new version, or no connection. Reload the page to go on; what you typed is kept.'
            : 'Something in this app went wrong. Try again, or reload the page; what you typed is kept.'
        }
        details={error instanceof Error ? `${error.name}: ${error.message}` : 'No error object was thrown.'}
      >
        {isMissingPart ? null : (
          <Button onClick={() => this.setState({ error: undefined })}>Try again</Button>
        )}
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </ErrorAlert>
    )
  }
}
