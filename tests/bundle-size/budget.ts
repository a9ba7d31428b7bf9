/**
 * The most brotli bytes (quality 11) before the first pet row. `html` leaves room for a
 * configuration in the 14,000 that a server sends at once.
 */
export const BUDGET = { js: 110_900, css: 8_000, html: 13_960 }
