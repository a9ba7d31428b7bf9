/**
 * Returns the version in package.json, and the commit if the build knew one. It is `undefined` in
 * development and in tests.
 */
export function buildVersion(): { version: string; commit: string | undefined } | undefined {
  const [version, commit] =
    document.querySelector<HTMLMetaElement>('meta[name=version]')?.content.split(' ') ?? []
  return version === undefined ? undefined : { version, commit }
}

export function versionText(): string {
  const { version, commit } = buildVersion() ?? { version: 'development' }
  return commit === undefined ? version : `${version} (${commit})`
}
