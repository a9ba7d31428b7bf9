import { useState } from 'react'
import { Alert } from '#src/ui/Alert.tsx'
import styles from './FileDrop.module.css'
import { useFileDrop } from './use-file-drop.ts'

type FileDropProps = {
  /** `false` while another import is open, whose place a file would take. */
  canRead: boolean
  onRead: (file: File) => void
}

/** Reads a file that is dropped anywhere on the page, or says why it cannot be read now. */
export function FileDrop({ canRead, onRead }: FileDropProps) {
  const [problem, setProblem] = useState<string>()
  const isFileOver = useFileDrop((files) => {
    const [file] = files
    const dropProblem = problemOfDrop(files.length, canRead)
    setProblem(dropProblem)
    if (dropProblem === undefined && file !== undefined) onRead(file)
  })
  return (
    <>
      {isFileOver && canRead && <p className={styles['hint']}>Drop the file to read it</p>}
      {problem !== undefined && <Alert tone="attention" message={problem} />}
    </>
  )
}

function problemOfDrop(fileCount: number, canRead: boolean): string | undefined {
  if (!canRead)
    return 'The file was not read, because another import is open. Finish or close that one, then drop the file again.'
  return fileCount > 1 ? 'Only one file can be read at a time. Drop them one after the other.' : undefined
}
