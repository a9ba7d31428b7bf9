import type { Clock } from './ports.ts'

/** Remembers how long the service asks to be left alone, for all batches that this tab sends. */
export function createBusyService(clock: Pick<Clock, 'elapsed'>) {
  /** On `Clock.elapsed`. */
  let busyUntil = -Infinity
  return {
    /** Notes that the service takes no request for so many seconds. */
    note(seconds: number): void {
      busyUntil = Math.max(busyUntil, clock.elapsed() + 1000 * seconds)
    },

    /** Returns the milliseconds until the service takes requests again, or 0. */
    remaining: (): number => Math.max(0, busyUntil - clock.elapsed()),
  }
}

export type BusyService = ReturnType<typeof createBusyService>
