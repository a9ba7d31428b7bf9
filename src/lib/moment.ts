/**
 * A moment, noted on two clocks. The clock of the device can be set. `performance.now()` cannot,
 * but may stand still while the device sleeps.
 */
export type Moment = {
  /** The time to show, in milliseconds since 1970. */
  readonly wall: number
  /** The time on the clock of `performance.now()`, or `undefined` when nobody noted it. */
  readonly elapsed: number | undefined
}

export function currentMoment(): Moment {
  return { wall: Date.now(), elapsed: performance.now() }
}

/**
 * Returns how many milliseconds ago the moment was, by the clock that has counted more. The result
 * is never negative.
 */
export function ageOf({ wall, elapsed }: Moment): number {
  const wallAge = Date.now() - wall
  if (elapsed !== undefined) return Math.max(wallAge, performance.now() - elapsed)
  // If the moment is still to come, the clock was set back, and nobody knows by how much.
  return wallAge < 0 ? Infinity : wallAge
}
