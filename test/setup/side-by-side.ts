// Runs the commands that it is given side by side. The last one prints as it goes; what the others said is printed once
// they have ended. It fails when one of them failed.
import { spawn } from 'node:child_process'

const commands = process.argv.slice(2)
const codes = await Promise.all(commands.map((command, index) => run(command, index === commands.length - 1)))
process.exitCode = Math.max(...codes)

function run(command: string, isHeard: boolean): Promise<number> {
  const out = isHeard ? 'inherit' : 'pipe'
  const child = spawn(command, { shell: true, stdio: ['ignore', out, out] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
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
