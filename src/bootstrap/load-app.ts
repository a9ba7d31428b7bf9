/**
 * The first module script of index.html, without imports: the scripts of the app are only preloaded, and run one by one,
 * so that what is on the screen is painted in between; the app itself is the last one.
 */
// The policy of an earlier build, or of a host, blocks inline styles.
const style = document.querySelector<HTMLStyleElement>('style[data-href]')
if (style?.sheet === null) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = style.dataset['href'] ?? ''
  document.head.append(link)
}

for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'))
  await import(/* @vite-ignore */ href)
