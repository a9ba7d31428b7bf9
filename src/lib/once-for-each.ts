/**
 * `create`, called once for each `key`: what belongs to an environment and outlives its pages, although its code is
 * loaded with one of them.
 */
export function onceForEach<Key extends WeakKey, More extends readonly unknown[], T extends object>(
  create: (key: Key, ...more: More) => T,
): (key: Key, ...more: More) => T {
  const created = new WeakMap<Key, T>()
  return (key, ...more) => {
    const value = created.get(key) ?? create(key, ...more)
    created.set(key, value)
    return value
  }
}
