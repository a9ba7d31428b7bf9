import { PageTitle } from '#src/ui/PageTitle.tsx'
import type { ReactNode } from 'react'
import styles from './MessagePage.module.css'

type NotFoundMessageProps = {
  /** As the browser shows it, without the origin. */
  address: string
  /** `undefined` outside of any environment. */
  environmentName?: string | undefined
  /** Leads to the list. */
  link: ReactNode
}

/** What every address shows that is no page. */
export function NotFoundMessage({ address, environmentName, link }: NotFoundMessageProps) {
  const title = ['Page not found', environmentName, 'Petstore Admin'].filter(Boolean).join(' · ')
  return (
    <div className={`stack ${styles['page']}`}>
      <PageTitle>{title}</PageTitle>
      <h1>Page not found</h1>
      <p>
        Nothing at <code>{address}</code>.
      </p>
      <p>{link}</p>
    </div>
  )
}
