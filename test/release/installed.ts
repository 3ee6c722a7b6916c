// A release that somebody has installed, started as its users start it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { eventually } from '../../server/test/service.ts'

const patienceMs = 60_000

/** Free ports, so that tests run side by side. */
export const freePorts = {
  RINGKEY_PORT: '0',
  RINGKEY_ALT_PORT: '0',
  RINGKEY_METRICS_PORT: '0',
  RINGKEY_SIP_PORT: '0',
} as const

export interface Running {
  /** Where the interface is, as the service printed it. */
  readonly url: string
  readonly pid: number
  said(): string
  /** Sends SIGTERM to the process that was started, as a supervisor does. */
  stop(): Promise<{ readonly code: number | null; readonly signal: string | null }>
}

interface StartOptions {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
}

/** Starts a program that becomes the service; resolves when it is ready, rejects with its words when it ends before. */
export async function startInstalled(
  program: string,
  words: readonly string[],
  { cwd, environment }: StartOptions,
): Promise<Running> {
  const child: ChildProcess = spawn(program, words, {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  // A test that fails half-way leaves neither the launcher nor the service behind it.
  onTestFinished(() => killGroup(child.pid!))
  let text = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  const ready = /Ringkey is ready: (http\S+?),?\s/
  await eventually(
    async () => text,
    (so) => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${so}`)
      return ready.test(so)
    },
    patienceMs,
  )
  return {
    url: ready.exec(text)![1]!,
    pid: child.pid!,
    said: () => text,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Places the flash call of the first minutes and waits until the demo phone has rung; the code that it showed. */
export async function ringDemoPhone(running: Pick<Running, 'url' | 'said'>): Promise<string> {
  const key = /Authorization: Bearer (\S+)'/.exec(running.said())?.[1]
  if (key === undefined) throw new Error(`no key was printed: ${running.said()}`)
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const placed = await fetch(`${running.url}/v1.0/initCall`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ phone: '79161234567', unique: 'first-ring' }),
  })
  const { vendor_id: id, code } = (await placed.json()) as { vendor_id: number; code: string }
  const outcome = async () => {
    // An address may ask 30 times per second.
    await sleep(200)
    const answer = await fetch(`${running.url}/v1.0/getInfo?uid=${id}`, { headers })
    return (await answer.json()) as { call_status: number }
  }
  const ended = await eventually(outcome, ({ call_status: status }) => status !== -1, patienceMs)
  if (ended.call_status !== 1) throw new Error(`the phone did not ring: ${JSON.stringify(ended)}`)
  return code
}
