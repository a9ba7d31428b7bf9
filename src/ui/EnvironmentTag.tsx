import styles from './EnvironmentTag.module.css'

type Kind = 'production' | 'staging' | 'demo'

/** Each kind has its word, its shape and its colour; colour alone never tells them apart. */
export function EnvironmentTag({ name, kind }: { name: string; kind: Kind }) {
  const saysKind = name.toLowerCase().includes(kind)
  return (
    <span className={styles['tag']} data-kind={kind}>
      <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
        <path d={SHAPES[kind]} />
      </svg>
      <span className={styles['name']}>{name}</span>
      {saysKind ? null : <span className={styles['kind']}>{kind}</span>}
    </span>
  )
}

const SHAPES: Record<Kind, string> = {
  production: 'M1 1h8v8H1z',
  staging: 'M5 .6 9.8 9.4H.2z',
  demo: 'M5 0l5 5-5 5-5-5z',
}
