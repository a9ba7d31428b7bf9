import { bidiIsolate } from '#src/lib/bidi-isolate.ts'
import { formatNumber } from '#src/lib/format-number.ts'
import type { Int64 } from '#src/lib/int64.ts'
import { truncate } from '#src/lib/truncate.ts'
import { isTruncated, type Pet } from '#src/pets/pet.ts'
import type { NotFound } from './use-pets.ts'

/** More of them are listed under "Details". */
const MAX_NAMED = 20

/** Characters of what is no ID. */
const MAX_INVALID_LENGTH = 40

function counted(count: number, one: string, many: string, format: typeof formatNumber): string {
  return `${format(count)} ${count === 1 ? one : many}`
}

type ShownLabels = {
  /** Labels before the first one that is shown. */
  readonly before: number
  readonly shown: number
  readonly all: number
  readonly sheets: number
  /** A sheet has one label. */
  readonly isSingle: boolean
  /** The first place that stays free on the last sheet; `undefined` where it is full. */
  readonly nextFree: number | undefined
}

/** "300 labels on 13 sheets; the next free one is label 13", "Labels 7 to 300 of 300 on 13 sheets". */
export function labelsMessage(
  { before, shown, all, sheets, isSingle, nextFree }: ShownLabels,
  format = formatNumber,
): string {
  const which =
    shown === all
      ? counted(all, 'label', 'labels', format)
      : shown === 1
        ? `Label ${format(before + 1)} of ${format(all)}`
        : `Labels ${format(before + 1)} to ${format(before + shown)} of ${format(all)}`
  if (isSingle) return `${which}, one on each page`
  const on = `${which} on ${counted(sheets, 'sheet', 'sheets', format)}`
  return nextFree === undefined ? on : `${on}; next time, start at label ${format(nextFree)}`
}

export function printButtonText(count: number, format = formatNumber): string {
  return `Print ${counted(count, 'label', 'labels', format)}`
}

/** Which of the IDs have none, where the request for them failed. */
export function withoutLabelMessage(
  ids: readonly Int64[],
  pets: readonly Pet[],
  format = formatNumber,
): string {
  const count = ids.length - pets.length
  const missing = ids.find((id) => pets.every((pet) => pet.id !== id))
  return count === 1
    ? `ID ${missing} has no label yet.`
    : `${format(count)} of ${format(ids.length)} pets have no label yet.`
}

/** What was looked for and not found, by name; `details` when there are too many for a sentence. */
export function notFoundMessage(
  notFound: ReadonlyMap<Int64, NotFound>,
  service: string,
  format = formatNumber,
): { message: string; details?: string } {
  const ids = [...notFound.keys()]
  const named = ids.join(', ')
  const areNamed = ids.length <= MAX_NAMED
  const message =
    ids.length === 1
      ? `ID ${named} was not found in ${service}, so it has no label.`
      : `${format(ids.length)} IDs were not found in ${service}, so they have no labels${areNamed ? `: ${named}` : ''}.`
  // A single pet can no longer be requested, and the lists go only so far.
  const mayExist = [...notFound.values()].some(
    (lookup) => lookup.kind === 'not-in-lists' && lookup.searched.some(({ list }) => isTruncated(list)),
  )
  return {
    message: mayExist
      ? `${message} ${service} returns at most 100 pets at a time, so ${ids.length === 1 ? 'the pet' : 'these pets'} may still exist.`
      : message,
    ...(areNamed ? {} : { details: named }),
  }
}

/** @param invalid what the address has in place of IDs. */
export function invalidMessage(invalid: readonly string[], format = formatNumber): string {
  const named = invalid
    .slice(0, MAX_NAMED)
    .map((text) => `“${bidiIsolate(truncate(text, MAX_INVALID_LENGTH))}”`)
    .join(', ')
  const others = invalid.length - MAX_NAMED
  return invalid.length === 1
    ? `${named} is not a pet ID.`
    : `${format(invalid.length)} entries in the address are not pet IDs: ${named}${others > 0 ? ` and ${format(others)} more` : ''}.`
}

/** @param rows the row numbers of added pets without an ID. */
export function withoutIdMessage(rows: readonly number[], service: string, format = formatNumber): string {
  const named = rows.slice(0, MAX_NAMED).join(', ')
  const others = rows.length - MAX_NAMED
  return rows.length === 1
    ? `The pet of row ${named} was added, but ${service} did not return its ID, so it has no label.`
    : `${format(rows.length)} pets were added, but ${service} did not return their IDs, so they have no labels: rows ${named}${others > 0 ? ` and ${format(others)} more` : ''}.`
}
