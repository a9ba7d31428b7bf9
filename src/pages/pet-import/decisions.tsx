import type { ReactNode } from 'react'
import { formatTime } from '#src/lib/format-time.ts'
import type { Verdict } from '#src/outbox/check.ts'
import { type Entry, isCheckable, type Key, keyOf } from '#src/outbox/entry.ts'
import type { OpenFile } from '#src/outbox/files.ts'
import { Button } from '#src/ui/Button.tsx'
import { counted } from './import-messages.ts'
import type { Reason } from './Reasons.tsx'

const KINDS = ['unknown', 'found', 'elsewhere', 'not-added', 'not-found-yet', 'cannot-tell', 'held'] as const

/** What is said of a row; `undefined` where nothing is to be decided. `elsewhere`: another entry may have added its pet. */
function kindOf({ state }: Entry, verdict: Verdict | undefined) {
  // Each pet answers one row.
  if (verdict?.kind === 'found') return verdict.pets.length > 0 ? 'found' : undefined
  const isElsewhere = verdict !== undefined && verdict.causes.length > 0 && verdict.againAt === undefined
  return isElsewhere ? 'elsewhere' : (verdict?.kind ?? state.kind)
}

/** What can be decided about all rows of which the lists say the same. */
export function decisionsOf(
  entries: readonly Entry[],
  states: ReadonlyMap<Key, Verdict>,
  current: OpenFile,
  service: string,
): readonly Reason<Entry>[] {
  const verdictOf = (entry: Entry) => (isCheckable(entry) ? states.get(keyOf(entry)) : undefined)
  const groups = Map.groupBy(entries, (entry) => kindOf(entry, verdictOf(entry)))
  return KINDS.flatMap((key) => {
    const rows = groups.get(key)
    if (rows?.[0] === undefined) return []
    const { at = 0, againAt = at } = verdictOf(rows[0]) ?? {}
    const count = counted(rows.length, 'row')
    const sendAgain = (
      <Button onClick={() => void current.sendAgain(rows.map(keyOf))}>Send {count} again</Button>
    )
    const marks = rows.map((entry) => ({ key: keyOf(entry), id: verdictOf(entry)?.pets[0]?.id }))
    const mark = <Button onClick={() => void current.markAdded(marks)}>Mark {count} as added</Button>
    const include = <Button onClick={() => void current.includeLeftOut()}>Include them</Button>
    const decisions: Record<typeof key, [label: string, actions?: ReactNode]> = {
      unknown: [`${service} did not confirm these: they may have been added`],
      found: ['Found in the list', mark],
      // One by one: what it may be there by stands in its row.
      elsewhere: ['May be there by another entry of this browser'],
      'not-added': [`Not added (${service} checked at ${formatTime(at)})`, sendAgain],
      'not-found-yet': [`Not found yet. Looking again at ${formatTime(againAt)}`],
      'cannot-tell': [
        `Not among the pets ${service} shows. Sending again could create duplicates`,
        sendAgain,
      ],
      held: ['May already have been added, left out', include],
    }
    const [label, actions] = decisions[key]
    return [{ key, label, rows, actions }]
  })
}
