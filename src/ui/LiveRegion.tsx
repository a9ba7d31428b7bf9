import { useEffect, useState } from 'react'

/**
 * The delay in milliseconds. It is so long that a text that changes with each key press is
 * announced once.
 */
const DEBOUNCE_MS = 500

/**
 * Announces `text` politely once it stops changing. The region must be in the document before its
 * text.
 */
export function LiveRegion({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div role="status" className="visually-hidden">
      {announced}
    </div>
  )
}
