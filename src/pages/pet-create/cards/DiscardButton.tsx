import { Button } from '#src/ui/Button.tsx'
import type { CardItem } from './card-item.ts'
import type { CardForm } from './card-props.ts'

export function DiscardButton({ card, form }: { card: CardItem; form: CardForm }) {
  return (
    <Button variant="danger" onClick={() => form.discard(card.item)}>
      Discard
    </Button>
  )
}
