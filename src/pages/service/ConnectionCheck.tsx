import { useMutation } from '@tanstack/react-query'
import { absoluteUrl } from '#src/lib/absolute-url.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { NoResponseError } from '#src/http/errors.ts'
import { requestLog } from '#src/http/request-log.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import styles from './ServicePage.module.css'

/** Sends one `GET /pets?limit=1` when it is asked for, and says what came of it. */
export function ConnectionCheck() {
  const { name: environmentName } = useEnvironment()
  const petstore = usePetstore()
  const { mutate, isPending, data, error } = useMutation({
    // The check asks whether there is a connection, so it does not wait for one.
    networkMode: 'always',
    mutationFn: async () => {
      const response = petstore.listPets({ limit: 1, status: undefined }, undefined, { attempts: 1 })
      // It was sent by that call. Signing in again checks its key at the same address.
      const [record] = requestLog.get()
      await response
      // The time for which the app asked for another key does not count.
      return Math.round(record?.attempts.at(-1)?.duration ?? 0)
    },
  })

  return (
    <section aria-label="Connection" className="stack gap-3" aria-busy={isPending || undefined}>
      <div className={`row gap-3 ${styles['line']}`}>
        <Button variant="primary" icon="refresh" busy={isPending} onClick={() => mutate()}>
          Check the connection
        </Button>
        <p role="status">{statusText({ isPending, milliseconds: data }, environmentName)}</p>
      </div>
      {error !== null && (
        <Alert {...describeError(error, environmentName, 'The connection could not be confirmed.')}>
          {isUnreachable(error) && <BaseUrlAdvice />}
        </Alert>
      )}
    </section>
  )
}

type CheckStatus = { isPending: boolean; milliseconds: number | undefined }

/** Returns how far the check is, or '' before the first one and after one that failed. */
function statusText({ isPending, milliseconds }: CheckStatus, environmentName: string): string {
  if (isPending) return `Asking ${environmentName} for one pet…`
  if (milliseconds === undefined) return ''
  return `${environmentName} responded in ${formatNumber(milliseconds)} ms.`
}

function isUnreachable(error: Error): boolean {
  return error instanceof NoResponseError && error.reason === 'unreachable' && navigator.onLine
}

/** Leads to the base URL itself: the browser tells the person what it does not tell the page. */
function BaseUrlAdvice() {
  const { name: environmentName, baseUrl } = useEnvironment()
  const address = absoluteUrl(baseUrl)
  const isMixedContent = window.location.protocol === 'https:' && address.startsWith('http:')
  return (
    <p>
      {isMixedContent &&
        `This site uses https and the base URL of ${environmentName} does not: browsers block such requests. Ask your administrator to use an https address. `}
      <a href={address} target="_blank" rel="noreferrer">
        Open the base URL in a new tab
      </a>
      {`: if the name is not found, the base URL is wrong or this network does not know it (VPN, DNS); if the connection is refused or takes forever, ${environmentName} is down or behind a firewall; a warning means that its certificate is not good for this address; after any response, also 401 or 404, it probably does not allow requests from ${window.location.origin} (CORS).`}
    </p>
  )
}
