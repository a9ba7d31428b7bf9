import { BASE_PATH } from '#src/lib/base-path.ts'
import layoutStyles from './EnvironmentLayout.module.css'
import { NotFoundMessage } from './NotFoundMessage.tsx'

/**
 * Shown when a host serves the page outside of the base path. The router knows only addresses below
 * that path, and would show nothing.
 */
export function ElsewherePage() {
  const { pathname, search } = window.location
  return (
    <main className={layoutStyles['main']}>
      <NotFoundMessage address={pathname + search} link={<a href={BASE_PATH}>Go to pets</a>} />
    </main>
  )
}
