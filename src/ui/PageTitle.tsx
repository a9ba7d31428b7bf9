import { useLayoutEffect } from 'react'

const APP_NAME = 'Petstore Admin'

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
  const title = [page, environmentName, APP_NAME].filter((part) => part !== undefined).join(' · ')
  useLayoutEffect(() => {
    document.title = title
    return () => {
      document.title = APP_NAME
    }
  }, [title])
  return null
}
