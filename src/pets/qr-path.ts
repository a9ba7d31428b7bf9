import { correction, generate } from 'lean-qr/nano'

/** Modules of white that a QR code needs on each side (ISO/IEC 18004). */
const QUIET_ZONE = 4

/**
 * A QR code with error correction M as one path of an SVG, in whose view box a module is one unit. One path for all of
 * it: with one for each run of modules, some printers show lines between them.
 */
export function qrPath(text: string): { path: string; viewBox: string } {
  const code = generate(text, { minCorrectionLevel: correction.M })
  let path = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (!code.get(x, y)) continue
      const start = x
      while (code.get(x + 1, y)) x++
      const length = x + 1 - start
      path += `M${start} ${y}h${length}v1h-${length}z`
    }
  }
  const side = code.size + 2 * QUIET_ZONE
  return { path, viewBox: `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}` }
}
