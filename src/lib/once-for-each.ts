/** `create`, called once for each `key`: for what outlives the page with whose code it is loaded. */
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
