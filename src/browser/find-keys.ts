export const isMac = /^(Mac|iP)/.test(navigator.platform)

/** The keys that open "Find a pet". Ctrl+K deletes to the end of the line on a Mac. */
export const FIND_KEYS = isMac ? '⌘K' : 'Ctrl K'
