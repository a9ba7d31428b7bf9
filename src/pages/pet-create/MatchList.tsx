import type { ReactNode } from 'react'

/** More would not be read; the search and the import page have all of them. */
const MAX_ITEMS = 3

type MatchListProps<T> = {
  items: readonly T[]
  children: (item: T) => ReactNode
}

/** The first of `items`, as list items, and how many more there are. */
export function MatchList<T>({ items, children }: MatchListProps<T>) {
  const more = items.length - MAX_ITEMS
  return (
    <>
      <ul>{items.slice(0, MAX_ITEMS).map((item) => children(item))}</ul>
      {more > 0 ? <p>and {more} more</p> : null}
    </>
  )
}
