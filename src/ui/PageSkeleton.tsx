import styles from './PageSkeleton.module.css'

/** Shown while the code of a page is loading. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className={styles['skeleton']}>
      <span className="visually-hidden">Loading…</span>
      <span className={styles['title']} />
      <span className={styles['block']} />
    </div>
  )
}
