import { kindOfHeading, normalized } from './headings.ts'
import type { Sheet } from './sheet.ts'

/** Words for a total in many languages, as lists have them in their last row. */
const TOTAL_WORDS = [
  '(?:grand |sub-?|overall )?totals?|sum|count|number of (?:pets|animals|rows)',
  '(?:gesamt|zwischen|end)?summe|gesamt(?:ergebnis|zahl)?|insgesamt|anzahl',
  '(?:sous-)?total(?: g[ée]n[ée]ral| geral)?|nombre|totale(?: complessivo)?|(?:eind)?totaal|totalt',
  'suma(?: końcowa)?|summa|razem|celkem|összesen|yhteensä|toplam|итого|всего|σύνολο|合計|总计|σ',
].join('|')

/** A total as the whole text or at its end ("Dogs total"), perhaps with a number behind it. */
const TOTAL = new RegExp(`^(?:\\S+ )?(?:${TOTAL_WORDS})\\s*:?(?:\\s*\\(?\\d+[^)]*\\)?)?$`, 'u')

/** The longest total in characters. */
const MAX_TOTAL_LENGTH = 40

/** Matches words and signs that people write when they do not know a name. */
const PLACEHOLDER = /^(?:[-–—.?*_/]+|n\/?a|none|null|nan|unknown|undefined|tbd)$/

/**
 * Returns whether a row repeats the headings, as lists do on each page and where two were joined.
 */
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

/** The reason why a row that has everything may still be no pet. */
export type Doubt = 'total' | 'placeholder'

/**
 * Returns why a row may be no pet, by its cells and the name among them, or `undefined` if it looks
 * like any other.
 */
export function doubtAbout(cells: readonly string[], name: string): Doubt | undefined {
  if (cells.some(isTotal)) return 'total'
  return PLACEHOLDER.test(normalized(name)) ? 'placeholder' : undefined
}

function isTotal(cell: string): boolean {
  return cell.length <= MAX_TOTAL_LENGTH && TOTAL.test(normalized(cell))
}
