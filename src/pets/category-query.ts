/** What finds the pets of one category in the search box of the list, and no others. */
export function categoryQuery(categoryId: string): string {
  return `category:${categoryId}`
}

/** The category that such a word names. */
export function queriedCategory(word: string): string | undefined {
  return /^category:(-?\d+)$/.exec(word)?.[1]
}
