/** Of the build that this page comes from (`.build/version-plugin.ts`), as in version.json. */
export type BuildVersion = {
  /** That of package.json. */
  readonly version: string
  /** `undefined` where the build knew none. */
  readonly commit: string | undefined
}

/** `undefined` in development and in tests. */
export function buildVersion(): BuildVersion | undefined {
  const [version, commit] =
    document.querySelector<HTMLMetaElement>('meta[name=version]')?.content.split(' ') ?? []
  return version === undefined ? undefined : { version, commit }
}

/** "1.2.0 (3f2a1b0c9d8e)" */
export function versionText(): string {
  const { version, commit } = buildVersion() ?? { version: 'development' }
  return commit === undefined ? version : `${version} (${commit})`
}
