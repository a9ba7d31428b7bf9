/**
 * Matches languages in which 0 to 999 are written with the digits 0 to 9. The numbers of a language
 * that is missing here are not wrong, they only take some milliseconds longer.
 */
const PLAIN = /^(da|de|en|es|fi|fr|it|ja|nb|nl|pl|pt|ru|sv|tr|zh)/

/**
 * Returns a function that writes counts, for example "1,204", "1 204" or "١٬٢٠٤". The words around
 * them are English, so plurals and lists follow English rules everywhere. IDs, row numbers and the
 * page size are no counts, and stay as they are typed.
 */
export function createNumberFormat(locale?: string): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  return (value) =>
    // The formatter is created only when it is needed, because that takes longer than rendering the
    // page.
    value < 1000 && PLAIN.test(locale ?? navigator.language)
      ? String(value)
      : (format ??= new Intl.NumberFormat(locale)).format(value)
}

export const formatNumber = /* @__PURE__ */ createNumberFormat()
