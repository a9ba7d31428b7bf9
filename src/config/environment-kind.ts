import type { EnvironmentKind } from './config.ts'

/**
 * The shape of each kind, as a path in a view box of 10 by 10. Kinds have a shape, a word and a
 * colour, never a colour alone.
 */
export const SHAPES: Readonly<Record<EnvironmentKind, string>> = {
  production: 'M1 1h8v8H1z',
  staging: 'M5 .6 9.8 9.4H.2z',
  demo: 'M5 0l5 5-5 5-5-5z',
}

/** Says whether a name like "Staging" already says its kind. */
export function nameIncludesKind(name: string, kind: EnvironmentKind): boolean {
  return name.toLowerCase().includes(kind)
}
