import { useDeferredValue, useEffect, useState } from 'react'

/** It is `true` once the app has rendered something. */
let hasRendered = false

/**
 * Returns `false` in the first rendering of the app, which hydrates a page that the build has
 * rendered, and `true` soon after it, and everywhere else. What the build cannot know, and the
 * inline script does not fill in, waits for it (src/bootstrap/README.md).
 */
export function useHasStarted(): boolean {
  const [isStart] = useState(() => !hasRendered)
  useEffect(() => {
    hasRendered = true
  }, [])
  return useDeferredValue(true, !isStart)
}
