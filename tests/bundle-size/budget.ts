/** The maximum of brotli bytes (quality 11) to load before the first pet row; the only definition of the budget. */
export const BUDGET = { js: 105_000, css: 8_000 }
