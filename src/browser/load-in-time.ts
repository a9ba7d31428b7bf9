/** Long enough for a chunk on a slow connection. */
const LOAD_TIMEOUT_MS = 15_000

/** What an `import()` gives, which by itself may hang for ever. */
export async function loadInTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), LOAD_TIMEOUT_MS)
  })
  try {
    return await Promise.race([loading, timeout])
  } finally {
    clearTimeout(timer)
  }
}
