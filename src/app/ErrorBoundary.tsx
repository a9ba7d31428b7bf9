import { Component, type ContextType, type ReactNode, Suspense, useEffect } from 'react'
import { SessionContext } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { Alert } from '#src/ui/Alert.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { errorDetails } from './error-details.ts'
import { ChunkLoadError } from './lazy-component.ts'
import { lookForNews, siteNews } from './site-version.ts'

type Props = {
  children: ReactNode
  /** Instead of the alert, where the rest of the page works without the children. */
  fallback?: ReactNode
}

/** Contains errors of rendering and chunks that did not load. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  static override contextType = SessionContext
  declare context: ContextType<typeof SessionContext>
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('nothing was thrown') }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkLoadError) error.reset()
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (this.props.fallback !== undefined) return this.props.fallback
    const isChunkError = error instanceof ChunkLoadError
    return (
      <Alert
        message={isChunkError ? <WhyNotLoaded /> : 'Something went wrong. Try again or reload.'}
        details={errorDetails(isChunkError ? error.cause : error, this.context?.key())}
      >
        <Button onClick={() => this.setState({ error: undefined })}>Try again</Button>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Alert>
    )
  }
}

/** A chunk is gone with the version that it belonged to, or there is no connection. */
function WhyNotLoaded() {
  const news = useStore(siteNews)
  useEffect(() => void lookForNews(), [])
  return news === 'version'
    ? 'A new version is ready. Reload to use it.'
    : 'Part of the app did not load. Check your connection, then reload.'
}

/** A part that is loaded by itself: while it waits for its code, or lacks it, the rest of the page works. */
export function ContainedPart({ children, ...boundary }: Props) {
  return (
    <ErrorBoundary {...boundary}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
