/** `npm run test:thorough`: all of what `npm test`, which is run all day, takes samples of. */
export const THOROUGH = process.env['THOROUGH'] === '1'
