import { Component, type ReactNode, Suspense } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { errorDetails } from './error-details.ts'
import { ChunkLoadError } from './lazy-component.ts'

const ONLINE_DELAY_MS = 1000

type Props = {
  children: ReactNode
  /** The current key, which the details must not show. */
  secret?: () => string | undefined
  /** Instead of the alert, where the rest of the page works without the children. */
  fallback?: ReactNode
}

/** Contains errors of rendering and chunks that did not load. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('nothing was thrown') }
  }

  override componentDidMount() {
    window.addEventListener('online', this)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this)
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkLoadError) error.reset()
  }

  /** On `online`, which may come some time before requests get through: chunks that did not load are loaded again. */
  handleEvent() {
    setTimeout(() => {
      if (this.state.error instanceof ChunkLoadError) this.setState({ error: undefined })
    }, ONLINE_DELAY_MS)
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (this.props.fallback !== undefined) return this.props.fallback
    const isChunkError = error instanceof ChunkLoadError
    return (
      <Alert
        message={
          isChunkError
            ? 'Part of the app did not load. Check your connection, then reload.'
            : 'Something went wrong. Try again or reload.'
        }
        details={errorDetails(isChunkError ? error.cause : error, this.props.secret?.())}
      >
        <Button
          onClick={() => {
            // This button disappears with the error.
            document.querySelector('main')?.focus()
            this.setState({ error: undefined })
          }}
        >
          Try again
        </Button>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Alert>
    )
  }
}

/** A part that is loaded by itself: while it waits for its code, or lacks it, the rest of the page works. */
export function ContainedPart({ children, ...boundary }: Props) {
  return (
    <ErrorBoundary {...boundary}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
