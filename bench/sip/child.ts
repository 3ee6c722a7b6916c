import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const maxRunMs = 15 * 60_000

/** Runs a program pinned to one core and brings what it printed. */
export function runPinned(
  core: number,
  command: string,
  words: readonly string[],
  folder?: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('taskset', ['-c', String(core), command, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: maxRunMs,
      ...(folder === undefined ? {} : { cwd: folder }),
    })
    let output = ''
    child.stdout.on('data', (bytes: Buffer) => {
      output += bytes.toString()
    })
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${command} ${words[0]} ended with ${code}`))
    })
  })
}

/** Runs a Node program, given by its URL, pinned to one core and reads the JSON that it prints. */
export async function runNode<Result>(
  core: number,
  program: string,
  words: readonly (string | number)[],
): Promise<Result> {
  const file = fileURLToPath(program)
  return JSON.parse(await runPinned(core, process.execPath, ['--expose-gc', file, ...words.map(String)]))
}
