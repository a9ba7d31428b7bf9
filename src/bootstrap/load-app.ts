/**
 * The first module script of index.html, without imports: the app itself is only preloaded, and runs once the inline
 * script has rendered what it can. Without an inline script it runs at once.
 */

await window.bootstrapHandoff?.ready
const app = document.querySelector<HTMLLinkElement>('link[data-app]')
if (app !== null) await import(/* @vite-ignore */ app.href)
