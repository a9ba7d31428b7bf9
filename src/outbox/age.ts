import type { Clock } from './ports.ts'

/** A time on both clocks (`Clock`). */
export type Moment = { readonly now: number; readonly elapsed: number }

export function momentOf({ now, elapsed }: Pick<Clock, 'now' | 'elapsed'>): Moment {
  return { now: now(), elapsed: elapsed() }
}

/**
 * Returns how long ago that was, in milliseconds. The wall clock can be set, and the monotonic one
 * stands still in some browsers while the computer sleeps, so the greater age counts.
 */
export function ageOf(moment: Moment, clock: Pick<Clock, 'now' | 'elapsed'>): number {
  return Math.max(Math.abs(clock.now() - moment.now), clock.elapsed() - moment.elapsed)
}
