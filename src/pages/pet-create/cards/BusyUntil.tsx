import { useEnvironment } from '#src/config/environment-context.ts'
import { formatTime } from '#src/lib/format-time.ts'

/** Says why a pet waits. @param at when the service takes requests again, in ms since 1970 */
export function BusyUntil({ at }: { at: number }) {
  const { name: environmentName } = useEnvironment()
  return (
    <>
      Waiting until <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time> ({environmentName} is
      busy)
    </>
  )
}
