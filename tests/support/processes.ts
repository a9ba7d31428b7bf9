import { readdirSync, readFileSync } from 'node:fs'

/** The process IDs of this machine (Linux). */
export function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** The arguments of a process; empty if it has exited. */
export function commandLineOf(pid: number): string[] {
  return read(`/proc/${pid}/cmdline`).split('\0').filter(Boolean)
}

/** Empty if it has exited. */
export function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
