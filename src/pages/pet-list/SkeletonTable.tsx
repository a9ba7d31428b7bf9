import styles from './SkeletonTable.module.css'

/** Rows of the final height, so that nothing shifts when the pets arrive. */
export function SkeletonTable({ rows }: { rows: number }) {
  return (
    <div className={styles['skeleton']}>
      <span className="visually-hidden">Loading pets…</span>
      {Array.from({ length: rows }, (_, index) => (
        // These rows have no other identity.
        <div key={index} data-slot="skeleton-row" className={styles['row']}>
          <span />
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
