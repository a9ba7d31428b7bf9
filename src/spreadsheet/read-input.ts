import { decodeFile, sizeProblem } from './decode.ts'
import { hashOf } from './file-hash.ts'

/** The text of a file or of pasted rows, not parsed yet. */
export type ImportInput = {
  readonly fileName: string | undefined
  readonly hash: string
  readonly text: string
  /** On how it was decoded. */
  readonly notes: readonly string[]
}

type ReadInput =
  | { readonly input: ImportInput; readonly problem?: never }
  | { readonly input?: never; readonly problem: string }

export async function readFile(file: File): Promise<ReadInput> {
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
  const { text, notes, problem } = decodeFile(bytes)
  if (problem !== undefined) return { problem }
  return { input: { fileName: file.name, hash: await hashOf(bytes), text, notes } }
}

export async function readPastedText(text: string): Promise<ReadInput> {
  return { input: { fileName: undefined, hash: await hashOf(text), text, notes: [] } }
}
