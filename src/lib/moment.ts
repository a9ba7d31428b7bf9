/**
 * A moment, noted on two clocks. That of the device can be set; `performance.now()` cannot, but may stand still while the
 * device sleeps.
 */
export type Moment = {
  /** Milliseconds since 1970, to be shown. */
  readonly wall: number
  /** On the clock of `performance.now()`; `undefined` where nobody noted it. */
  readonly elapsed: number | undefined
}

export function currentMoment(): Moment {
  return { wall: Date.now(), elapsed: performance.now() }
}

/** Returns how many milliseconds ago it was: what the clock says that has counted more. Never negative. */
export function ageOf({ wall, elapsed }: Moment): number {
  const wallAge = Date.now() - wall
  if (elapsed !== undefined) return Math.max(wallAge, performance.now() - elapsed)
  // A moment that is still to come: the clock was set back, nobody knows by how much.
  return wallAge < 0 ? Infinity : wallAge
}
