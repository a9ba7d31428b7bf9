import type { ListNewsProps } from '#src/pages/pet-list/ListNews.tsx'
import { Contained } from './failures.tsx'
import { lazyComponent } from './lazy-component.ts'

const LoadedListNews = lazyComponent(() => import('#src/pages/pet-list/ListNews.tsx'))

/** Says what is new in the list, with code that is loaded later. The rows stay where they are. */
export function ListNews(props: ListNewsProps) {
  return (
    <Contained waiting={null} fallback={<span>Changes cannot be checked. Reload the page.</span>}>
      <LoadedListNews {...props} />
    </Contained>
  )
}
