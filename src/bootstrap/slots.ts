/**
 * Components of the list page name their parts with `data-slot`, so that the inline script can fill in what only the
 * browser knows. The build fails when a template lacks one of its slots.
 */
export const SLOTS = {
  loading: [
    'skip-link',
    'header',
    'environment-menu',
    'environments',
    'environment',
    'environment-shape',
    'environment-kind',
    'status',
    'search',
    'page-size',
    'sort',
    'refresh',
    'status-line',
    'count',
    'list',
    'skeleton-row',
  ],
  loaded: ['status-line', 'list', 'rows', 'count', 'show-more', 'labels', 'time'],
} as const

export type Template = keyof typeof SLOTS
type Slot = (typeof SLOTS)[Template][number]

export function slot(root: ParentNode, name: Slot): HTMLElement {
  const found = root.querySelector<HTMLElement>(`[data-slot=${name}]`)
  if (found === null) throw new Error(name)
  return found
}

/**
 * Replaces tokens like `__name__` in every text and attribute below `root`. Values may contain anything, tokens too:
 * they are not searched again.
 */
export function interpolate(root: Node, values: Readonly<Record<string, string>>): void {
  const replaceIn = (text: string) =>
    text.replaceAll(/__([a-z]+)__/gi, (token, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? token) : token,
    )
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node: Node | null = root; node !== null; node = nodes.nextNode()) {
    if (node instanceof Text) {
      if (node.data.includes('__')) node.data = replaceIn(node.data)
    } else if (node instanceof Element) {
      for (const attribute of node.attributes) {
        if (attribute.value.includes('__')) attribute.value = replaceIn(attribute.value)
      }
    }
  }
}
