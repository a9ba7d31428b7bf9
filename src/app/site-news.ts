import { buildVersion } from '#src/browser/build-version.ts'
import { configBlock } from '#src/config/config-block.ts'
import { fetchFromSite } from '#src/config/fetch-from-site.ts'
import { createStore } from '#src/lib/create-store.ts'

/** Says what the site has that differs from this page, as far as this tab knows. */
export const siteNews = createStore<'version' | 'configuration' | undefined>(undefined)

/**
 * Compares `version.json` of the site with this page. It says nothing when there is no connection
 * or no such file.
 */
export async function lookForNews(): Promise<void> {
  const own = buildVersion()
  if (own === undefined) return
  try {
    const response = await fetchFromSite('version.json')
    const file = (await response.json()) as Partial<Record<string, string | null>>
    if (!response.ok || file['version'] === undefined) return
    const isSameBuild = file['version'] === own.version && (file['commit'] ?? undefined) === own.commit
    // `npm run deploy` writes the same hash to both places.
    const config = configBlock()?.getAttribute('data-hash')
    const isSameConfig = !config || (file['config'] ?? config) === config
    if (!isSameBuild) return siteNews.set('version')
    siteNews.set(isSameConfig ? undefined : 'configuration')
  } catch {
    // Without a readable `version.json`, nothing reliable can be said.
  }
}
