// Runs the commands that it is given side by side, and prints what each of them said once it has ended. It fails when
// one of them failed.
import { spawn } from 'node:child_process'

const codes = await Promise.all(process.argv.slice(2).map(run))
process.exitCode = Math.max(...codes)

function run(command: string): Promise<number> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk
    })
  }
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const isFailed = code !== 0
      process.stderr.write(`${said}${isFailed ? `${command} failed (exit ${code}).\n` : ''}`)
      resolve(isFailed ? 1 : 0)
    })
  })
}
