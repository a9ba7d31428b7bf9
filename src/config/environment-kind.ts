/** Each kind of environment has its word, its shape and its colour; colour alone never tells them apart. */
export type Kind = 'production' | 'staging' | 'demo'

/** A path in a view box of 10 by 10. */
export const SHAPES: Readonly<Record<Kind, string>> = {
  production: 'M1 1h8v8H1z',
  staging: 'M5 .6 9.8 9.4H.2z',
  demo: 'M5 0l5 5-5 5-5-5z',
}

/** A name like "Staging" needs no word of its kind beside it. */
export function nameIncludesKind(name: string, kind: Kind): boolean {
  return name.toLowerCase().includes(kind)
}
