/** `npm run test:thorough`: all of what `npm test`, which must stay under 20 minutes, takes samples of. */
export const THOROUGH = process.env['THOROUGH'] === '1'
