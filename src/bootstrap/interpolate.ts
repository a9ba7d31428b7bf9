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
    const parts = node instanceof Element ? node.attributes : node instanceof Text ? [node] : []
    for (const part of parts) if (part.nodeValue?.includes('__')) part.nodeValue = replaceIn(part.nodeValue)
  }
}
