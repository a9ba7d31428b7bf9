/** Milliseconds for which a browser may still read the data; Safari asks the person first. */
const KEPT = 60_000

/** Hands a text file to the browser's own download. */
export function downloadText(name: string, parts: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
}
