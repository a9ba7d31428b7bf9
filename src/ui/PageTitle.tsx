import { useLayoutEffect } from 'react'

/**
 * Sets the text of the title in index.html, because a `<title>` that React renders would be a
 * second one. Between two pages the title is the name of the app.
 */
export function PageTitle({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = children
    return () => {
      document.title = 'Petstore Admin'
    }
  }, [children])
  return null
}
