/**
 * `create`, called once for each `key`: what belongs to an environment and outlives its pages, although its code is
 * loaded with one of them.
 */
export function onceForEach<Key extends WeakKey, More extends readonly unknown[], T>(
  create: (key: Key, ...more: More) => T,
): (key: Key, ...more: More) => T {
  const created = new WeakMap<Key, { readonly value: T }>()
  return (key, ...more) => {
    const { value } = created.get(key) ?? { value: create(key, ...more) }
    created.set(key, { value })
    return value
  }
}
