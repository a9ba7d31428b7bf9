// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { configBlockOf, configHash, withConfigBlock } from './config-block.ts'

const HTML =
  '<!doctype html><html><head><title>T</title><script>1</script></head><body><p>end</p></body></html>'

test.each([
  '</script><script>alert(1)</script>',
  '<!-- <script>',
  ']]> & &lt; &amp;',
  "$& $1 $` $'",
  '\u2028 \u2029 \u0000 \\u003c "',
  '😀 مرحبا',
])('A configuration with %j is in the page as it was', (name) => {
  const config = { environments: [{ id: 'a', name, baseUrl: '/v1' }], categories: { '1': name } }
  const html = withConfigBlock(HTML, JSON.stringify(config, null, 2))

  const page = new DOMParser().parseFromString(html, 'text/html')
  const block = page.querySelector('script#config')
  expect(JSON.parse(block?.textContent ?? '')).toEqual(config)
  expect(page.querySelectorAll('script')).toHaveLength(2)
  expect(page.body.innerHTML).toBe('<p>end</p>')
  // The inline script reads the block, so it comes after it.
  expect(block?.nextElementSibling?.textContent).toBe('1')
  expect(JSON.parse(configBlockOf(html) ?? '')).toEqual(config)
})

test('A page says which configuration it has, however that was formatted', () => {
  const html = withConfigBlock(HTML, '{"environments":[]}')
  expect(html).toContain(`data-hash="${configHash('{ "environments": [] }')}"`)
  expect(html).not.toContain(configHash('{"environments":[1]}'))
})

test('A page without a data block has no configuration', () => {
  expect(configBlockOf(HTML)).toBeUndefined()
})
