/** What the page needs after its first rows, in one chunk. */
export { ChangeWatch } from './ChangeWatch.tsx'
export { EmptyList } from './EmptyList.tsx'
export { ListActions } from './ListActions.tsx'
