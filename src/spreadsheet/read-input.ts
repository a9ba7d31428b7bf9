import type { CategoryLabels } from '#src/pets/validate-new-pet.ts'
import { decodeText, fileType, sizeProblem } from './decode.ts'
import { hashOf } from './file-hash.ts'
import { readSheet } from './read-sheet.ts'
import type { ReadSheet, Sheet } from './sheet.ts'

/** Where rows come from. */
export type ImportInput = { readonly fileName: string | undefined; readonly hash: string }

type ReadInput =
  | { readonly input: ImportInput; readonly sheet: Sheet; readonly problem?: never }
  | { readonly input?: never; readonly sheet?: never; readonly problem: string }

export async function readFile(file: File, labels: CategoryLabels): Promise<ReadInput> {
  const tooLarge = sizeProblem(file.size)
  if (tooLarge !== undefined) return { problem: tooLarge }
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return {
      problem: `${file.name} could not be read. It was changed or moved, or it is a folder. Choose it again.`,
    }
  }
  const { sheet, problem } = await readBytes(bytes, labels)
  if (problem !== undefined) return { problem }
  return { input: { fileName: file.name, hash: await hashOf(bytes) }, sheet }
}

export async function readPastedText(text: string, labels: CategoryLabels): Promise<ReadInput> {
  const { sheet, problem } = readSheet(text, { labels })
  if (problem !== undefined) return { problem }
  return { input: { fileName: undefined, hash: await hashOf(text) }, sheet }
}

/** By what is in the file, never by its name or type: those are guesses of the operating system. */
async function readBytes(bytes: Uint8Array<ArrayBuffer>, labels: CategoryLabels): Promise<ReadSheet> {
  const type = fileType(bytes)
  if (typeof type === 'object') return { problem: type.message }
  if (type === 'text') {
    const { text, notes, problem } = decodeText(bytes)
    return problem === undefined ? readSheet(text, { notes, labels }) : { problem }
  }
  // Twice what the page weighs: only for whoever has such a file.
  const reader = await import('./read-xlsx.ts').catch(() => undefined)
  if (reader !== undefined) return reader.readWorkbook(bytes, labels)
  return {
    problem:
      'What reads Excel files did not load. Check your connection and choose the file again, or save it as “CSV UTF-8”.',
  }
}
