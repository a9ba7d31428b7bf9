/** "row 3", or "rows 3, 4, …" with at most `max` of them. */
export function rowNumbersText(numbers: readonly (number | undefined)[], max: number): string {
  const some = numbers.slice(0, max).join(', ')
  return `${numbers.length === 1 ? 'row' : 'rows'} ${some}${numbers.length > max ? ', …' : ''}`
}
