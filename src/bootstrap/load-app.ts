/**
 * The first module script of index.html, without imports: the scripts of the app are only preloaded, and run one by one,
 * so that what is on the screen is painted in between; the app itself is the last one.
 */
// In index.html is what the first paint takes of it.
const style = document.querySelector<HTMLStyleElement>('style[data-href]')
const link = document.createElement('link')
link.rel = 'stylesheet'
link.integrity = style?.dataset['integrity'] ?? ''
link.href = style?.dataset['href'] ?? ''
link.addEventListener('load', () => style?.remove())
// Once more, past the cache: it may keep a file of wrong content, which the integrity rejects, for a year.
const addAgain = () => document.head.append(link)
link.addEventListener('error', () => void fetch(link.href, { cache: 'reload' }).then(addAgain, addAgain), {
  once: true,
})
document.head.append(link)

for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'))
  await import(/* @vite-ignore */ href)
