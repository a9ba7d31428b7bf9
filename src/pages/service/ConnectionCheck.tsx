import { useEffect, useRef, useState } from 'react'
import { absoluteUrl } from '#src/config/absolute-url.ts'
import { useEnvironment } from '#src/config/environment-context.ts'
import { describeError } from '#src/http/describe-error.ts'
import { NetworkError } from '#src/http/errors.ts'
import { requestLog } from '#src/http/request-log.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import { usePetstore } from '#src/pets/petstore-context.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { SlowResponseNotice } from '#src/ui/SlowResponseNotice.tsx'
import styles from './ServicePage.module.css'

type Check =
  | { readonly kind: 'checking' }
  | { readonly kind: 'responded'; readonly milliseconds: number }
  | { readonly kind: 'failed'; readonly error: unknown }

/** One `GET /pets?limit=1` when it is asked for. */
export function ConnectionCheck() {
  const { name: service, baseUrl } = useEnvironment()
  const section = useRef<HTMLElement>(null)
  const petstore = usePetstore()
  const [check, setCheck] = useState<Check>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    const controller = (running.current = new AbortController())
    setCheck({ kind: 'checking' })
    const response = petstore.listPets({ limit: 1, status: undefined }, controller.signal, { attempts: 1 })
    // It was sent by that call. Signing in again checks its key at the same address.
    const [record] = requestLog.get()
    try {
      await response
      // Without the time for which the app asked for another key.
      setCheck({ kind: 'responded', milliseconds: Math.round(record?.attempts.at(-1)?.duration ?? 0) })
    } catch (error) {
      setCheck({ kind: 'failed', error })
    }
  }
  const isChecking = check?.kind === 'checking'

  return (
    <section
      ref={section}
      aria-label="Connection"
      className={styles['section']}
      aria-busy={isChecking || undefined}
    >
      <div className={styles['line']}>
        <Button variant="primary" icon="refresh" busy={isChecking} onClick={() => void start()}>
          Check the connection
        </Button>
        <p role="status">
          {check?.kind === 'responded'
            ? `${service} responded in ${formatNumber(check.milliseconds)} ms.`
            : isChecking
              ? `Asking ${service} for one pet…`
              : ''}
        </p>
      </div>
      <SlowResponseNotice
        waiting={isChecking}
        service={service}
        onCancel={() => {
          // This button goes.
          section.current?.querySelector('button')?.focus()
          running.current?.abort(new DOMException('cancelled', 'AbortError'))
        }}
      />
      {check?.kind === 'failed' ? (
        <Alert {...describeError(check.error, service)}>
          {isUnexplained(check.error) ? <WhatToTry address={absoluteUrl(baseUrl)} service={service} /> : null}
        </Alert>
      ) : null}
    </section>
  )
}

/** The browser tells a page no more than that there was no response. */
function isUnexplained(error: unknown): boolean {
  return error instanceof NetworkError && !error.isBlockedByCsp && navigator.onLine
}

/** Name, connection, certificate or CORS: the browser tells the person what it does not tell the page. */
function WhatToTry({ address, service }: { address: string; service: string }) {
  const isMixed = window.location.protocol === 'https:' && address.startsWith('http:')
  return (
    <p>
      {isMixed
        ? `This site uses https and the base URL of ${service} does not: browsers block such requests. Ask your administrator to use an https address. `
        : ''}
      <a href={address} target="_blank" rel="noreferrer">
        Open the base URL in a new tab
      </a>
      {`: if the name is not found, the base URL is wrong or this network does not know it (VPN, DNS); if the connection is refused or takes forever, ${service} is down or behind a firewall; a warning means that its certificate is not good for this address; after any response, also 401 or 404, it probably does not allow requests from ${window.location.origin} (CORS).`}
    </p>
  )
}
