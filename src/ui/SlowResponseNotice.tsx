import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import styles from './SlowResponseNotice.module.css'

/** Milliseconds until the page says that it is still waiting (faults, F-34). */
const PATIENCE = 3000

type SlowResponseNoticeProps = {
  /** Whether an answer is awaited; the time starts anew each time that this becomes true. */
  waiting: boolean
  /** Whose answer: "Staging". */
  service: string
  /** What giving up means, where it is not plain. */
  note?: string | undefined
  onCancel: () => void
}

/** Nothing for three seconds, then that the answer is still awaited, and a way out. */
export function SlowResponseNotice({ waiting, service, note, onCancel }: SlowResponseNoticeProps) {
  return (
    // There before the words come, or they would not be read out.
    <div role="status">{waiting ? <Waiting {...{ service, note, onCancel }} /> : null}</div>
  )
}

function Waiting({ service, note, onCancel }: Omit<SlowResponseNoticeProps, 'waiting'>) {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  return (
    <div className={styles['waiting']}>
      <p>
        {service} is taking longer than usual to respond.{note === undefined ? '' : ` ${note}`}
      </p>
      <Button onClick={onCancel}>Cancel</Button>
    </div>
  )
}
