import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { isComposing } from '#src/lib/is-composing.ts'
import { announceFilledFields } from '#src/browser/filled-fields.ts'
import { EnvironmentContext } from '#src/config/environment-context.ts'
import { findDialog } from '#src/find-pet/find-dialog.ts'
import { petListPath } from '#src/lib/paths.ts'
import { pendingTextNames } from '#src/outbox/pending-pets.ts'
import { PetstoreContext } from '#src/pets/petstore-context.ts'
import { KnownPetsContext } from '#src/pets/queries/known-pets.ts'
import { KeyPersistenceNotice } from '#src/session/KeyPersistenceNotice.tsx'
import { SessionContext, useSessionState } from '#src/session/session-context.ts'
import { canShowPets, isAskingForKey } from '#src/session/session-state.ts'
import { AlertSupport, type SupportPart } from '#src/ui/Alert.tsx'
import { EXACT_TEXT } from '#src/ui/exact-text.ts'
import { LiveRegion } from '#src/ui/LiveRegion.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { PageSkeleton } from '#src/ui/PageSkeleton.tsx'
import styles from './EnvironmentLayout.module.css'
import { Arrival } from './Arrival.tsx'
import { Contained, UncaughtErrorAlert } from './failures.tsx'
import { Header } from './Header.tsx'
import { lazyComponent, Preload } from './lazy-component.ts'
import type { EnvironmentServices, Services } from './services.ts'
import { useShortcuts } from './shortcuts.ts'
import { useFocusFallback } from './use-focus-fallback.ts'
import { VersionNotice } from './VersionNotice.tsx'

const RequestSupport = lazyComponent(() => import('./RequestSupport.tsx'))
const FindPet = lazyComponent(() => import('#src/find-pet/FindPet.tsx'))
const SignIn = lazyComponent(() => import('#src/session/SignIn.tsx'))
const SignInAgainDialog = lazyComponent(() => import('#src/session/SignInAgainDialog.tsx'))
const NoDemoPage = lazyComponent(() => import('./NoDemoPage.tsx'))
const HelpDialog = lazyComponent(() => import('./HelpDialog.tsx'))
const PendingPets = lazyComponent(() => import('./PendingPets.tsx'))

/**
 * Shows nothing when its code cannot be loaded, because an alert says all that matters without it.
 */
const supportFor = (error: unknown, part: SupportPart) => (
  <Contained waiting={null} fallback={null}>
    <RequestSupport error={error} part={part} />
  </Contained>
)

type EnvironmentLayoutProps = { services: Services; current: EnvironmentServices }

/**
 * Provides what all pages of one environment share: services, header, and the sign-in view while
 * there is no key.
 */
