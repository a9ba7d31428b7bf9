import { useLayoutEffect, useState } from 'react'
import { reloadIsHeld } from '#src/browser/unsaved-work.ts'
import { ageOf, currentMoment, type Moment } from '#src/lib/moment.ts'
import { useSessionState } from '#src/session/session-context.ts'
import { Button } from '#src/ui/Button.tsx'
import { ReloadButton } from '#src/ui/ReloadButton.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { lookForNews, siteNews } from './site-news.ts'
import styles from './VersionNotice.module.css'

/** The shortest time between two looks at the site, in milliseconds. */
const MIN_INTERVAL = 10 * 60 * 1000

/**
 * Says that the site has another version than this tab, once the tab comes back into sight.
 *
 * It says nothing while a reload would lose something: an import or a POST that is under way, an
 * import that is prepared, a key that is typed.
 */
export function VersionNotice() {
  const news = useStore(siteNews)
  const [closed, setClosed] = useState<typeof news>()
  const isBusy = useStore(reloadIsHeld)
  const session = useSessionState()
  useLayoutEffect(() => {
    let lastLook: Moment | undefined
    const look = () => {
      const isTooSoon = lastLook !== undefined && ageOf(lastLook) < MIN_INTERVAL
      if (document.hidden || isTooSoon) return
      lastLook = currentMoment()
      void lookForNews()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  // A reload would lose the key that is being typed, or a key that only this page has.
  const isSigningIn =
    session.kind === 'signed-out' || (session.kind === 'signed-in' && session.persistence === 'until-reload')
  const isNoticeDue = news !== undefined && news !== closed && !isBusy && !isSigningIn
  const noticeText =
    news === 'version' ? 'A new version is ready' : 'The configuration of this site has changed'
  return (
    <div role="status" data-slot="version" className={`no-print ${styles['place']}`}>
      {isNoticeDue && (
        <div className={`row float ${styles['notice']}`}>
          <span>{noticeText}</span>
          <ReloadButton />
          <Button variant="quiet" onClick={() => setClosed(news)}>
            Not now
          </Button>
        </div>
      )}
    </div>
  )
}
