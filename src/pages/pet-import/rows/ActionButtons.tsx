import { Button } from '#src/ui/Button.tsx'
import type { RowAction } from './row-types.ts'

type ActionButtonsProps = {
  actions: readonly RowAction[]
  /** What screen readers hear after the label, where many rows have a button with the same one. */
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
