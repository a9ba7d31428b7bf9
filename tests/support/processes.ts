import { readdirSync, readFileSync } from 'node:fs'

/** Returns the process IDs of this machine (Linux). */
export function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** Returns the arguments of a process. There are none if it has exited. */
export function commandLineOf(pid: number): string[] {
  return read(`/proc/${pid}/cmdline`).split('\0').filter(Boolean)
}

/** Returns the children of a process. There are none if it has exited. */
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
