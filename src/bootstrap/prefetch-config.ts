import { fetchConfig } from '#src/config/config-request.ts'

/** On its way before any other module of the start script runs: everything else waits for it. */
export const configResponse = fetchConfig()