export function EnvironmentLayout({ services, current }: EnvironmentLayoutProps) {
  const { environment, session, petstore, queryClient, knownPets } = current
  const { kind, demo } = environment
  const isDemoMissing = kind === 'demo' && demo === undefined
  const state = useStore(session)
  const isSignedOut = state.kind === 'signed-out'
  const { pathname } = useLocation()
  const [announcement, setAnnouncement] = useState('')
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const showHelp = () => setIsHelpOpen(true)
  const mayFind = !isSignedOut && !isDemoMissing
  // The list comes with the app. React would hydrate it last if it was in a Suspense.
  const isList = mayFind && pathname === petListPath(environment.id)
  // Signing in and out replace the page in place.
  const page = `${pathname} ${isSignedOut}`
  const isLocked = state.kind === 'locked'
  // While the key is asked for, this gives the focus to the dialog that asks.
  const openFind = () => {
    if (canShowPets(state)) findDialog.notify('')
    else session.prompt()
  }
  const onFind = mayFind ? openFind : undefined
  useShortcuts(environment.id, showHelp, onFind)
  const main = useRef<HTMLElement>(null)
  useFocusFallback(main)
  useEffect(() => announceFilledFields(), [])

  return (
    <EnvironmentContext value={environment}>
      <SessionContext value={session}>
        <PetstoreContext value={petstore}>
          <KnownPetsContext value={knownPets}>
            <AlertSupport value={supportFor}>
              <QueryClientProvider client={queryClient}>
                <a
                  href="#main"
                  data-slot="skip-link"
                  className={styles['skip']}
                  onClick={(event) => {
                    // Following the link would put a fragment into the address, which holds the
                    // state of the page.
                    event.preventDefault()
                    document.querySelector<HTMLElement>('#main')?.focus()
                  }}
                >
                  Skip to main content
                </a>
                <Header onFind={onFind} onShowHelp={showHelp} />
                <main ref={main} id="main" tabIndex={-1} className={styles['main']}>
                  <KeyPersistenceNotice />
                  <UncaughtErrorAlert />
                  <Contained key={page} waiting={isList ? undefined : <PageSkeleton />}>
                    {currentPage(isDemoMissing, isSignedOut)}
                    <Arrival services={services} announce={setAnnouncement} />
                  </Contained>
                </main>
                <LiveRegion text={announcement} />
                <VersionNotice />
                {!isSignedOut && <Preload />}
                <PendingPetsIfAny services={services} />
                {/* Outside of main, and each with its own boundaries: one that fails must not take
                    another with it. */}
                {mayFind && !isLocked && <FindDialog key={pathname} />}
                {isHelpOpen && (
                  <Contained waiting={null}>
                    <HelpDialog onClose={() => setIsHelpOpen(false)} />
                  </Contained>
                )}
                {isAskingForKey(state) && (
                  <Contained waiting={null}>
                    <SignInAgainDialog />
                  </Contained>
                )}
                {demo && <demo.Panel />}
              </QueryClientProvider>
            </AlertSupport>
          </KnownPetsContext>
        </PetstoreContext>
      </SessionContext>
    </EnvironmentContext>
  )
}

/**
 * Loads the code of the outbox only if there are pets that were pressed before the page was loaded.
 * They are written down whether or not somebody is signed in.
 */
function PendingPetsIfAny({ services }: { services: Services }) {
  const [hasPendingPets] = useState(() => pendingTextNames().length > 0)
  // The prerendered page has no such component, so the first render must not have it either.
  const isRendered = useDeferredValue(hasPendingPets, false)
  if (!isRendered) return null
  return (
    <Contained waiting={null} fallback={null}>
      <PendingPets services={services} />
    </Contained>
  )
}

/** Returns the page of the address, or what takes its place. */
function currentPage(isDemoMissing: boolean, isSignedOut: boolean): ReactNode {
  if (isDemoMissing) return <NoDemoPage />
  if (isSignedOut) return <SignIn />
  return <Outlet />
}

/**
 * Belongs to the page over which it was opened: another one gets the focus as soon as it is there.
 */
function FindDialog() {
  const mayShowPets = canShowPets(useSessionState())
  const [text, setText] = useState<string>()
  /** Enter was pressed before the code of the dialog was there, which then opens what is found. */
  const [isEntered, setIsEntered] = useState(false)
  useEffect(() => findDialog.subscribe(setText), [])
  const close = () => {
    setText(undefined)
    setIsEntered(false)
  }
  // Once the key has ended, the dialog is hidden, and comes back with its text after signing in.
  if (text === undefined || !mayShowPets) return null
  return (
    // The dialog opens before its code is there, because what is typed by then is not meant for the
    // page.
    <Modal title="Find a pet" size="wide" onClose={close}>
      <Contained
        waiting={
          <TextInput
            {...EXACT_TEXT}
            aria-label="Name, category or ID"
            className="input"
            value={text}
            // Keys that are pressed after Enter are meant for the pet that it opens.
            readOnly={isEntered}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={({ key, nativeEvent }) => {
              if (key === 'Enter' && !isComposing(nativeEvent)) setIsEntered(text.trim() !== '')
            }}
          />
        }
      >
        <FindPet
          text={text}
          isEntered={isEntered}
          onEnterUsed={() => setIsEntered(false)}
          onTextChange={setText}
          onClose={close}
        />
      </Contained>
    </Modal>
  )
}
