/** Seconds after which a part of the app that does not come counts as missing. */
const DEADLINE = 15

/** A part of the app did not come: gone with a new version, no connection, not what it should be, or hanging. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError'

  constructor(cause: unknown) {
    super('a part of the app could not be loaded', { cause })
  }
}

/** Parts whose style did not come: asked for once more, they would come without it. */
const withoutStyle = new WeakSet<() => unknown>()

/** @throws {MissingPartError} */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  if (withoutStyle.has(load)) throw new MissingPartError(new Error('its style did not come'))
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not there after ${DEADLINE} s`)), DEADLINE * 1000)
  })
  try {
    return await Promise.race([load(), tooLate])
  } catch (cause) {
    if (cause instanceof Error && /\bCSS\b/.test(cause.message)) withoutStyle.add(load)
    throw new MissingPartError(cause)
  } finally {
    clearTimeout(timer)
  }
}
