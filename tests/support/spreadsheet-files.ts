import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads a file of `spreadsheets` (its README.md says which programs wrote them), under a name that
 * says nothing, because the app must tell by the content what a file is.
 */
export function spreadsheetFile(name: string): File {
  return new File([spreadsheetBytes(name)], 'pets')
}

export function spreadsheetBytes(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(import.meta.dirname, 'spreadsheets', name)))
}
