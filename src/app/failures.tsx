import { Component, type ReactNode, Suspense, type SuspenseProps, use, useEffect } from 'react'
import { MAX_TEXT } from '#src/http/errors.ts'
import { createStore } from '#src/lib/create-store.ts'
import { redactKey } from '#src/lib/redact-key.ts'
import { truncate } from '#src/lib/truncate.ts'
import { SessionContext } from '#src/session/session-context.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ReloadButton } from '#src/ui/ReloadButton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { chunkErrors, loadedChunks } from './lazy-component.ts'
import { isOwnError } from './own-error.ts'
import { lookForNews, siteNews } from './site-news.ts'

/** `details` are for bug reports. They say what failed, where and when, and in which browser. */
type Failure = { readonly error: unknown; readonly details: string }

function failureOf(error: unknown): Failure {
  const details = [
    truncate(String(error), MAX_TEXT),
    `Page: ${window.location.pathname}`,
    `Time: ${new Date().toISOString()}`,
    `Browser: ${navigator.userAgent}`,
  ]
  return { error, details: details.join('\n') }
}

type ContainedProps = {
  children: ReactNode
  /** Shown until the code of the children is there. Without it, they come with the app. */
  waiting?: ReactNode
  /** Shown in place of an alert. It is for parts without which the rest of the page works. */
  fallback?: ReactNode
}

/**
 * Contains a part of the page without which the rest works: while it waits for its code, lacks it,
 * or fails to render.
 */
export class Contained extends Component<ContainedProps, { failure: Failure | undefined }> {
  override state: { failure: Failure | undefined } = { failure: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { failure: failureOf(error) }
  }

  override componentDidCatch(error: Error) {
    chunkErrors.get(error)?.()
  }

  override render() {
    const { failure } = this.state
    const { children, waiting, fallback } = this.props
    if (failure === undefined)
      return waiting === undefined ? children : <Awaited fallback={waiting}>{children}</Awaited>
    if (fallback !== undefined) return fallback
    const isChunk = chunkErrors.has(failure.error as Error)
    const message = isChunk ? <WhyNotLoaded /> : 'Something went wrong. Try again or reload.'
    return (
      <FailureAlert
        failure={failure}
        message={message}
        action="Try again"
        onAction={() => this.setState({ failure: undefined })}
      />
    )
  }
}

/**
 * Renders again when a chunk has loaded, because React alone would not show it before the fallback
 * was shown for 300 ms.
 */
function Awaited(props: SuspenseProps) {
  useStore(loadedChunks)
  return <Suspense {...props} />
}

/**
 * Says why a chunk did not load: it is gone with the version it belonged to, or there is no
 * connection, or a login of the company has expired.
 */
function WhyNotLoaded() {
  const news = useStore(siteNews)
  useEffect(() => void lookForNews(), [])
  return news === 'version'
    ? 'A new version is ready. Reload to use it.'
    : 'Part of the app did not load. Check your network or sign in to it, then reload.'
}

/** The last error of an event handler or a promise, which no `Contained` sees. */
const uncaught = createStore<Failure | undefined>(undefined)

/** Records errors that nothing catches, for as long as the page exists. */
export function recordUncaughtErrors(): void {
  window.addEventListener('error', ({ error, filename }) => recordOwnError(error, filename))
  window.addEventListener('unhandledrejection', ({ reason }) => recordOwnError(reason))
}

function recordOwnError(error: unknown, filename?: string): void {
  if (isOwnError(error, filename)) uncaught.set(failureOf(error))
}

/** Says that an action may have failed, while the page is intact. */
export function UncaughtErrorAlert() {
  const failure = useStore(uncaught)
  if (failure === undefined) return null
  return (
    <FailureAlert
      failure={failure}
      message="Something went wrong and your last action may not have worked. Check this page before you continue."
      action="Dismiss"
      onAction={() => uncaught.set(undefined)}
    />
  )
}

type FailureAlertProps = { failure: Failure; message: ReactNode; action: string; onAction: () => void }

/** Shows an error with its details, from which the key is removed. */
function FailureAlert({ failure, message, action, onAction }: FailureAlertProps) {
  const session = use(SessionContext)
  return (
    <Alert message={message} details={redactKey(failure.details, session?.key())}>
      <Button onClick={onAction}>{action}</Button>
      <ReloadButton />
    </Alert>
  )
}
