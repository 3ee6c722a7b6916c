import { readFileSync } from 'node:fs'

/** proc(5): times are in clock ticks, 100 a second on every Linux that we know. */
const msPerTick = 10

/** CPU time of a process with all its threads: on a shared machine it says more than the clock on the wall. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in brackets may hold spaces; user and system time are the 12th and 13th fields after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * msPerTick
}
