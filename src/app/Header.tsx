import { type ReactNode, useId, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import type { Environment } from '#src/config/config.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { importActivityOf } from '#src/outbox/import-activity.ts'
import { isRunning } from '#src/outbox/run-state.ts'
import { useSession } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { EnvironmentTag } from '#src/config/EnvironmentTag.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './Header.module.css'
import { chooseThemeAfter, storedTheme } from './theme.ts'

type HeaderProps = {
  /**
   * It is `undefined` while signed out, when there are no pages to go to and nothing to sign out
   * of.
   */
  onFind: (() => void) | undefined
  onShowShortcuts: () => void
}

export function Header({ onFind, onShowShortcuts }: HeaderProps) {
  const environment = useEnvironment()
  const session = useSession()
  const activity = useStore(importActivityOf(environment))
  const [theme, setTheme] = useState(storedTheme)
  const menu = useId()
  const { pathname } = useLocation()
  const list = `/${environment.id}/pets`
  const isActive = activity !== undefined && isRunning(activity.run)
  const { done, total } = activity?.progress ?? { done: 0, total: 0 }
  return (
    <Banner kind={environment.kind}>
      {onFind === undefined ? null : (
        <nav aria-label="Main" className={`row gap-1 no-print ${styles['nav']}`}>
          {/* The page of one pet belongs to the list. The other pages below it have links of
              their own. */}
          <NavLink to={list} end={!/\/pets\/-?\d+$/.test(pathname)}>
            Pets
          </NavLink>
          <NavLink to={`/${environment.id}/overview`}>Overview</NavLink>
          <NavLink to={`${list}/new`}>Add pet</NavLink>
          <NavLink to={`${list}/import`}>Import</NavLink>
        </nav>
      )}
      <div className={`row gap-1 ${styles['end']}`}>
        <EnvironmentMenu />
        {/* The buttons come after the name of the environment, because that name arrives later
            and would move whatever is before it. */}
        {onFind === undefined ? null : (
          <button
            type="button"
            className={styles['find']}
            aria-label="Find a pet"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={onFind}
          >
            <Icon name="search" />
            <span>Find a pet</span>
          </button>
        )}
        <button type="button" className={styles['tool']} popoverTarget={menu} aria-label="Menu">
          <Icon name="menu" />
        </button>
        {/* The menu is a popover on a phone, and inline on anything wider (Header.module.css). */}
        <div id={menu} popover="auto" className={`float ${styles['menu']}`}>
          {!(isActive || done < total) || pathname === `${list}/import` ? null : (
            <Link to={`${list}/import`} className={`no-print ${styles['import']}`}>
              {isActive ? 'Importing' : 'Import paused at'} {formatNumber(done)} of {formatNumber(total)}
            </Link>
          )}
          <Tool label="Keyboard shortcuts" onClick={onShowShortcuts}>
            <kbd aria-hidden="true">?</kbd>
          </Tool>
          <Tool label={`Theme: ${theme}`} onClick={() => setTheme(chooseThemeAfter(theme))}>
            <Icon name="theme" />
          </Tool>
          {onFind === undefined ? null : (
            <Button data-slot="sign-out" variant="quiet" icon="signOut" onClick={() => session.signOut()}>
              Sign out
            </Button>
          )}
        </div>
      </div>
    </Banner>
  )
}

/**
 * Renders the bar at the top. Without children it is that of a page that belongs to no environment.
 */
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

/** Shows the name of the environment, and links to the same page of the others. */
function EnvironmentMenu() {
  const { name, kind, others } = useEnvironment()
  const list = useId()
  const { pathname } = useLocation()
  const tag = <EnvironmentTag name={name} kind={kind} />
  if (others.length === 0) return tag
  // An ID names another pet elsewhere, so the page of a pet leads to the list.
  const page = /\/(pets\/new|pets\/import|overview)$/.exec(pathname)?.[1] ?? 'pets'
  return (
    <>
      <button
        type="button"
        data-slot="environment-menu"
        className={styles['environment']}
        popoverTarget={list}
      >
        {tag}
        <span className="visually-hidden">, change environment</span>
        <Icon name="chevron" />
      </button>
      <div
        id={list}
        data-slot="environments"
        popover="auto"
        className={`float menu ${styles['environments']}`}
      >
        <ul>
          {others.map((other) => (
            <li key={other.id}>
              <Link to={`/${other.id}/${page}`}>
                <EnvironmentTag name={other.name} kind={other.kind} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
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
