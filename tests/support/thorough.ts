/**
 * `npm run test:thorough` runs all cases, of which `npm test`, which is run all day, takes samples.
 */
export const THOROUGH = process.env['THOROUGH'] === '1'
