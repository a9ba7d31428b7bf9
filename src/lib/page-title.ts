const APP_NAME = 'Petstore Admin'

/**
 * Returns the title of the document on a page: "Pets · Staging · Petstore Admin". Without a page,
 * it is the name of the app.
 *
 * @param environmentName it is `undefined` outside of any environment
 */
export function pageTitle(page?: string, environmentName?: string): string {
  return [page, environmentName, APP_NAME].filter((part) => part !== undefined).join(' · ')
}
