import { useEffect, useState } from 'react'

/** Long enough that typing is not read out letter by letter. Milliseconds. */
const REST = 500

/** One polite sentence after things have come to rest; the region is there before its text comes. */
export function LiveRegion({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), REST)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div role="status" className="visually-hidden">
      {said}
    </div>
  )
}
