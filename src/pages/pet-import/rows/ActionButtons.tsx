import { Button } from '#src/ui/Button.tsx'
import type { RowAction } from './row-types.ts'

type ActionButtonsProps = {
  actions: readonly RowAction[]
  /**
   * A text that screen readers say after the label, because many rows have a button with the same
   * label.
   */
  about?: string
}

export function ActionButtons({ actions, about }: ActionButtonsProps) {
  return actions.map(({ id, label, variant = 'secondary', onPress }) => (
    <Button
      key={id}
      variant={variant}
      aria-label={about === undefined ? undefined : `${label} ${about}`}
      onClick={onPress}
    >
      {label}
    </Button>
  ))
}
