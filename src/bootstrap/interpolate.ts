/**
 * Replaces tokens like `__name__` in every text and attribute below `root`. A value may contain
 * anything, even a token, because values are not searched again.
 */
export function interpolate(root: Node, values: Readonly<Record<string, string>>): void {
  const replaceIn = (text: string) =>
    text.replaceAll(/__([a-z]+)__/gi, (token, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? token) : token,
    )
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node: Node | null = root; node !== null; node = nodes.nextNode()) {
    for (const part of partsOf(node))
      if (part.nodeValue?.includes('__')) part.nodeValue = replaceIn(part.nodeValue)
  }
}

/** Returns what may have tokens: the attributes of an element, or a text itself. */
function partsOf(node: Node): Iterable<Attr | Text> {
  if (node instanceof Element) return node.attributes
  return node instanceof Text ? [node] : []
}
