import { formatNumber } from './format-number.ts'

/** Examples: "1 pet", "1,204 pets" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}
