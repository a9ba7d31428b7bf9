/**
 * The most brotli bytes (quality 11) before the first pet row. With a configuration of one or two
 * environments, `html` is what a server sends at once (ten packets, which are about 14,400 bytes
 * without their headers). The names of files change `html` and `js` by up to 50 bytes each.
 */
export const BUDGET = { js: 112_300, css: 8_000, html: 14_080 }
