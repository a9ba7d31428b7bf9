import jsQR from 'jsqr'
import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

/** Returns the corners of each outline, from 0. */
function outlinesOf({ path }: ReturnType<typeof qrPath>): (readonly [number, number])[][] {
  expect(path).toMatch(/^(M\d+ \d+(L\d+ \d+)+Z)+$/)
  return path
    .split('Z')
    .filter(Boolean)
    .map((outline) => [...outline.matchAll(/(\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]))
}

/**
 * Says whether a module is black in the way in which SVG fills outlines: more of them go around it
 * one way than the other.
 */
function moduleAt(outlines: ReturnType<typeof outlinesOf>, column: number, row: number): boolean {
  let turns = 0
  for (const outline of outlines)
    for (const [index, [x, y]] of outline.entries()) {
      const [, next = 0] = outline[(index + 1) % outline.length] ?? []
      if (x > column && Math.min(y, next) <= row && Math.max(y, next) > row) turns += Math.sign(next - y)
    }
  return turns !== 0
}

/** Draws the path as squares of 4 dots, and reads it with another library. */
function read(code: ReturnType<typeof qrPath>) {
  const [x0 = 0, y0 = 0, side = 0] = code.viewBox.split(' ').map(Number)
  const dots = side * 4
  const outlines = outlinesOf(code)
  const picture = new Uint8ClampedArray(dots * dots * 4).fill(255)
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      if (!moduleAt(outlines, column + x0, row + y0)) continue
      for (let line = 0; line < 4; line++) {
        const first = ((row * 4 + line) * dots + column * 4) * 4
        for (let dot = 0; dot < 4; dot++) picture.fill(0, first + dot * 4, first + dot * 4 + 3)
      }
    }
  return jsQR(picture, dots, dots)
}

test.each([
  'http://localhost:5173/staging/pets/1',
  'https://pets.example.com/staging/pets/9223372036854775807',
  `https://pets.example.com/${'a-long-path/'.repeat(8)}staging/pets/-9223372036854775808`,
])('Another library can read %s', (url) => {
  expect(read(qrPath(url))?.data).toBe(url)
})

test('The code has four white modules around it', () => {
  const code = qrPath('https://pets.example.com/staging/pets/1')
  const positions = outlinesOf(code).flat(2)
  expect(Math.min(...positions)).toBe(0)
  expect(code.viewBox).toBe(`-4 -4 ${Math.max(...positions) + 8} ${Math.max(...positions) + 8}`)
})

test('The error correction of the code is M', () => {
  // These are the first two bits of the format, without their mask (ISO/IEC 18004), in which 00
  // means M.
  const outlines = outlinesOf(qrPath('https://pets.example.com/staging/pets/1'))
  expect([moduleAt(outlines, 0, 8), moduleAt(outlines, 1, 8)]).toEqual([true, false])
})
