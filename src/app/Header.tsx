import { type ReactNode, useId, useState } from 'react'
import { FIND_KEYS } from '#src/browser/find-keys.ts'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { useSession } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useHasStarted } from '#src/ui/use-has-started.ts'
import { EnvironmentMenu } from './EnvironmentMenu.tsx'
import styles from './Header.module.css'
import { ImportLink } from './ImportLink.tsx'
import { MainNavigation } from './MainNavigation.tsx'
import { chooseThemeAfter, storedTheme } from './theme.ts'

type HeaderProps = {
  /**
   * It is `undefined` while signed out, when there are no pages to go to and nothing to sign out
   * of.
   */
  onFind: (() => void) | undefined
  onShowHelp: () => void
}

export function Header({ onFind, onShowHelp }: HeaderProps) {
  const { kind } = useEnvironment()
  const session = useSession()
  const [theme, setTheme] = useState(storedTheme)
  const themeLabel = `Theme: ${useHasStarted() ? theme : 'system'}`
  const menu = useId()
  const isSignedIn = onFind !== undefined
  return (
    <Banner kind={kind}>
      {isSignedIn && <MainNavigation />}
      <div className={`row gap-1 ${styles['end']}`}>
        <EnvironmentMenu />
        {/* It stands after the name of the environment, which arrives later and would move what is
            before it. */}
        {isSignedIn && (
          <button
            type="button"
            className={styles['find']}
            aria-label="Find a pet"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={onFind}
          >
            <Icon name="search" />
            {/* The style sheet shows the keys. As text, they would not be in the button's name. */}
            <span data-keys={FIND_KEYS}>Find a pet</span>
          </button>
        )}
        <button type="button" className={styles['tool']} popoverTarget={menu} aria-label="Menu">
          <Icon name="menu" />
        </button>
        {/* It is a popover on a phone, and inline on anything wider (Header.module.css). */}
        <div id={menu} popover="auto" className={`float ${styles['menu']}`}>
          <ImportLink />
          <Tool label="Help" onClick={onShowHelp}>
            <kbd aria-hidden="true">?</kbd>
          </Tool>
          <Tool label={themeLabel} onClick={() => setTheme(chooseThemeAfter(theme))}>
            <Icon name="theme" />
          </Tool>
          {isSignedIn && (
            <Button data-slot="sign-out" variant="quiet" icon="signOut" onClick={() => session.signOut()}>
              Sign out
            </Button>
          )}
        </div>
      </div>
    </Banner>
  )
}

/** A page that belongs to no environment has the banner alone. */
export function Banner({ kind, children }: { kind?: Environment['kind']; children?: ReactNode }) {
  return (
    <header data-slot="header" className={styles['header']} data-kind={kind}>
      <div className={`row ${styles['bar']}`}>
        <span className={`row ${styles['brand']}`}>
          <span>Petstore Admin</span>
        </span>
        {children}
      </div>
    </header>
  )
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles['tool']} aria-label={label} title={label} onClick={onClick}>
      {children}
      <span>{label}</span>
    </button>
  )
}
