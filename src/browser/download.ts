/**
 * The time for which the browser may still read the data, in milliseconds. Safari asks the user
 * first.
 */
const URL_LIFETIME_MS = 60_000

export function downloadCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}
