/** That of package.json, and the commit if the build knew one; `undefined` in development and in tests. */
export function buildVersion(): { version: string; commit: string | undefined } | undefined {
  const [version, commit] =
    document.querySelector<HTMLMetaElement>('meta[name=version]')?.content.split(' ') ?? []
  return version === undefined ? undefined : { version, commit }
}

/** "1.2.0 (3f2a1b0c9d8e)" */
export function versionText(): string {
  const { version, commit } = buildVersion() ?? { version: 'development' }
  return commit === undefined ? version : `${version} (${commit})`
}
