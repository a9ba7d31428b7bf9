/** Runs in the page. Simulates a browser before Chrome 114, Firefox 135 or Safari 18.4. */
export function roundNumbers() {
  const { parse } = JSON
  delete JSON.rawJSON
  JSON.parse = (text: string, reviver?: (key: string, value: unknown) => unknown): unknown =>
    parse(
      text,
      reviver &&
        function (this: unknown, key, value) {
          return reviver.call(this, key, value)
        },
    )
}
