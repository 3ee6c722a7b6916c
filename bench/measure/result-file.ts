import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem } from 'node:os'
import type { BenchResult, ResultFile } from './figures.ts'

export function resultFile(benches: readonly BenchResult[]): ResultFile {
  const model = cpus()[0]?.model ?? 'unknown processor'
  return {
    version: 1,
    at: new Date().toISOString(),
    commit: commit(),
    machine: `${cpus().length} x ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`,
    benches,
  }
}

function commit(): string {
  try {
    const words = ['describe', '--always', '--dirty', '--abbrev=10']
    return execFileSync('git', words, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  } catch {
    return 'unknown'
  }
}
