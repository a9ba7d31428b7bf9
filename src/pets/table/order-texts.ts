import type { PetColumn, PetOrder } from './pet-columns.ts'

type OrderWords = { readonly by: string; readonly ascending: string; readonly descending: string }

const ORDER_WORDS: Readonly<Record<PetColumn['id'], OrderWords>> = {
  id: { by: 'ID', ascending: 'smallest first', descending: 'largest first' },
  name: { by: 'name', ascending: 'A to Z', descending: 'Z to A' },
  category: { by: 'category', ascending: 'A to Z', descending: 'Z to A' },
  status: { by: 'status', ascending: 'available first', descending: 'available last' },
}

/** Example: "Name, A to Z". */
export function orderLabel(order: PetOrder): string {
  return `${order.column.heading}, ${directionText(order)}`
}

/** Example: "Sorted by name, A to Z". */
export function orderMessage(order: PetOrder): string {
  return `Sorted by ${ORDER_WORDS[order.column.id].by}, ${directionText(order)}`
}

function directionText({ column, descending }: PetOrder): string {
  const words = ORDER_WORDS[column.id]
  return descending ? words.descending : words.ascending
}
