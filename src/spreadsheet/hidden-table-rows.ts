/** A row of an HTML table that is hidden, as spreadsheet programs save rows which are filtered out. */
const HIDDEN_ROW = /<tr\b[^>]*\bdisplay:\s*none[^>]*>[\s\S]*?(?:<\/tr>|(?=<tr\b)|(?=<\/table>))/gi

/** Removes the hidden rows of HTML tables, which SheetJS would read as any other. */
export function withoutHiddenTableRows(html: string): { rest: string; hiddenCount: number } {
  const hiddenRows = html.match(HIDDEN_ROW) ?? []
  return { rest: html.replaceAll(HIDDEN_ROW, ''), hiddenCount: hiddenRows.length }
}
