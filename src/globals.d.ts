/**
 * A constant of the build, which is true in development and in the demo build, where the mocked
 * petstore exists.
 */
declare const WITH_MOCKS: boolean

/**
 * A constant of the build: the address of the script that bootstrap/too-old.ts becomes
 * (.build/prerender-plugin.ts).
 */
declare const TOO_OLD_SCRIPT: string
