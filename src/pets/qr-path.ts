import { toSvgPath } from 'lean-qr/extras/svg'
import { correction, generate } from 'lean-qr/nano'

/** Modules of white that a QR code needs on each side (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** With error correction M. One path: between several, some printers show lines. A module is one unit of the view box. */
export function qrPath(text: string): { path: string; viewBox: string } {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const side = code.size + 2 * QUIET_ZONE
  return { path: toSvgPath(code), viewBox: `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}` }
}
