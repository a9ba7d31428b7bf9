import { CFB } from '@e965/xlsx'
import { MAX_UNPACKED } from './file-formats.ts'
import { refuse, TOO_LARGE } from './sheet.ts'

/** The part of the archives of SheetJS that we need. Its own types leave it open. */
type Archives = {
  read: (bytes: Uint8Array, options: { type: 'array' }) => { FileIndex: ArchivePart[] }
  write: (
    archive: { FileIndex: ArchivePart[] },
    options: { fileType: 'zip'; type: 'array' },
  ) => ArrayLike<number>
}

type ArchivePart = { readonly name: string; content: ArrayLike<number>; size: number }

const archives = CFB as Archives

/** Matches a numeric entity of HTML or XML: `&#128021;`, `&#x1F415;`. */
const NUMERIC_ENTITY = /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi

const LAST_OF_SIXTEEN_BITS = 0xff_ff
const LAST_CODE_POINT = 0x10_ff_ff

/**
 * Writes numeric entities beyond U+FFFF as the characters that they stand for. SheetJS keeps only
 * 16 bits of their numbers, so an emoji would become another character.
 */
export function decodeAstralEntities(text: string): string {
  return text.replaceAll(NUMERIC_ENTITY, (entity, hexadecimal?: string, decimal?: string) => {
    const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    const isAstral = code > LAST_OF_SIXTEEN_BITS && code <= LAST_CODE_POINT
    return isAstral ? String.fromCodePoint(code) : entity
  })
}

/** Does the same in the XML of a zip archive, such as an .xlsx workbook. */
export function decodeAstralEntitiesInZip(bytes: Uint8Array): Uint8Array {
  const archive = archives.read(bytes, { type: 'array' })
  let isChanged = false
  // The directory of an archive may say less than there is.
  if (archive.FileIndex.reduce((sum, part) => sum + part.size, 0) > MAX_UNPACKED) refuse(TOO_LARGE)
  for (const part of archive.FileIndex) {
    if (!part.name.endsWith('.xml')) continue
    const xml = new TextDecoder().decode(Uint8Array.from(part.content))
    const decoded = decodeAstralEntities(xml)
    if (decoded === xml) continue
    part.content = new TextEncoder().encode(decoded)
    part.size = part.content.length
    isChanged = true
  }
  if (!isChanged) return bytes
  return new Uint8Array(archives.write(archive, { fileType: 'zip', type: 'array' }))
}
