import { spawn } from 'node:child_process'

/** So many programs that take a core each, as far as they get one. */
export function startBusyPrograms(count: number): Disposable {
  const busy = Array.from({ length: count }, () => spawn('sh', ['-c', 'while :; do :; done']))
  const end = () => {
    for (const one of busy) one.kill('SIGKILL')
    process.off('exit', end)
  }
  // A bench that fails leaves nothing running.
  process.once('exit', end)
  return { [Symbol.dispose]: end }
}
