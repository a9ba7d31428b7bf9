const VOID_ELEMENTS = new Set(['br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])

/**
 * Returns the tags that end an element that was not begun, or begin one that is not ended. A parser
 * repairs these without a word.
 */
export function unpairedTags(html: string): readonly string[] {
  const open: string[] = []
  const stray: string[] = []
  for (const [tag, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi)) {
    if (VOID_ELEMENTS.has(name)) continue
    if (slash === '') open.push(name)
    else if (open.at(-1) === name) open.pop()
    else stray.push(tag)
  }
  return [...stray, ...open]
}
