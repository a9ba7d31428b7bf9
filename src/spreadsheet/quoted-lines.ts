/**
 * Matches a line that is one cell in quotation marks, and behind it perhaps the delimiters of empty
 * cells.
 */
const QUOTED_LINE = /^\s*"((?:[^"]|"")*)"[,;\s]*$/

/**
 * Returns a text without the quotation marks that some programs put around each whole line,
 * `"Rex,5,sold"`, but perhaps not around the first one. Returns `undefined` if the text is not of
 * this kind.
 */
export function withoutQuotedLines(text: string): string | undefined {
  const lines = text.split(/\r\n?|\n/)
  const unwrapped: string[] = []
  let quotedCount = 0
  for (const [index, line] of lines.entries()) {
    const [, content] = QUOTED_LINE.exec(line) ?? []
    const isWrapped = content !== undefined && /[,;\t]/.test(content)
    if (!isWrapped && index > 0 && line.trim() !== '') return undefined
    if (isWrapped) quotedCount += 1
    unwrapped.push(isWrapped ? content.replaceAll('""', '"') : line)
  }
  return quotedCount === 0 ? undefined : unwrapped.join('\n')
}
