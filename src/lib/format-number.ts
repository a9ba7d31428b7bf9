/**
 * Languages in which 0 to 999 are written with the digits 0 to 9. One that is missing here is not written wrongly: its
 * numbers only take some milliseconds longer.
 */
const PLAIN = /^(da|de|en|es|fi|fr|it|ja|nb|nl|pl|pt|ru|sv|tr|zh)/

/**
 * How counts are written: "1,204", "1 204", "١٬٢٠٤". The words around them are English, so plurals and lists follow
 * English rules everywhere. IDs, row numbers and the page size are no counts: they stay as they are typed.
 */
export function createNumberFormat(locale?: string): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  return (value) =>
    // Creating the formatter takes longer than rendering the page.
    value < 1000 && PLAIN.test(locale ?? navigator.language)
      ? String(value)
      : (format ??= new Intl.NumberFormat(locale)).format(value)
}

export const formatNumber = /* @__PURE__ */ createNumberFormat()
