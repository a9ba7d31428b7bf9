import { formatTime } from '#src/lib/format-time.ts'
import type { Verdict } from './verdict.ts'

/**
 * Says of a pet that was not found yet when the lists are read again. Nobody has to wait for it.
 */
export function stillCheckingText({
  checkAgainAt,
  readAt,
}: Pick<Verdict, 'checkAgainAt' | 'readAt'>): string {
  return `Still checking: not found yet, looking again at ${formatTime(checkAgainAt ?? readAt)}. You can carry on.`
}
