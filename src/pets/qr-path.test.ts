import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

/** Draws the path as squares of 4 dots, and reads it with another library. */
function read({ path, viewBox }: ReturnType<typeof qrPath>) {
  const [x0 = 0, y0 = 0, side = 0] = viewBox.split(' ').map(Number)
  const dots = side * 4
  const picture = new Uint8ClampedArray(dots * dots * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = 0; row < 4; row++) {
      const first = ((Number(y) - y0) * 4 + row) * dots + (Number(x) - x0) * 4
      for (let dot = first; dot < first + Number(length) * 4; dot++) picture.fill(0, dot * 4, dot * 4 + 3)
    }
  }
  return jsQR(picture, dots, dots)
}

/** Whether a module is black. */
function moduleAt({ path }: ReturnType<typeof qrPath>, x: number, y: number): boolean {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].some(
    ([, left, top, length]) => Number(top) === y && x >= Number(left) && x < Number(left) + Number(length),
  )
}

test.each([
  'http://localhost:5173/staging/pets/1',
  'https://pets.example.com/staging/pets/9223372036854775807',
  `https://pets.example.com/${'a-long-path/'.repeat(8)}staging/pets/-9223372036854775808`,
])('another library reads %s', (url) => {
  const code = qrPath(url)
  expect(read(code)?.data).toBe(url)
  expect(code.path).not.toMatch(/[^Mhvz\d -]/)
})

test('four modules around it are white', () => {
  const { path, viewBox } = qrPath('https://pets.example.com/staging/pets/1')
  const positions = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)]
  const right = Math.max(...positions.map(([, x, , length]) => Number(x) + Number(length)))
  expect(Math.min(...positions.map(([, x]) => Number(x)))).toBe(0)
  expect(viewBox).toBe(`-4 -4 ${right + 8} ${right + 8}`)
})

test('its error correction is M', () => {
  // The first two of the bits of the format, without their mask (ISO/IEC 18004): 00 is M.
  const code = qrPath('https://pets.example.com/staging/pets/1')
  expect([moduleAt(code, 0, 8), moduleAt(code, 1, 8)]).toEqual([true, false])
})
