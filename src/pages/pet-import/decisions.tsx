import type { ReactNode } from 'react'
import { formatTime } from '#src/lib/format-time.ts'
import type { Int64 } from '#src/lib/int64.ts'
import type { CheckSnapshot, Verdict } from '#src/outbox/check.ts'
import { type Entry, isCheckable, keyOf } from '#src/outbox/entry.ts'
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

export function judge(entries: readonly Entry[], states: CheckSnapshot['states']): readonly JudgedRow[] {
  const taken = new Set<Int64>()
  return entries.map((entry) => {
    const check = isCheckable(entry) ? states.get(keyOf(entry)) : undefined
    const verdict = check !== undefined && 'causes' in check ? check : undefined
    const pet = verdict?.kind === 'found' ? verdict.pets.find(({ id }) => !taken.has(id)) : undefined
    if (pet !== undefined) taken.add(pet.id)
    return { entry, verdict, pet }
  })
}

/** What can be decided about all rows of which the lists say the same. */
export function decisionsOf(
  rows: readonly JudgedRow[],
  current: OpenFile,
  service: string,
): readonly Reason<JudgedRow>[] {
  const decision = (
    key: Verdict['kind'],
    labelOf: (verdict: Verdict) => string,
    button: (rows: string, some: readonly JudgedRow[]) => ReactNode = () => null,
  ): Reason<JudgedRow> => {
    const some = rows.filter(
      ({ verdict, pet }) => verdict?.kind === key && (key !== 'found' || pet !== undefined),
    )
    const [verdict] = some.map((row) => row.verdict)
    const label = verdict === undefined ? '' : labelOf(verdict)
    return { key, label, rows: some, actions: button(counted(some.length, 'row'), some) }
  }
  const sendAgain = (what: string, some: readonly JudgedRow[]) => (
    <Button onClick={() => void current.sendAgain(some.map(({ entry }) => keyOf(entry)))}>
      Send {what} again
    </Button>
  )
  return [
    {
      key: 'unchecked',
      label: `${service} did not confirm these: they may have been added`,
      rows: rows.filter(({ entry, verdict }) => entry.state.kind === 'unknown' && verdict === undefined),
    },
    decision(
      'found',
      () => 'Found in the list',
      (what, some) => (
        <Button
          onClick={() =>
            void current.markAdded(some.map(({ entry, pet }) => ({ key: keyOf(entry), id: pet?.id })))
          }
        >
          Mark {what} as added
        </Button>
      ),
    ),
    decision('not-added', ({ at }) => `Not added (${service} checked at ${formatTime(at)})`, sendAgain),
    decision(
      'not-found-yet',
      ({ at, againAt }) => `Not found yet. Looking again at ${formatTime(againAt ?? at)}`,
    ),
    decision(
      'cannot-tell',
      () => `Not among the pets ${service} shows. Sending again could create duplicates`,
      sendAgain,
    ),
    {
      key: 'held',
      label: 'May already have been added, left out',
      rows: rows.filter(({ entry }) => entry.state.kind === 'held'),
      actions: <Button onClick={() => void current.includeLeftOut()}>Include them</Button>,
    },
  ].filter((reason) => reason.rows.length > 0)
}
