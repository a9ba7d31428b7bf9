import { toSvgPath } from 'lean-qr/extras/svg'
import { correction, generate } from 'lean-qr/nano'

/** Modules of white that a QR code needs on each side (ISO/IEC 18004). */
const QUIET_ZONE = 4

/**
 * A QR code with error correction M as one path of an SVG, in whose view box a module is one unit. One path for all of
 * it: with one for each run of modules, some printers show lines between them.
 */
export function qrPath(text: string): { path: string; viewBox: string } {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const side = code.size + 2 * QUIET_ZONE
  return { path: toSvgPath(code), viewBox: `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}` }
}
