/** True in development and in the demo build, where the mocked petstore exists; a constant of the build. */
declare const WITH_MOCKS: boolean
