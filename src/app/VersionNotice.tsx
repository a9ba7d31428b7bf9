import { useLayoutEffect, useState } from 'react'
import { buildVersion } from '#src/browser/build-version.ts'
import { reloadIsDeferred } from '#src/browser/warn-before-unload.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'
import { Button } from '#src/ui/Button.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './VersionNotice.module.css'

/** Milliseconds. */
const MIN_INTERVAL = 10 * 60 * 1000

/**
 * Says that the site has another version than this tab, once the tab comes back into sight. Not while a reload would
 * lose something: an import or a POST that is under way, an import that is prepared, a key that is typed.
 */
export function VersionNotice() {
  const isOutdated = useIsOutdated()
  const isBusy = useStore(reloadIsDeferred)
  const session = useSessionState()
  // What is typed there would be lost, or a key that only this page has.
  const isSigningIn =
    session.kind === 'signed-out' || (session.kind === 'signed-in' && session.persistence === 'until-reload')
  return (
    <div role="status" data-slot="version" className={styles['place']}>
      {isOutdated && !isBusy && !isSigningIn ? (
        <div className={styles['notice']}>
          <span>A new version is ready</span>
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </div>
      ) : null}
    </div>
  )
}

function useIsOutdated(): boolean {
  const [isOutdated, setIsOutdated] = useState(false)
  useLayoutEffect(() => {
    let lookedAt = -Infinity
    const look = async () => {
      if (document.hidden || Date.now() - lookedAt < MIN_INTERVAL) return
      lookedAt = Date.now()
      const current = await fetchVersion()
      if (current !== undefined) setIsOutdated(current !== versionOfTab())
    }
    const onVisible = () => void look()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
  return isOutdated
}

/** As in `fetchVersion`. */
function versionOfTab(): string | undefined {
  const own = buildVersion()
  return own && JSON.stringify([own.version, own.commit ?? null])
}

/** `undefined` where nothing reliable can be said: offline, or a site without the file. */
async function fetchVersion(): Promise<string | undefined> {
  if (versionOfTab() === undefined) return undefined
  try {
    const response = await fetch(`${BASE_PATH}version.json`, { cache: 'no-store', credentials: 'omit' })
    const file: unknown = response.ok ? await response.json() : undefined
    if (typeof file !== 'object' || file === null || !('version' in file) || !('commit' in file))
      return undefined
    return JSON.stringify([file.version, file.commit])
  } catch {
    return undefined
  }
}
