import { useLayoutEffect, useState } from 'react'
import { buildVersion } from '#src/browser/build-version.ts'
import { reloadIsHeld } from '#src/browser/unsaved-work.ts'
import { configBlock } from '#src/config/config-block.ts'
import { fetchFromSite } from '#src/config/fetch-from-site.ts'
import { createStore } from '#src/lib/create-store.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './VersionNotice.module.css'

/** What the site has, as far as this tab knows, that differs from this page. */
export const siteNews = createStore<'version' | 'configuration' | undefined>(undefined)

/** Compares `version.json` of the site with this page. Says nothing offline, or where the site has no such file. */
export async function lookForNews(): Promise<void> {
  const own = buildVersion()
  if (own === undefined) return
  try {
    const response = await fetchFromSite('version.json')
    const file = (await response.json()) as Partial<Record<string, string | null>>
    if (!response.ok || file['version'] === undefined) return
    const isSameBuild = file['version'] === own.version && (file['commit'] ?? undefined) === own.commit
    // `npm run deploy` writes both.
    const config = configBlock()?.getAttribute('data-hash')
    const isSameConfig = !config || (file['config'] ?? config) === config
    siteNews.set(!isSameBuild ? 'version' : !isSameConfig ? 'configuration' : undefined)
  } catch {
    // Nothing reliable can be said.
  }
}

/** Milliseconds. */
const MIN_INTERVAL = 10 * 60 * 1000

/**
 * Says that the site has another version than this tab, once the tab comes back into sight. Not while a reload would
 * lose something: an import or a POST that is under way, an import that is prepared, a key that is typed.
 */
export function VersionNotice() {
  const news = useStore(siteNews)
  const [closed, setClosed] = useState<typeof news>()
  const isBusy = useStore(reloadIsHeld)
  const session = useSessionState()
  useLayoutEffect(() => {
    let lookedAt = -Infinity
    const look = () => {
      if (document.hidden || Date.now() - lookedAt < MIN_INTERVAL) return
      lookedAt = Date.now()
      void lookForNews()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  // What is typed there would be lost, or a key that only this page has.
  const isSigningIn =
    session.kind === 'signed-out' || (session.kind === 'signed-in' && session.persistence === 'until-reload')
  return (
    <div role="status" data-slot="version" className={`no-print ${styles['place']}`}>
      {news !== undefined && news !== closed && !isBusy && !isSigningIn ? (
        <div className={`row float ${styles['notice']}`}>
          <span>
            {news === 'version' ? 'A new version is ready' : 'The configuration of this site has changed'}
          </span>
          <Button onClick={() => window.location.reload()}>Reload</Button>
          <Button variant="quiet" onClick={() => setClosed(news)}>
            Not now
          </Button>
        </div>
      ) : null}
    </div>
  )
}
