import { type Kind, nameIncludesKind, SHAPES } from './environment-kind.ts'
import styles from './EnvironmentTag.module.css'

export function EnvironmentTag({ name, kind }: { name: string; kind: Kind }) {
  return (
    <span className={styles['tag']} data-kind={kind}>
      <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
        <path d={SHAPES[kind]} />
      </svg>
      <span className={styles['name']}>{name}</span>
      <span className={styles['kind']} hidden={nameIncludesKind(name, kind)}>
        {kind}
      </span>
    </span>
  )
}
