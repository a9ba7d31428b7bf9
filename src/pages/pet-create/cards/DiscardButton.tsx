import { useState } from 'react'
import { isTooSoon } from '#src/browser/misplaced-clicks.ts'
import { Button } from '#src/ui/Button.tsx'
import type { CardItem } from './card-item.ts'
import type { CardForm } from './card-props.ts'

/**
 * Discards a pet, which cannot be undone. A card that gets this button grows, and the button may
 * come to where a finger or the mouse is about to press something else.
 */
export function DiscardButton({ card, form }: { card: CardItem; form: CardForm }) {
  const [shownAt] = useState(() => performance.now())
  return (
    <Button
      variant="danger"
      onClick={({ nativeEvent }) => {
        if (!isTooSoon(nativeEvent, shownAt)) form.discard(card.item)
      }}
    >
      Discard
    </Button>
  )
}
