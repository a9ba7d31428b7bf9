import type { EnvironmentKind } from './config.ts'
import { nameIncludesKind, SHAPES } from './environment-kind.ts'
import styles from './EnvironmentTag.module.css'

export function EnvironmentTag({ name, kind }: { name: string; kind: EnvironmentKind }) {
  return (
    <span data-slot="environment" className={`tag row ${styles['tag']}`} data-kind={kind}>
      <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
        <path data-slot="environment-shape" d={SHAPES[kind]} />
      </svg>
      <span className={`cut ${styles['name']}`}>{name}</span>
      <span data-slot="environment-kind" className={styles['kind']} hidden={nameIncludesKind(name, kind)}>
        {kind}
      </span>
    </span>
  )
}
