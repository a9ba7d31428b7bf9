import { type CSSProperties, useId } from 'react'
import { countText } from '#src/pets/stock-messages.ts'
import type { StatusCount } from '#src/pets/stock.ts'
import { statusText } from '#src/pets/status-text.ts'
import { truncate } from '#src/lib/truncate.ts'
import { BidiText } from '#src/ui/BidiText.tsx'
import styles from './StatusChart.module.css'

const MAX_LENGTH = 60

/** A stacked bar and its figures. A part that may be longer has an open end. */
export function StatusChart({ counts }: { counts: readonly StatusCount[] }) {
  const legend = useId()
  return (
    <figure className={styles['chart']}>
      <div role="img" aria-label="Pets by status" aria-describedby={legend} className={styles['bar']}>
        {counts.map(({ status, count }, index) =>
          count.value === 0 && count.isExact ? null : (
            <span
              key={JSON.stringify(status ?? null)}
              className={styles['part']}
              style={{ flexGrow: count.value, ...hueOf(index) }}
              data-status={status ?? 'not set'}
              data-open={count.isExact ? undefined : ''}
            />
          ),
        )}
      </div>
      <figcaption id={legend}>
        <ul className={styles['legend']}>
          {counts.map(({ status, count }, index) => (
            <li key={JSON.stringify(status ?? null)} style={hueOf(index)} data-status={status ?? 'not set'}>
              <BidiText text={truncate(statusText(status), MAX_LENGTH)} /> <strong>{countText(count)}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

/** Of a status that is not documented: neighbours differ. The others have colours of their own. */
function hueOf(index: number): CSSProperties {
  return { '--hue': 200 + (index % 4) * 50 } as CSSProperties
}
