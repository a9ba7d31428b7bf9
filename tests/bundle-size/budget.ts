/** Brotli bytes (quality 11) that may come before the first pet row. The one place where the budget stands. */
export const BUDGET = { js: 105_000, css: 8_000 }
