import { toSvgPath } from 'lean-qr/extras/svg'
import { correction, generate } from 'lean-qr/nano'

/** The number of white modules that a QR code needs on each side (ISO/IEC 18004). */
const QUIET_ZONE = 4

/**
 * Returns a QR code with error correction M, in which a module is one unit of the view box. It is
 * one path, because some printers show lines between several.
 */
export function qrPath(text: string): { path: string; viewBox: string } {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const side = code.size + 2 * QUIET_ZONE
  return { path: toSvgPath(code), viewBox: `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}` }
}
