import { QueryClientProvider, useIsFetching } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { EnvironmentContext } from '#src/config/environment-context.ts'
import { findDialog } from '#src/pets/find-dialog.ts'
import { PetstoreContext } from '#src/pets/petstore-context.ts'
import { KeyPersistenceNotice } from '#src/session/KeyPersistenceNotice.tsx'
import { SessionContext } from '#src/session/session-context.ts'
import { AlertSupport, type SupportPart } from '#src/ui/Alert.tsx'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { PageSkeleton } from '#src/ui/PageSkeleton.tsx'
import styles from './EnvironmentLayout.module.css'
import { ContainedPart, ErrorBoundary } from './ErrorBoundary.tsx'
import { Header } from './Header.tsx'
import {
  FindPet,
  NoDemoPage,
  RequestSupport,
  ShortcutsDialog,
  SignIn,
  SignInAgainDialog,
} from './lazy-pages.ts'
import { UncaughtErrorAlert } from './UncaughtErrorAlert.tsx'
import { VersionNotice } from './VersionNotice.tsx'
import { preload } from './lazy-component.ts'
import { useFocusFallback } from './use-focus-fallback.ts'
import { useRouteAnnouncer } from './use-route-announcer.ts'
import type { EnvironmentServices, Services } from './services.ts'
import { useShortcuts } from './shortcuts.ts'

type EnvironmentLayoutProps = { services: Services; current: EnvironmentServices }

/** What all pages of one environment share: services, header, and the sign-in view while there is no key. */
export function EnvironmentLayout({ services, current }: EnvironmentLayoutProps) {
  const { environment, session, petstore, queryClient } = current
  return (
    <EnvironmentContext value={environment}>
      <SessionContext value={session}>
        <PetstoreContext value={petstore}>
          <AlertSupport value={supportFor}>
            <QueryClientProvider client={queryClient}>
              <Shell services={services} current={current} />
            </QueryClientProvider>
          </AlertSupport>
        </PetstoreContext>
      </SessionContext>
    </EnvironmentContext>
  )
}

const closeFind = () => findDialog.set(undefined)

/** An alert says all that matters without it. */
const supportFor = (error: unknown, part: SupportPart) => (
  <ContainedPart fallback={null}>
    <RequestSupport error={error} part={part} />
  </ContainedPart>
)

function Shell({ services: { config, demo }, current: { environment, session } }: EnvironmentLayoutProps) {
  const state = useStore(session)
  const [helpShown, setHelpShown] = useState(false)
  const showHelp = useCallback(() => setHelpShown(true), [])
  const { pathname } = useLocation()
  const noDemo = environment.kind === 'demo' && demo === undefined
  const signedOut = state.kind === 'signed-out'
  const { announcement, onRendered } = useRouteAnnouncer(signedOut ? 'sign in' : '')
  const demoKey = environment.kind === 'demo' ? demo?.key : undefined
  const typed = useStore(findDialog)
  const mayFind = !signedOut && !noDemo
  const isLocked = state.isPrompting === false
  const openFind = useCallback(() => (isLocked ? session.prompt() : findDialog.set('')), [isLocked, session])
  useShortcuts(environment.id, showHelp, mayFind ? openFind : undefined)
  // The dialog belongs to the page over which it was opened: another one gets the focus as soon as it is there.
  const [opened, setOpened] = useState({ typed, page: pathname })
  if (opened.typed !== typed) setOpened({ typed, page: pathname })
  const findPage = mayFind && !isLocked ? pathname : undefined
  useEffect(() => (findPage === undefined ? undefined : closeFind), [findPage])
  usePreload(!signedOut)
  const main = useRef<HTMLElement>(null)
  useFocusFallback(main)

  return (
    <>
      <a
        href="#main"
        data-slot="skip-link"
        className={styles['skip']}
        onClick={(event) => {
          // A fragment would be part of the address, which holds the state of the page.
          event.preventDefault()
          document.querySelector<HTMLElement>('#main')?.focus()
        }}
      >
        Skip to main content
      </a>
      <Header
        environment={environment}
        environments={config.environments}
        onSignOut={mayFind ? () => session.signOut() : undefined}
        onFind={mayFind ? openFind : undefined}
        onShowShortcuts={showHelp}
      />
      <main ref={main} id="main" tabIndex={-1} className={styles['main']}>
        <KeyPersistenceNotice />
        <UncaughtErrorAlert />
        <ErrorBoundary key={`${pathname} ${signedOut}`}>
          <Suspense fallback={<PageSkeleton />}>
            {noDemo ? (
              <NoDemoPage />
            ) : signedOut ? (
              <SignIn demoKey={demoKey} environments={config.environments} />
            ) : (
              <Outlet />
            )}
            <Rendered onRendered={onRendered} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <LiveRegion text={announcement} />
      <VersionNotice />
      {/* Outside of main: a page that fails must not take the dialogs with it. */}
      {/* Each with its own boundaries: one that waits for its code, or lacks it, must not take another with it. */}
      {typed !== undefined && findPage === opened.page ? (
        // Open before its code is there: what is typed by now is not meant for the page.
        <Modal title="Find a pet" size="wide" onClose={closeFind}>
          <ErrorBoundary>
            <Suspense
              fallback={
                <input
                  aria-label="Name, category or ID"
                  className="input"
                  defaultValue={typed}
                  onChange={(event) => findDialog.set(event.target.value)}
                />
              }
            >
              <FindPet typed={typed} onClose={closeFind} />
            </Suspense>
          </ErrorBoundary>
        </Modal>
      ) : null}
      <ContainedPart>
        {helpShown ? (
          <ShortcutsDialog environmentId={environment.id} onClose={() => setHelpShown(false)} />
        ) : null}
      </ContainedPart>
      <ContainedPart>
        {state.kind === 'key-ended' && state.isPrompting ? <SignInAgainDialog demoKey={demoKey} /> : null}
      </ContainedPart>
      {environment.kind === 'demo' && demo !== undefined ? <demo.Panel /> : null}
    </>
  )
}

/** Beside a page whose code may still be loading: calls once it is rendered. */
function Rendered({ onRendered }: { onRendered: () => (() => void) | undefined }) {
  useEffect(onRendered, [onRendered])
  return null
}

/** Once the first page is rendered and no request is under way. */
function usePreload(signedIn: boolean): void {
  const isQuiet = useIsFetching() === 0
  useEffect(() => {
    if (!signedIn || !isQuiet) return
    const timer = setTimeout(preload, 1000)
    return () => clearTimeout(timer)
  }, [signedIn, isQuiet])
}
