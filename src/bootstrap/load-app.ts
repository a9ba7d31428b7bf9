/**
 * The first module script of index.html, without imports: the scripts of the app are only preloaded, and run one by one,
 * so that what is on the screen is painted in between; the app itself is the last one.
 */
// In index.html is what the first paint takes of it.
const style = document.querySelector<HTMLStyleElement>('style[data-href]')
const link = document.createElement('link')
link.rel = 'stylesheet'
link.href = style?.dataset['href'] ?? ''
link.addEventListener('load', () => style?.remove())
document.head.append(link)

for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'))
  await import(/* @vite-ignore */ href)
