/**
 * The first module script of index.html, without imports: the scripts of the app are only preloaded, and run one by one
 * when the inline script leaves them room; the app itself is the last one. Without an inline script they run at once.
 */
for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
  await window.bootstrapHandoff?.turn()
  await import(/* @vite-ignore */ href)
}
