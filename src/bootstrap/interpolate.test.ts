// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { interpolate } from './interpolate.ts'

function filled(html: string, values: Record<string, string>): string {
  const root = document.createElement('div')
  root.innerHTML = html
  interpolate(root, values)
  return root.innerHTML
}

test.each([
  ['a text', '<p>__name__</p>', { name: 'Rex' }, '<p>Rex</p>'],
  ['a text among others', '<p>ID __id__, __id__</p>', { id: '7' }, '<p>ID 7, 7</p>'],
  [
    'an attribute',
    '<a href="/__env__/pets/__id__">x</a>',
    { env: 's', id: '7' },
    '<a href="/s/pets/7">x</a>',
  ],
  ['a token without a value', '<p>__other__</p>', { name: 'Rex' }, '<p>__other__</p>'],
  ['a value that looks like a token', '<p>__a__</p>', { a: '__b__', b: 'no' }, '<p>__b__</p>'],
  ['a value that looks like markup', '<p>__a__</p>', { a: '<b>&' }, '<p>&lt;b&gt;&amp;</p>'],
  ['a value with signs of replacing', '<p>__a__</p>', { a: '$& $1 $$' }, '<p>$&amp; $1 $$</p>'],
  ['an empty value', '<p title="__a__">__a__</p>', { a: '' }, '<p title=""></p>'],
  ['a name of every object', '<p>__constructor__</p>', { a: '' }, '<p>__constructor__</p>'],
])('%s is interpolated', (_what, html, values, expected) => {
  expect(filled(html, values)).toBe(expected)
})
