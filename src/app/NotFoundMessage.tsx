import { PageTitle } from '#src/ui/PageTitle.tsx'
import type { ReactNode } from 'react'
import styles from './MessagePage.module.css'

type NotFoundMessageProps = {
  /** The address as the browser shows it, without the origin. */
  address: string
  /** It is `undefined` outside of any environment. */
  environmentName?: string | undefined
  /** A link to the list. */
  link: ReactNode
}

/** Shown at every address that has no page. */
export function NotFoundMessage({ address, environmentName, link }: NotFoundMessageProps) {
  return (
    <div className={`stack ${styles['page']}`}>
      <PageTitle page="Page not found" environmentName={environmentName} />
      <h1>Page not found</h1>
      <p>
        Nothing at <code>{address}</code>.
      </p>
      <p>{link}</p>
    </div>
  )
}
