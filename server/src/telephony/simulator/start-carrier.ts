import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CarrierCommand, CarrierEvent, HandsetAction, HandsetEvent } from './carrier-messages.ts'

const program = fileURLToPath(new URL('./carrier-process.ts', import.meta.url))
const closeTimeoutMs = 2_000

export interface StartCarrierOptions {
  readonly onEvent: (event: HandsetEvent) => void
  /** The carrier ended without being asked to. */
  readonly onGone?: () => void
  readonly port?: number
  /** The number of its first call; 1 when left out. */
  readonly firstId?: number
}

/** The simulated carrier in its own process. */
export interface SimulatedCarrier {
  readonly port: number
  readonly pid: number | undefined
  act(action: HandsetAction, id: number): void
  /** Calls the service at `at` from the handset; resolves with the result of the call. */
  dial(from: string, to: string, at: string): Promise<string>
  recording(id: number): Promise<Buffer | undefined>
  close(): Promise<void>
}

/** Resolves when the carrier listens. */
export function startCarrier(options: StartCarrierOptions): Promise<SimulatedCarrier> {
  const child = fork(program, [String(options.port ?? 0), String(options.firstId ?? 1)], {
    serialization: 'advanced',
    execArgv: [],
  })
  const asked = new Map<number, (value: unknown) => void>()
  let lastAsk = 0
  let isOpen = false
  let isClosing = false
  const send = (message: CarrierCommand) => {
    // A failed write means that the process has ended, which `exit` reports.
    if (child.connected) child.send(message, () => {})
  }
  const ask = (question: (ask: number) => CarrierCommand): Promise<unknown> =>
    new Promise((resolve) => {
      if (!child.connected) return resolve(undefined)
      asked.set(++lastAsk, resolve)
      send(question(lastAsk))
    })

  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.once('exit', (code) => {
      reject(new Error(`the simulated carrier ended with code ${code}`))
      for (const answer of asked.values()) answer(undefined)
      asked.clear()
      if (isOpen && !isClosing) options.onGone?.()
    })
    child.on('message', (message) => {
      const event = message as CarrierEvent
      if (event.event === 'events') for (const each of event.events) options.onEvent(each)
      else if (event.event === 'answer') {
        asked.get(event.ask)?.(event.value)
        asked.delete(event.ask)
      } else {
        isOpen = true
        resolve({
          port: event.port,
          pid: child.pid,
          act: (action, id) => send({ command: 'act', action, id }),
          dial: async (from, to, at) =>
            String((await ask((ask) => ({ command: 'dial', ask, from, to, at }))) ?? 'the carrier is gone'),
          async recording(id) {
            const wav = await ask((ask) => ({ command: 'recording', ask, id }))
            return wav instanceof Uint8Array ? Buffer.from(wav) : undefined
          },
          close() {
            isClosing = true
            send({ command: 'close' })
            return ended(child)
          },
        })
      }
    })
  })
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const impatience = setTimeout(() => child.kill('SIGKILL'), closeTimeoutMs)
    child.once('exit', () => {
      clearTimeout(impatience)
      resolve()
    })
  })
}
