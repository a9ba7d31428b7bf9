import { useLayoutEffect } from 'react'
import { pageTitle } from '#src/lib/page-title.ts'

type PageTitleProps = {
  /** The name of the page. */
  page: string
  /** It is `undefined` outside of any environment. */
  environmentName?: string | undefined
}

/**
 * Sets the text of the title in index.html, because a `<title>` that React renders would be a
 * second one. Between two pages the title is the name of the app.
 */
export function PageTitle({ page, environmentName }: PageTitleProps) {
  const title = pageTitle(page, environmentName)
  useLayoutEffect(() => {
    // The inline script has set that of the list already, and setting it again takes a slow device
    // 10 ms.
    if (document.title !== title) document.title = title
    return () => {
      document.title = pageTitle()
    }
  }, [title])
  return null
}
