/**
 * Puts values in the place of tokens like `__name__`, in every text and attribute of `root`. A value is not searched
 * for tokens itself.
 */
export function fill(root: Node, values: Readonly<Record<string, string>>): void {
  const put = (text: string) =>
    text.replaceAll(/__([a-z]+)__/gi, (token, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? token) : token,
    )
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node: Node | null = root; node !== null; node = nodes.nextNode()) {
    if (node instanceof Text) {
      if (node.data.includes('__')) node.data = put(node.data)
    } else if (node instanceof Element) {
      for (const attribute of node.attributes) {
        if (attribute.value.includes('__')) attribute.value = put(attribute.value)
      }
    }
  }
}
