import styles from './SkeletonTable.module.css'

/** Rows of the real height, so that nothing shifts when the pets come. */
export function SkeletonTable({ rows }: { rows: number }) {
  return (
    <div className={styles['skeleton']}>
      <span className="visually-hidden">Loading pets…</span>
      {Array.from({ length: rows }, (_, index) => (
        // Rows without identity: they differ by nothing but their place.
        <div key={index} className={styles['row']}>
          <span />
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
