/** True in development and in the demo build, where the mocked petstore exists; a constant of the build. */
declare const WITH_MOCKS: boolean

/** The address of what bootstrap/too-old.ts becomes; a constant of the build (.build/prerender-plugin.ts). */
declare const TOO_OLD_SCRIPT: string
