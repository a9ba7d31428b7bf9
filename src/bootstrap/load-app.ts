/**
 * The first script of the app, without imports of its own: the code of the app is on its way meanwhile (the links of
 * index.html), and runs once the start has drawn what it can. Where the start did not run, it runs at once.
 */

await window.bootstrapHandoff?.ready
const app = document.querySelector<HTMLLinkElement>('link[data-app]')
if (app !== null) await import(/* @vite-ignore */ app.href)
