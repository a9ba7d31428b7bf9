import { Outlet } from 'react-router'
import { useSessionState } from '#src/session/session-context.ts'
import { hasKeyEnded } from '#src/session/session-state.ts'
import { Contained } from './failures.tsx'
import { lazyComponent } from './lazy-component.ts'

const KeyEndedPage = lazyComponent(() => import('./KeyEndedPage.tsx'))

/**
 * Hides the pages that show what was loaded once the key has ended, because whoever sits here now
 * may not be allowed to see it (services.ts forgets it). What was typed stays.
 */
export function KeyGate() {
  const isKeyEnded = hasKeyEnded(useSessionState())
  return (
    <>
      {isKeyEnded && (
        <Contained waiting={null}>
          <KeyEndedPage />
        </Contained>
      )}
      <div hidden={isKeyEnded}>
        <Outlet />
      </div>
    </>
  )
}
