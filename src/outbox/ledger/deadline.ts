/** How often the disk is asked for a sign of life before it counts as broken. */
const LOOKS = 5

/** The number of looks after which a transaction is given up although the disk answers others. */
const MAX_LOOKS = 60

/**
 * Waits for the next answer to a transaction. `expired` rejects, after `onExpired` was called, once
 * the disk counts as broken:
 *
 * - Nothing has answered within `deadlineMs`, neither the transaction nor a probe. A transaction
 *   alone says too little, because it waits for those of other tabs before it begins.
 * - The transaction has had no answer for twelve times as long.
 *
 * We count looks, and do not measure time, so that a page which was busy itself hears the answers
 * that it has missed before it judges the disk.
 *
 * @param probe asks the disk for something that waits for no transaction; a failure is an answer
 */
export function startDeadline(deadlineMs: number, probe: () => Promise<unknown>, onExpired: () => void) {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  expired.catch(() => undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  let looks = 0
  let looksWithoutSign = 0
  let isProbing = false

  function wait(): void {
    clearTimeout(timer)
    timer = setTimeout(look, deadlineMs / LOOKS)
  }

  function look(): void {
    looks += 1
    looksWithoutSign += 1
    if (looksWithoutSign === LOOKS || looks === MAX_LOOKS) {
      onExpired()
      reject(new Error(`no answer at ${looks} looks`))
      return
    }
    void askForSign()
    wait()
  }

  async function askForSign(): Promise<void> {
    if (isProbing) return
    isProbing = true
    await probe().catch(() => undefined)
    isProbing = false
    looksWithoutSign = 0
  }

  /** The transaction has had an answer. */
  function restart(): void {
    looks = 0
    looksWithoutSign = 0
    wait()
  }

  restart()
  return { expired, restart, clear: () => clearTimeout(timer) }
}
