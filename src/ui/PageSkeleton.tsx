import styles from './PageSkeleton.module.css'

/** While a part of the app is on its way. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className={styles['skeleton']}>
      <span className="visually-hidden">Loading…</span>
      <span className={styles['title']} />
      <span className={styles['block']} />
    </div>
  )
}
