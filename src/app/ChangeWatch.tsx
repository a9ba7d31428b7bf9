import type { ChangeWatchProps } from '#src/pages/pet-list/ChangeWatch.tsx'
import { Contained } from './failures.tsx'
import { lazyComponent } from './lazy-component.ts'

const LoadedChangeWatch = lazyComponent(() => import('#src/pages/pet-list/ChangeWatch.tsx'))

/** Watches the list for changes, with code that is loaded later. The rows stay where they are. */
export function ChangeWatch(props: ChangeWatchProps) {
  return (
    <Contained fallback={<span>Changes cannot be checked. Reload the page.</span>}>
      <LoadedChangeWatch {...props} />
    </Contained>
  )
}
