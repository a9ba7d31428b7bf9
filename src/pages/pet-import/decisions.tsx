import type { ReactNode } from 'react'
import { formatTime } from '#src/lib/format-time.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { CheckState, Verdict } from '#src/outbox/check.ts'
import { type Entry, isCheckable, type Key, keyOf } from '#src/outbox/entry.ts'
import type { OpenFile } from '#src/outbox/files.ts'
import type { Pet } from '#src/pets/pet.ts'
import { Button } from '#src/ui/Button.tsx'
import { counted } from './import-messages.ts'
import type { Reason } from './Reasons.tsx'

/** What the lists say of a row that may have been added. */
export type JudgedRow = {
  readonly entry: Entry
  readonly verdict: Verdict | undefined
  /** That was found: each pet answers one row. */
  readonly pet: Pet | undefined
}

export function judge(entries: readonly Entry[], states: ReadonlyMap<Key, CheckState>): readonly JudgedRow[] {
  const taken = new Set<Int64>()
  return entries.map((entry) => {
    const check = isCheckable(entry) ? states.get(keyOf(entry)) : undefined
    const verdict = check !== undefined && 'causes' in check ? check : undefined
    const pet = verdict?.kind === 'found' ? verdict.pets.find(({ id }) => !taken.has(id)) : undefined
    if (pet !== undefined) taken.add(pet.id)
    return { entry, verdict, pet }
  })
}

const KINDS = ['unknown', 'found', 'elsewhere', 'not-added', 'not-found-yet', 'cannot-tell', 'held'] as const

/** What is said of a row; `undefined` where nothing is to be decided. `elsewhere`: another entry may have added its pet. */
function kindOf({ entry, verdict, pet }: JudgedRow) {
  if (verdict?.kind === 'found') return pet && 'found'
  const isElsewhere = verdict !== undefined && verdict.causes.length > 0 && verdict.againAt === undefined
  return isElsewhere ? 'elsewhere' : (verdict?.kind ?? entry.state.kind)
}

/** What can be decided about all rows of which the lists say the same. */
export function decisionsOf(
  rows: readonly JudgedRow[],
  current: OpenFile,
  service: string,
): readonly Reason<JudgedRow>[] {
  const groups = Map.groupBy(rows, kindOf)
  return KINDS.flatMap((key) => {
    const some = groups.get(key) ?? []
    const { at = 0, againAt = at } = some[0]?.verdict ?? {}
    const count = counted(some.length, 'row')
    const sendAgain = (
      <Button onClick={() => void current.sendAgain(some.map(({ entry }) => keyOf(entry)))}>
        Send {count} again
      </Button>
    )
    const marks = some.map(({ entry, pet }) => ({ key: keyOf(entry), id: pet?.id }))
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
    return some.length === 0 ? [] : [{ key, label, rows: some, actions }]
  })
}
