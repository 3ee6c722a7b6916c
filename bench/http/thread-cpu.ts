import { readdirSync, readFileSync } from 'node:fs'

export interface ThreadCpu {
  readonly mainUs: number
  readonly writerUs: number
  readonly processUs: number
}

/** The name that the store gives its writer thread, as far as Linux keeps it (15 characters). */
const writerName = 'ringkey-writer'

/** CPU time of a process so far. The first number of `schedstat` (proc(5)) is time on a CPU in nanoseconds. */
export function cpuOf(pid: number): ThreadCpu {
  let [mainUs, writerUs, processUs] = [0, 0, 0]
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const us = Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]) / 1000
    processUs += us
    if (id === String(pid)) mainUs = us
    else if (readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').trim() === writerName) writerUs = us
  }
  return { mainUs, writerUs, processUs }
}

export function since(before: ThreadCpu, now: ThreadCpu): ThreadCpu {
  return {
    mainUs: now.mainUs - before.mainUs,
    writerUs: now.writerUs - before.writerUs,
    processUs: now.processUs - before.processUs,
  }
}
