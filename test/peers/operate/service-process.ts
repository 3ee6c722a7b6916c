// A program that becomes the service, for as long as a test file wants it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StartedService, User } from './day.ts'

const startPatienceMs = 60_000

export interface ServiceProgram extends StartedService {
  /** What it has printed so far. */
  said(): string
}

/** Resolves when the service says that it is ready; rejects with its words when it ends before. */
export async function startProgram(
  words: readonly [program: string, ...words: string[]],
  options: {
    readonly cwd: string
    readonly environment: Readonly<Record<string, string>>
    readonly user?: User
  },
): Promise<ServiceProgram> {
  const [program, ...rest] = words
  const child = spawn(program, rest, {
    cwd: options.cwd,
    env: options.environment,
    ...options.user,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  void ended.then(() => process.off('exit', kill))
  for (
    const until = performance.now() + startPatienceMs;
    !text.includes('Ringkey is ready');
    await sleep(50)
  ) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${text}`)
    if (performance.now() > until) {
      kill()
      throw new Error(`it is not ready: ${text}`)
    }
  }
  return {
    said: () => text,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
