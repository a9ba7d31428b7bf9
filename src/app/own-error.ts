import { HttpError, InvalidResponseError, NoResponseError } from '#src/http/errors.ts'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { BASE_PATH } from '#src/lib/base-path.ts'

/** The development server has scripts at other places, too. */
const OWN_SCRIPTS = import.meta.env.DEV ? BASE_PATH : `${BASE_PATH}assets/`

/**
 * Says whether a script of the app threw this error. Browser extensions and others run scripts in
 * the page, too.
 *
 * @param filename where it was thrown, as far as the browser says so
 */
export function isOwnError(error: unknown, filename?: string): boolean {
  const script = scriptOf(error) ?? filename
  if (script !== undefined) return script.startsWith(absoluteUrl(OWN_SCRIPTS))
  // Errors of the platform itself, for example a DOMException or the SyntaxError of
  // `response.json()`, have no frames in Chromium. Nothing tells whose they are, so they are not
  // reported.
  return (
    error instanceof HttpError || error instanceof NoResponseError || error instanceof InvalidResponseError
  )
}

/**
 * Returns the URL of the topmost script in the stack, or `undefined` when there is no stack, or
 * none that names a script. A browser's own frame (`<anonymous>`) has no URL and is skipped.
 */
function scriptOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return undefined
  // The stack of Chromium begins with the message, which may name a URL itself.
  const frames = error.stack.replace(String(error), '')
  return /[\w+-]+:\/\/[^\s)]*/.exec(frames)?.[0]
}
