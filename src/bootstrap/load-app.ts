/**
 * The first module script of index.html, bundled with its imports. The scripts of the app are only
 * preloaded, and this one runs them one by one, so that the page is painted in between. The app
 * itself is the last one.
 */
import { isBrowserSupported } from '#src/browser/supported-browsers.ts'

// index.html has the part of the style sheet that the first paint needs. That part stays, because a
// slow device takes 30 ms to apply its removal.
const style = document.querySelector<HTMLStyleElement>('style[data-href]')
const link = document.createElement('link')
link.rel = 'stylesheet'
link.integrity = style?.dataset['integrity'] ?? ''
link.href = style?.dataset['href'] ?? ''
const addStyleSheet = () => document.head.append(link)
// A second attempt goes past the cache, which may keep a file of wrong content, which the integrity
// rejects, for a year.
link.addEventListener(
  'error',
  () => void fetch(link.href, { cache: 'reload' }).then(addStyleSheet, addStyleSheet),
  { once: true },
)
// The styles in index.html are enough for the list, and a slow device takes 40 ms to apply the
// rest.
if (window.bootstrapHandoff?.list === undefined) addStyleSheet()
else void waitForApp().then(addStyleSheet)

if (isBrowserSupported()) await loadApp()
else await import(/* @vite-ignore */ TOO_OLD_SCRIPT)

async function loadApp() {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'))
    await import(/* @vite-ignore */ href)
}

/** Resolves when the app is there: it removes the message that it is starting. */
function waitForApp(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('#root > .starting') !== null) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.querySelector('#root') ?? document.body, { childList: true })
  })
}
