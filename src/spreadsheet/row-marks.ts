import { kindOfHeading, normalized } from './headings.ts'
import type { Sheet } from './sheet.ts'

/** Words for a total in the languages of Europe, as they stand in the last row of a list. */
const TOTAL =
  /^(?:(?:grand|sub|overall)[ -]?totals?|totals?|sum|(?:gesamt|zwischen)?summe|gesamt|insgesamt|total g[ée]n[ée]ral|totale|totaal|totalt|suma|summa|итого|всего|σύνολο|anzahl|count|number of (?:pets|animals|rows)|nombre|celkem|razem|összesen|yhteensä|toplam)\s*:?(?:\s*\(?\d+\)?)?$/u

/** Words and signs that people write where nothing is known. */
const PLACEHOLDER = /^(?:[-–—.?*_/]+|n\/?a|none|null|nan|unknown|undefined|tbd)$/

/** Returns whether a row repeats the headings, as lists do on each page and where two were joined. */
export function repeatsHeadings(
  cells: readonly string[],
  { headings, columns }: Omit<Sheet, 'rows'>,
): boolean {
  const { name, category } = columns
  if (name === undefined || category === undefined) return false
  const isSame = (column: number) =>
    headings !== undefined && normalized(cells[column] ?? '') === normalized(headings.cells[column] ?? '')
  if (isSame(name) && isSame(category) && cells[name] !== '') return true
  const categoryKind = kindOfHeading(cells[category] ?? '')
  const isCategoryHeading = categoryKind === 'category' || categoryKind === 'category?'
  return kindOfHeading(cells[name] ?? '') === 'name' && isCategoryHeading
}

/** Why a row that has everything may be no pet all the same. */
export type Doubt = 'total' | 'placeholder'

/** Returns why the name of a row may be none; `undefined` if it looks like any other. */
export function doubtAbout(name: string): Doubt | undefined {
  const text = normalized(name)
  if (TOTAL.test(text)) return 'total'
  return PLACEHOLDER.test(text) ? 'placeholder' : undefined
}
