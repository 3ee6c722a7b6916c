import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { mutants } from './mutants.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Puts each mutant in and prints which seed finds it, by which checker, and after how long on this machine. */
export async function findMutants(first: number, patienceMs: number): Promise<void> {
  for (const { name } of mutants) {
    const begunMs = performance.now()
    const words = [main, '--seed', String(first), '--minutes', '1000', '--mutant', name]
    const { stdout, status } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: patienceMs })
    const seconds = Math.round((performance.now() - begunMs) / 1_000)
    const seed = /^seed (\d+)/m.exec(stdout)?.[1] ?? ''
    const checkers = new Set([...stdout.matchAll(/VIOLATION ([a-z-]+)/g)].map(([, checker]) => checker))
    const how = checkers.size > 0 ? [...checkers].join(', ') : (/^seed \d+: (.*)/m.exec(stdout)?.[1] ?? '')
    const found = status === 1 ? `${seed} | ${seconds} s | ${how}` : `not in ${seconds} s | |`
    process.stdout.write(`| ${name} | ${found} |\n`)
  }
}
