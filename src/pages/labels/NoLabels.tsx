import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useEnvironment } from '#src/config/environment-context.ts'
import styles from './LabelsPage.module.css'

export function NoLabels({ children }: { children: ReactNode }) {
  const { id } = useEnvironment()
  return (
    <div className={styles['empty']}>
      <p>{children}</p>
      <p className="small">Select “Print labels” below the list of pets, or “Print label” at one pet.</p>
      <Link to={`/${id}/pets`}>Go to pets</Link>
    </div>
  )
}
