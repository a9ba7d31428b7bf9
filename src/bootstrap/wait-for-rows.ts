import { delay } from '#src/lib/delay.ts'

/** The service may take long, and a response may begin and not end. */
const MAX_WAIT_MS = 300

/** The inline script paints rows in a fraction of the time that the app takes to start. */
export async function waitForRows(rendered: Promise<void> | undefined): Promise<void> {
  if (rendered !== undefined) await Promise.race([rendered, delay(MAX_WAIT_MS)])
}
