const MINUTE = 60_000

/**
 * Runs `check` a minute after `last` (milliseconds since 1970), and a minute after each check began; never two at once.
 *
 * @returns how to stop, which also aborts a check that is under way.
 */
export function checkEveryMinute(check: (signal: AbortSignal) => Promise<void>, last: number): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout>

  const run = async () => {
    const began = Date.now()
    // A check that fails is as if there had been none.
    await check(signal).catch(() => undefined)
    if (!signal.aborted) wait(began)
  }
  const wait = (since: number) => {
    // Clocks are set back at times.
    timer = setTimeout(() => void run(), Math.min(MINUTE, Math.max(0, since + MINUTE - Date.now())))
  }

  wait(last)
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}
