import { useEffect, useState } from 'react'
import styles from './FileDrop.module.css'
import { useFileDrop } from './use-file-drop.ts'

type FileDropProps = {
  /**
   * Returns why no file can be read now, if so. It is asked at the drop, and while a file is over
   * the page.
   */
  refusal: () => string | undefined
  onRead: (file: File) => void
}

/** Reads a file that is dropped anywhere on the page, or says why it cannot be read now. */
export function FileDrop({ refusal, onRead }: FileDropProps) {
  const [problem, setProblem] = useState<string>()
  const isFileOver = useFileDrop((files) => {
    const [file] = files
    const dropProblem = problemOfDrop(files.length, refusal())
    setProblem(dropProblem)
    if (dropProblem === undefined && file !== undefined) onRead(file)
  })

  // The words about a drop disappear with the next press.
  useEffect(() => {
    if (problem === undefined) return undefined
    const forget = () => setProblem(undefined)
    const listeners = new AbortController()
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, forget, { signal: listeners.signal })
    return () => listeners.abort()
  }, [problem])

  return (
    <>
      {isFileOver && <p className={styles['hint']}>{refusal() ?? 'Drop the file to read it'}</p>}
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </>
  )
}

function problemOfDrop(fileCount: number, refusal: string | undefined): string | undefined {
  if (refusal !== undefined) return `The file was not read. ${refusal}`
  return fileCount > 1 ? 'Only one file can be read at a time. Drop them one after the other.' : undefined
}
