/** The path that the app is served below, with a closing `/`: the build writes it here (`--base`, .deploy/README.md). */
export const BASE_PATH = import.meta.env.BASE_URL

/**
 * What the names of all that is kept in the browser begin with. An origin shares them: deployments below different paths must
 * not, and at `/` they stay what they have always been.
 */
export const OWN_PREFIX = `${BASE_PATH.slice(1)}petstore-admin.`
