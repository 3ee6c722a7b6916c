import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** proc(5): times in `stat` are in clock ticks, 100 per second on every Linux that we know. */
const usPerTick = 10_000

/** CPU time by thread, in microseconds. */
export interface ThreadCpu {
  /** The thread that serves HTTP. */
  readonly mainUs: number
  /** The thread that writes SQLite. */
  readonly writerUs: number
  /** The thread of SIP and RTP. */
  readonly sipUs: number
  /** All others: helpers of the garbage collector and the compiler, the thread pool of libuv, long reads. */
  readonly restUs: number
  readonly cpuUs: number
}

/** Names of threads, as far as Linux keeps them (15 characters). */
const roles: Readonly<Record<string, 'writerUs' | 'sipUs'>> = {
  'ringkey-writer': 'writerUs',
  'floor-writer': 'writerUs',
  'ringkey-sip': 'sipUs',
}

export const noCpu: ThreadCpu = { mainUs: 0, writerUs: 0, sipUs: 0, restUs: 0, cpuUs: 0 }

/** CPU time of a process so far. The first number of `schedstat` (proc(5)) is time on a CPU in nanoseconds. */
export function cpuOf(pid: number): ThreadCpu {
  const us = { ...noCpu }
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const spent = schedstatUs(`/proc/${pid}/task/${id}`)
    const name = id === String(pid) ? '' : readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').trim()
    us[id === String(pid) ? 'mainUs' : (roles[name] ?? 'restUs')] += spent
    us.cpuUs += spent
  }
  return us
}

/** CPU time of several processes together. */
export function cpuOfAll(pids: readonly number[]): ThreadCpu {
  return pids.map(cpuOf).reduce(sumOf)
}

export const sumOf = (one: ThreadCpu, other: ThreadCpu): ThreadCpu =>
  combined(one, other, (left, right) => left + right)

export function since(before: ThreadCpu, now: ThreadCpu): ThreadCpu {
  return combined(now, before, (left, right) => left - right)
}

function combined(
  left: ThreadCpu,
  right: ThreadCpu,
  combine: (left: number, right: number) => number,
): ThreadCpu {
  const names = Object.keys(left) as (keyof ThreadCpu)[]
  return Object.fromEntries(
    names.map((name) => [name, combine(left[name], right[name])]),
  ) as unknown as ThreadCpu
}

export function per(count: number, cpu: ThreadCpu): ThreadCpu {
  return Object.fromEntries(
    Object.entries(cpu).map(([name, us]) => [name, us / count]),
  ) as unknown as ThreadCpu
}

const schedstatUs = (folder: string) =>
  Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1000

/** CPU time of a process and of all that it started: a database server with its connections, also those that have ended. */
export function treeCpuUs(pid: number): number {
  const own = cpuOf(pid).cpuUs + endedChildrenUs(pid)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + treeCpuUs(Number(child)), own)
}

/** CPU time of programs that a process has started and that have ended. */
function endedChildrenUs(pid: number | 'self' = 'self'): number {
  const fields = statFields(`/proc/${pid}/stat`)
  return (fields[13]! + fields[14]!) * usPerTick
}

/** The fields after the name, which may hold spaces itself. */
function statFields(file: string): number[] {
  const stat = readFileSync(file, 'utf8')
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}

/** Runs a program to its end: what it printed, and its CPU time. */
export function runAndMeasure(
  command: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): { readonly output: string; readonly cpuUs: number } {
  const before = endedChildrenUs()
  const output = execFileSync(command, words, { env: { ...process.env, ...environment } }).toString()
  return { output, cpuUs: endedChildrenUs() - before }
}

export const ownCpuUs = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Time that all cores of the machine were busy. */
function machineBusyUs(): number {
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user! + nice! + system! + irq! + softirq!) * usPerTick
}

export interface Shares {
  readonly seconds: number
  /** How busy the cores were, of 1. */
  readonly machineShare: number
  /** What programs that do not belong to the measurement took of the machine. */
  readonly othersShare: number
}

/** Starts to watch the machine. Call the result with the CPU time of everything that belongs to the measurement. */
export function watchMachine(): (oursUs: number) => Shares {
  const [busyUs, startMs] = [machineBusyUs(), performance.now()]
  return (oursUs) => {
    const seconds = (performance.now() - startMs) / 1000
    const wholeUs = seconds * 1e6 * availableParallelism()
    const machineUs = machineBusyUs() - busyUs
    return {
      seconds,
      machineShare: machineUs / wholeUs,
      othersShare: Math.max(0, machineUs - oursUs) / wholeUs,
    }
  }
}

/** Resident memory of a process now, or at its peak. */
export function residentMB(pid: number, when: 'now' | 'peak'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kiB] = (when === 'now' ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/).exec(status)!
  return (Number(kiB) * 1024) / 1e6
}
