import type { ReactNode } from 'react'
import styles from './TextField.module.css'

export function FieldError({ id, error }: { id: string; error: ReactNode }) {
  if (error === undefined) return null
  return (
    <p id={id} className={styles['error']}>
      <span className="visually-hidden">Error: </span>
      {error}
    </p>
  )
}
