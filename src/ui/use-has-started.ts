import { useDeferredValue, useEffect, useState } from 'react'

/** Says whether the app has rendered. */
let hasRendered = false

/**
 * Returns `false` while React hydrates the prerendered page, and `true` from the next rendering on.
 * Show what the build cannot know only when it is `true` (src/bootstrap/README.md).
 */
export function useHasStarted(): boolean {
  const [isFirst] = useState(() => !hasRendered)
  useEffect(() => {
    hasRendered = true
  }, [])
  // The first rendering gets the second argument, and another one follows at once.
  return useDeferredValue(true, !isFirst)
}
