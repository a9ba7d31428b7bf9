/** Resolves after so many milliseconds, or later where the browser is busy. */
export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
