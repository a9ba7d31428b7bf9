/**
 * The path below which the app is served, with a closing `/`. The build writes it here (`--base`,
 * .deploy/README.md).
 */
export const BASE_PATH = import.meta.env.BASE_URL

/**
 * The prefix of all names under which the app keeps something in the browser. Deployments below
 * different paths share an origin, and must not share names. At `/` the names stay what they have
 * always been.
 */
export const OWN_PREFIX = `${BASE_PATH.slice(1)}petstore-admin.`
