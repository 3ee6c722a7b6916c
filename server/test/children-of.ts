import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The processes that this one has started. */
export function childrenOf(pid: number): number[] {
  const pairs = existsSync('/proc/self/stat') ? pairsInProc() : pairsByPs()
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child)
}

type Pair = [child: number, parent: number]

function pairsInProc(): Pair[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)])
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return 0
  }
}

/** macOS has no /proc, but always ps; a small Linux has no ps. */
function pairsByPs(): Pair[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number) as Pair)
}
