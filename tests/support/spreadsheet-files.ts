import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads a file of `spreadsheets` (its README.md says which programs wrote them), under a name that
 * says nothing: what a file is must be told by its content.
 */
export function spreadsheetFile(name: string): File {
  return new File([spreadsheetBytes(name)], 'pets')
}

export function spreadsheetBytes(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(import.meta.dirname, 'spreadsheets', name)))
}
