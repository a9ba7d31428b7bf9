/** A file in a zip archive, as the directory at the end of the archive has it. */
export type ZipEntry = {
  /** The path of the file, with slashes. */
  readonly name: string
  /**
   * The size in bytes when the file is unpacked, or `Infinity` if the directory leaves that open.
   */
  readonly size: number
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50

/** The lengths in bytes of the end of a directory, and of an entry, without names and comments. */
const END_LENGTH = 22
const ENTRY_LENGTH = 46

/**
 * Reads the directory of a zip archive. It returns `undefined` if there is none, which means that
 * the archive is damaged.
 */
export function readZipDirectory(bytes: Uint8Array): readonly ZipEntry[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === undefined) return undefined
  const count = view.getUint16(end + 10, true)
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  while (entries.length < count) {
    const isEntry = at + ENTRY_LENGTH <= view.byteLength && view.getUint32(at, true) === DIRECTORY_ENTRY
    if (!isEntry) return undefined
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength))
    entries.push({ name: name.replaceAll('\\', '/'), size: unpackedSize(view, at) })
    at += ENTRY_LENGTH + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/**
 * Returns where the end of the directory begins. Nothing but a comment follows it, so we search
 * from the end of the file.
 */
function findEnd(view: DataView): number | undefined {
  for (let at = view.byteLength - END_LENGTH; at >= 0; at -= 1)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at
  return undefined
}

function unpackedSize(view: DataView, at: number): number {
  const packed = view.getUint32(at + 20, true)
  const unpacked = view.getUint32(at + 24, true)
  // Flag 8 says that the sizes follow behind the data.
  const hasSizesBehindData = (view.getUint16(at + 8, true) & 8) !== 0
  // An empty file takes two bytes at most when it is packed.
  const isUnknown = unpacked === 0 && (packed > 2 || (packed === 0 && hasSizesBehindData))
  return isUnknown ? Infinity : unpacked
}
