/**
 * Returns a function that calls `create` once for each `key`. It is for objects that outlive the
 * page with whose code they are loaded.
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
