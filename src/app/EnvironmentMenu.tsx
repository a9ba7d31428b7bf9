import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import { EnvironmentTag } from '#src/config/EnvironmentTag.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useHasStarted } from '#src/ui/use-has-started.ts'
import styles from './Header.module.css'

/**
 * Names the environment, and links to the same page of the others. These links come after the page
 * can be used, because nobody has opened the menu before.
 */
export function EnvironmentMenu() {
  const { name, kind, others } = useEnvironment()
  const list = useId()
  const hasStarted = useHasStarted()
  const { pathname } = useLocation()
  const tag = <EnvironmentTag name={name} kind={kind} />
  if (others.length === 0) return tag
  // An ID names a different pet in each environment, so the page of a pet leads to the list.
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
        {hasStarted && (
          <ul>
            {others.map((other) => (
              <li key={other.id}>
                <Link to={`/${other.id}/${page}`}>
                  <EnvironmentTag name={other.name} kind={other.kind} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
