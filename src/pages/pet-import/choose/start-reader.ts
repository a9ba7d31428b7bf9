// Vite makes the address of a worker the default export of such an import.
// oxlint-disable-next-line import/default
import readerUrl from '#src/spreadsheet/reader.worker.ts?worker&url'

/**
 * The part of Trusted Types that we need. TypeScript does not know them, nor does every browser.
 */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => URL }
}

/**
 * The address of the worker that reads spreadsheets. The content security policy of the site allows
 * this one Trusted Types policy, which allows nothing but this address.
 */
let trustedReaderUrl: string | URL | undefined

/** Starts a worker that answers a `ReadRequest`. */
export function startReader(): Worker {
  trustedReaderUrl ??= trusted(readerUrl)
  return new Worker(trustedReaderUrl, { type: 'module' })
}

function trusted(url: string): string | URL {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (trustedTypes === undefined) return url
  const policy = trustedTypes.createPolicy('spreadsheet-reader', {
    createScriptURL(given) {
      if (given !== readerUrl) throw new TypeError(`${given} is not the reader of spreadsheets`)
      return given
    },
  })
  return policy.createScriptURL(url)
}
