import type { Entry } from './entry.ts'
import type { OutboxPorts } from './ports.ts'

/**
 * Returns whether an entry or an import belongs to this environment, which may have another ID or
 * another address by now. Another environment at the same address has its own entries.
 */
export function isOfEnvironment(
  { baseUrl, environmentId }: Pick<Entry, 'baseUrl' | 'environmentId'>,
  { environment, otherEnvironments }: Pick<OutboxPorts, 'environment' | 'otherEnvironments'>,
): boolean {
  if (environmentId === environment.id) return true
  if (baseUrl !== environment.baseUrl) return false
  // An ID that is not configured at this address any more is a former one of this environment.
  return !otherEnvironments.some((other) => other.id === environmentId && other.baseUrl === baseUrl)
}
